// Runs a program with the library in it, and receives its events.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "recorder/recording.hpp"

namespace sortscope::recorder {
/// The library that the CUDA driver and NVTX load into the program; empty if it is not installed.
std::filesystem::path find_injection_library();

/// Runs `words` (the program, found on PATH, and its arguments) with this process's streams, and waits for
/// its end. Its children are recorded, too. Ctrl-C reaches the program alone; other signals are passed on.
/// `library`: empty leaves the program without one. Throws Error(environment) if it cannot be started, or if
/// another profiler's library is set. `filter` must outlive the run.
ProgramRun run_program(const std::vector<std::string>& words, const std::filesystem::path& library,
                       const LaunchFilter& filter);

/// Runs it once more for each pass of `counters`, a list as of parse_counters() without vendor metrics. Its
/// input is empty and its output is dropped: the timed run had both. Ends with the first run that fails.
std::vector<ProgramRun> count_program(const std::vector<std::string>& words,
                                      const std::filesystem::path& library, const LaunchFilter& filter,
                                      const std::string& counters);

/// Runs it once more, in the same way, and samples stalled warps.
ProgramRun sample_program(const std::vector<std::string>& words, const std::filesystem::path& library,
                          const LaunchFilter& filter);
}
