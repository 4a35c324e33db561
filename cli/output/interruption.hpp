// Ctrl-C, SIGTERM and SIGHUP: every command ends with 130 and leaves no half-written file.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>

namespace sortscope::cli {

/// From here on a signal removes half-written files and ends the program with 130. Signals that the caller
/// ignores (nohup) stay ignored.
void end_when_interrupted();

/// From here on interruption() is true after a signal, and the command ends by itself. SIGINT and SIGTERM
/// count even if the caller ignores them. `announced`: the first prints a sentence, and a second Ctrl-C ends
/// the program at once.
void note_interruptions(bool announced = false);
const std::atomic<bool>& interruption();
bool interrupted();

/// Runs `change`, which throws if interrupted() and leaves `file` as it was; the command then exits with 130.
void change_or_leave(const std::string& file, const std::function<void()>& change);

/// Marks a half-written file while it lives.
class HalfWritten {
 public:
    explicit HalfWritten(std::string path);
    ~HalfWritten();
    HalfWritten(const HalfWritten&) = delete;
    HalfWritten& operator=(const HalfWritten&) = delete;

 private:
    std::string path_;
    std::size_t slot_;
};

}  // namespace sortscope::cli
