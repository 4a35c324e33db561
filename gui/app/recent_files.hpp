// The files opened lately, newest first, kept in the user's settings.
#pragma once

#include <QStringList>

namespace sortscope::gui {

/// At most eight absolute paths; files that are gone are left out.
QStringList recent_files();
/// Puts `path` first.
void add_recent_file(const QString& path);

}  // namespace sortscope::gui
