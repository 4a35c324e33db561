#include "gui/app/recent_files.hpp"

#include <QFileInfo>
#include <QSettings>

namespace sortscope::gui {
namespace {

constexpr qsizetype most_files = 8;

QString settings_key() { return QStringLiteral("recent_files"); }

}  // namespace

QStringList recent_files() {
    QStringList present;
    for (const auto& path : QSettings().value(settings_key()).toStringList())
        if (QFileInfo::exists(path)) present << path;
    return present.mid(0, most_files);
}

void add_recent_file(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recent_files();
    files.removeAll(absolute);
    files.prepend(absolute);
    QSettings().setValue(settings_key(), files.mid(0, most_files));
}

}  // namespace sortscope::gui
