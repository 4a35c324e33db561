// Renders the window to an image once what it shows is there, for documentation and tests.
#pragma once

#include <QString>

namespace sortscope::gui {

class MainWindow;

/// Waits until `window` shows what it was asked for, writes it to `path` as PNG and returns 0. Returns 5 with a sentence on stderr where the
/// file or the case cannot be read, 4 where `path` cannot be written or nothing came within a minute.
int take_screenshot(MainWindow& window, const QString& path);

}  // namespace sortscope::gui
