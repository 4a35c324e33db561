// Ctrl-C, SIGTERM and SIGHUP: every command ends with 130 and leaves no half-written file.
#pragma once

#include <cstddef>
#include <string>

namespace sortscope::cli {

/// From here on a signal ends the program at once, with 130, and half-written files are taken away. Signals
/// that the caller ignores (nohup) stay ignored. Commands that have more to finish handle them on their own.
void end_when_interrupted();

/// From here on a signal is noted, and interrupted() says so: for commands that end by themselves, leaving
/// all as it was. SIGINT and SIGTERM are taken also where the caller ignores them.
void note_interruptions();
bool interrupted();

/// A file that is being written, as long as this lives.
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
