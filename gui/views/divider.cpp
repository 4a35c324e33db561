#include "gui/views/divider.hpp"

#include <QSplitter>

namespace sortscope::gui {
namespace {

/// To be raised where the parts of a view, or the sizes that they have by themselves, are others. Places
/// without it are of before there were versions.
constexpr QStringView divider_version = u"2:";

}  // namespace

QJsonValue divider_place(const QSplitter& splitter) {
    return divider_version.toString() + QString::fromLatin1(splitter.saveState().toBase64());
}

bool restore_divider(QSplitter& splitter, const QJsonValue& place) {
    const auto text = place.toString();
    return text.startsWith(divider_version) &&
           splitter.restoreState(QByteArray::fromBase64(text.mid(divider_version.size()).toLatin1()));
}

}  // namespace sortscope::gui
