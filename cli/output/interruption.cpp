#include "cli/output/interruption.hpp"

#include <unistd.h>

#include <csignal>
#include <cstring>

#include "cli/output/output.hpp"
#include "core/error.hpp"

namespace sortscope::cli {
namespace {
// Signal handlers can use globals only.
std::atomic<const char*> half_written{nullptr};
std::atomic<const char*> announcement{nullptr};
std::atomic<bool> noted{false};
static_assert(std::atomic<const char*>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

extern "C" void end_now(int) {
    if (const char* name = half_written) ::unlink(name);
    ::_exit(130);
}

extern "C" void note_interruption(int) { noted = true; }

extern "C" void announce_interruption(int) {
    std::signal(SIGINT, SIG_DFL);
    if (noted.exchange(true)) return;
    const char* const sentence = announcement;
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, sentence, std::strlen(sentence));
}

/// Signals that the parent process ignores (nohup) stay ignored.
void handle(int number, void (*handler)(int)) {
    if (std::signal(number, handler) == SIG_IGN) std::signal(number, SIG_IGN);
}
}  // namespace

void end_when_interrupted() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) handle(number, end_now);
}

void note_interruptions(const char* sentence) {
    announcement = sentence;
    auto* const handler = sentence != nullptr ? announce_interruption : note_interruption;
    // Even in background jobs: shells ignore SIGINT there.
    for (const int number : {SIGINT, SIGTERM}) std::signal(number, handler);
    handle(SIGHUP, handler);
}

const std::atomic<bool>& interruption() { return noted; }

bool interrupted() { return noted; }

void change_or_leave(const std::string& file, const std::function<void()>& change) {
    note_interruptions();
    try {
        change();
    } catch (const Error&) {
        if (!interrupted()) throw;
        print_error("Interrupted: '" + file + "' is as it was before.");
        throw ExitWith{130};
    }
}

void set_half_written(const char* path) { half_written = path; }
}
