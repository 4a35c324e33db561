// Whether there is a display for the window, asked before Qt, which ends the program where there is none.
#pragma once

#include <QByteArray>

namespace sortscope::gui {

/// Whether `display`, as DISPLAY names it, is one of this machine (":0", "unix:1.0") at which no X server
/// listens. Of others, and where that cannot be told, false.
bool is_display_gone(const QByteArray& display);

}  // namespace sortscope::gui
