#include "gui/app/signals.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <csignal>

#include <QSocketNotifier>
#include <QWidget>

namespace sortscope::gui {
namespace {

int ends[2] = {-1, -1};  // a handler may do little more than write

extern "C" void tell_window(int) {
    const char byte = 1;
    [[maybe_unused]] const auto written = ::write(ends[0], &byte, 1);
}

}  // namespace

void close_at_signals(QWidget& window) {
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return;
    auto* notifier = new QSocketNotifier(ends[1], QSocketNotifier::Read, &window);
    QObject::connect(notifier, &QSocketNotifier::activated, &window, [&window, notifier] {
        notifier->setEnabled(false);
        window.close();
    });
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, tell_window);
}

}  // namespace sortscope::gui
