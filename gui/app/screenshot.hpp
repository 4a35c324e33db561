// Renders the window to an image once what it shows is there, for documentation and tests.
#pragma once

#include <QString>

namespace sortscope::gui {

class MainWindow;

/// Waits until `window` shows what it was asked for, writes it to `path` as PNG and returns 0. Returns 5 with
/// a sentence on stderr where the file or the case cannot be read, 2 where `path` is a file of profiles, 4
/// where `path` cannot be written or what is shown was not there after `patience_s` seconds: a query without
/// end.
int take_screenshot(MainWindow& window, const QString& path, int patience_s = 60);

}  // namespace sortscope::gui
