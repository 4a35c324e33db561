#include "gui/views/parts/controls.hpp"

#include <QAbstractItemView>
#include <QComboBox>
#include <QSplitter>

namespace sortscope::gui {

void fit_long_items(QComboBox& box, int letters) {
    box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box.setMinimumContentsLength(letters);
    box.view()->setMinimumWidth(box.view()->sizeHintForColumn(0) + 30);
}

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
