// Renders the settled window to an image, for documents and tests.
#pragma once

#include <QString>

namespace sortscope::gui {

class MainWindow;

/// Waits until `window` is settled, writes a PNG to `path` and returns 0. Returns 5 if the file or case
/// cannot be read, 2 if `path` is a file of profiles, 4 if `path` cannot be written or the window is not
/// settled within `patience_s` seconds; with a sentence on stderr.
int take_screenshot(MainWindow& window, const QString& path, int patience_s = 60);

}  // namespace sortscope::gui
