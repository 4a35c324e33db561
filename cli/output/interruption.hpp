// Ctrl-C, SIGTERM and SIGHUP: every command ends with 130 and leaves no half-written file.
#pragma once

#include <atomic>
#include <functional>
#include <string>

namespace sortscope::cli {
/// From here on a signal removes the half-written file and exits with 130. Signals that the parent process
/// ignores (nohup) stay ignored.
void end_when_interrupted();

/// From here on a signal makes interruption() true. SIGINT and SIGTERM do so even if the parent process
/// ignores them. With a `sentence`, the first signal prints it, and a second Ctrl-C kills. `sentence` must
/// live until exit.
void note_interruptions(const char* sentence = nullptr);
const std::atomic<bool>& interruption();
bool interrupted();

/// Runs `change`. After an interruption, `file` is unchanged and the command exits with 130.
void change_or_leave(const std::string& file, const std::function<void()>& change);

/// A signal removes the file `path`; null: no file. The text must live until the next call.
void set_half_written(const char* path);
}
