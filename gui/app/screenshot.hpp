// Renders the settled window to an image, for documents and tests.
#pragma once

#include <QString>

namespace sortscope::gui {

class MainWindow;

/// Waits until `window` is settled and writes a PNG to `path`. Throws Error: data if the file or case cannot
/// be read, usage if `path` is a file of profiles, environment if `path` cannot be written or the window is
/// not settled within `patience_s` seconds.
void take_screenshot(MainWindow& window, const QString& path, int patience_s = 60);

}  // namespace sortscope::gui
