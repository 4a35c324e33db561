// Runs the cases of a sweep, one after the other, each on the backend that takes it.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "collector/backend.hpp"
#include "collector/recorder.hpp"
#include "collector/sweep.hpp"

namespace sortscope::collector {

/// How far a sweep is.
struct Progress {
    std::size_t done = 0;       ///< cases ended
    std::size_t total = 0;      ///< cases that will run
    double fraction = 0;        ///< 0..1 of the whole sweep, weighted by each case's expected work
    double seconds_left = -1;   ///< estimated; below 0 while unknown
    std::string current;        ///< describe() of the case that runs; empty at the end
};

/// What a sweep came to.
struct Outcome {
    std::size_t ok = 0;
    std::size_t failed = 0;       ///< failed or unverified
    std::size_t refused = 0;
    bool interrupted = false;
    std::vector<std::string> problems;  ///< a sentence for each case that failed or was unverified
};

/// A case with the backend that will run it.
struct Assignment {
    PlannedCase planned;
    Backend* backend = nullptr;  ///< null: refused
};

/// Gives each case to every one of `backends` that runs its kind of variant (so that two GPUs each run all GPU cases). What
/// no backend takes, or a device cannot, is refused with a sentence.
std::vector<Assignment> assign(std::vector<PlannedCase> cases, const std::vector<std::unique_ptr<Backend>>& backends);

/// Runs all that can run, records each case as it ends, and reports progress. `stop` ends the sweep after the current case. A case
/// whose backend throws, or whose record the recorder refuses, is recorded as failed with what was said, and the sweep goes on; it
/// ends where the recorder takes that no more either.
Outcome run_cases(const std::vector<Assignment>& assignments, const BackendOptions& options, Recorder& recorder,
                  const std::atomic<bool>& stop, const std::function<void(const Progress&)>& progress);

}  // namespace sortscope::collector
