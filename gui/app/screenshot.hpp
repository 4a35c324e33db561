// A picture of the window without a user.
#pragma once

#include <QString>

namespace sortscope::gui {
class MainWindow;

/// Throws Error: data if the file or case cannot be read, usage if `path` is a file of profiles, environment
/// if `path` cannot be written or `patience_s` seconds were too few.
void take_screenshot(MainWindow& window, const QString& path, int patience_s = 60);
}
