// Ctrl-C in the terminal, and the session's end, close the window as its own button does: nothing is lost.
#pragma once

class QWidget;

namespace sortscope::gui {

/// From now on SIGINT, SIGTERM and SIGHUP close `window`.
void close_at_signals(QWidget& window);

}  // namespace sortscope::gui
