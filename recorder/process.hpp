// Runs a program with the injected library, and receives its events.
#pragma once

#include <sys/types.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "recorder/recording.hpp"

namespace sortscope::recorder {
/// Throws Error(environment): "Cannot start 'program': No such file or directory."
[[noreturn]] void cannot(const std::string& what, int error);

/// Starts a program, found on PATH, with `added` variables. `streams`: descriptors for its standard streams;
/// below 0: /dev/null. Throws Error(environment).
pid_t start_process(std::vector<std::string> words, std::vector<std::string> added,
                    const std::array<int, 3>& streams);

/// The library that the CUDA driver and NVTX load into the program; empty if it is not installed.
std::filesystem::path find_injection_library();

/// Runs `words` (the program, found on PATH, and its arguments) with this process's streams, and waits for
/// the end. Records child processes, too. Ctrl-C reaches only the program; other signals are passed on. If
/// `library` is empty, the program runs without a library. Throws Error(environment) if the program cannot be
/// started, or if another profiler's library is set. `filter` must outlive the run.
ProgramRun run_program(const std::vector<std::string>& words, const std::filesystem::path& library,
                       const LaunchFilter& filter);

/// Runs the program once for each pass of `counters`, a list for parse_counters() without vendor metrics.
/// Unlike the timed run, these runs have empty input and drop their output. Stops after the first run that
/// fails.
std::vector<ProgramRun> count_program(const std::vector<std::string>& words,
                                      const std::filesystem::path& library, const LaunchFilter& filter,
                                      const std::string& counters);

/// Like count_program(), but runs the program once and samples stalled warps.
ProgramRun sample_program(const std::vector<std::string>& words, const std::filesystem::path& library,
                          const LaunchFilter& filter);
}
