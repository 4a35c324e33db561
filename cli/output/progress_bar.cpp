#include "cli/output/progress_bar.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "cli/output/output.hpp"
#include "core/text.hpp"
#include "present/json/writer.hpp"

namespace sortscope::cli {
namespace {
constexpr int bar_columns = 16;
const std::string clear = "\r\x1b[2K";  ///< clears the cursor's line

/// Moves the cursor from the last line to the first.
std::string first_line(size_t lines) { return lines < 2 ? "" : fmt::format("\x1b[{}A", lines - 1); }

/// Bar, cases done, current case, time left.
std::string progress_line(const collector::Progress& progress, int width, bool utf8) {
    const auto name = progress.device.empty() ? "" : fmt::format("{:<6} ", progress.device);
    const int filled = int(std::clamp(progress.fraction, 0.0, 1.0) * bar_columns + 0.5);
    std::string bar;
    for (int i = 0; i < bar_columns; ++i) bar += i < filled ? (utf8 ? "█" : "#") : (utf8 ? "░" : ".");
    const auto head = fmt::format(" {}/{} ", std::min(progress.done + 1, progress.total), progress.total);
    auto tail = left_text(progress.seconds_left);
    if (!tail.empty()) tail = "  " + tail;
    const Screen screen{width, utf8};
    const int room = width - bar_columns - int(name.size() + head.size() + tail.size());
    std::string current = room > 0 ? present::text::shorten(printable(progress.current), room, screen) : "";
    return name + bar + head + current + tail;
}

/// True on a terminal that can erase lines.
bool draws_over() {
    const char* term = std::getenv("TERM");
    return isatty(STDERR_FILENO) == 1 && term != nullptr && std::string_view(term) != "dumb";
}

void write_progress(present::json::Writer& json, const collector::Progress& progress) {
    json.put("done", progress.done, "total", progress.total, "fraction", progress.fraction);
    if (progress.seconds_left < 0)
        json.put("seconds_left", nullptr);
    else
        json.put("seconds_left", progress.seconds_left);
    json.put("current", progress.current);
}

/// One line of JSON; seconds_left is null while unknown.
std::string progress_json(const collector::Progress& progress) {
    std::string text;
    present::json::Writer json([&](std::string_view piece) { text += piece; }, 0);
    json.object([&] {
        write_progress(json, progress);
        if (progress.parts.empty()) return;
        json.objects("devices", progress.parts, [&](const collector::Progress& part) {
            json.put("device", part.device);
            write_progress(json, part);
        });
    });
    json.finish();
    return text;
}
}  // namespace

ProgressBar::ProgressBar(ProgressKind kind)
    : kind_(kind == ProgressKind::bar && !draws_over() ? ProgressKind::none : kind) {}

void ProgressBar::show(const collector::Progress& progress) {
    if (kind_ == ProgressKind::none) return;
    const auto now = std::chrono::steady_clock::now();
    if (drawn_ != 0 && progress.current == last_case_ && now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    last_case_ = progress.current;
    winsize size{};
    const int width = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col - 1 : 79;
    const auto parts = progress.parts.empty() ? std::vector{progress} : progress.parts;
    std::string text = kind_ == ProgressKind::json ? progress_json(progress) : first_line(drawn_);
    if (kind_ == ProgressKind::bar)
        for (size_t i = 0; i < parts.size(); ++i)
            text += (i == 0 ? "" : "\n") + clear + progress_line(parts[i], width, stdout_screen().utf8);
    drawn_ = parts.size();
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
}

void ProgressBar::finish() {
    if (drawn_ == 0 || kind_ == ProgressKind::json) return;
    std::string text = first_line(drawn_);
    for (size_t i = 0; i < drawn_; ++i) text += (i == 0 ? "" : "\n") + clear;
    text += first_line(drawn_);
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
    drawn_ = 0;
}
}
