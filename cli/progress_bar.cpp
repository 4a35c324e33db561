#include "cli/progress_bar.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <fmt/core.h>

#include "cli/output.hpp"

namespace sortscope::cli {
namespace {

constexpr int bar_columns = 16;

std::string left_text(double seconds) {
    if (seconds < 0) return "";
    const auto whole = static_cast<long>(seconds + 0.5);
    if (whole >= 3600) return fmt::format("{}:{:02}:{:02} left", whole / 3600, whole / 60 % 60, whole % 60);
    return fmt::format("{}:{:02} left", whole / 60, whole % 60);
}

}  // namespace

std::string progress_line(const collector::Progress& progress, int width, bool utf8) {
    const int filled = static_cast<int>(std::clamp(progress.fraction, 0.0, 1.0) * bar_columns + 0.5);
    std::string bar;
    for (int i = 0; i < bar_columns; ++i) bar += i < filled ? (utf8 ? "█" : "#") : (utf8 ? "░" : ".");
    const auto head = fmt::format(" {}/{} ", std::min(progress.done + 1, progress.total), progress.total);
    auto tail = left_text(progress.seconds_left);
    if (!tail.empty()) tail = "  " + tail;
    const Screen screen{width, utf8};
    const int room = width - bar_columns - static_cast<int>(head.size() + tail.size());
    std::string current = room > 0 ? present::text::shorten(printable(progress.current), room, screen) : "";
    return bar + head + current + tail;
}

/// A terminal that can erase a line; TERM=dumb says that it cannot.
static bool draws_over() {
    const char* term = std::getenv("TERM");
    return isatty(STDERR_FILENO) == 1 && term != nullptr && std::string_view(term) != "dumb";
}

ProgressBar::ProgressBar(bool wanted) : active_(wanted && draws_over()) {}

void ProgressBar::show(const collector::Progress& progress) {
    if (!active_) return;
    const auto now = std::chrono::steady_clock::now();
    if (drawn_ && progress.current == last_case_ && now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    last_case_ = progress.current;
    drawn_ = true;
    winsize size{};
    const int width = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col - 1 : 79;
    std::fputs(("\r\x1b[2K" + progress_line(progress, width, stdout_screen().utf8)).c_str(), stderr);
    std::fflush(stderr);
}

void ProgressBar::finish() {
    if (!drawn_) return;
    std::fputs("\r\x1b[2K", stderr);
    std::fflush(stderr);
    drawn_ = false;
}

}  // namespace sortscope::cli
