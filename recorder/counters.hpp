// Copies counters from a run under counters to the matching launches of the timed run.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "recorder/recording.hpp"

namespace sortscope::recorder {
/// Properties that identify a launch in another run.
struct TimedLaunch {
    const std::string& label;   ///< of its ranges
    const std::string& symbol;  ///< of its kernel
    Dim3 grid, block;
    bool in_graph;
};

/// The timed run on one GPU.
struct TimedLaunches {
    size_t count;
    std::function<TimedLaunch(size_t)> launch;
    std::vector<ProcessEvents::Early> early;  ///< early launches of each process on the GPU
    bool is_cut;                              ///< by a limit
};

/// Returns true if a limit left launches out.
bool is_cut(const ProgramRun& run);

/// Adds the trial of pass `number`, from 1.
void add_counter_trial(CaseRecord& record, size_t number, std::string note);

/// Matches the n-th launches of equal kernel, grid, block and ranges in two runs. If a launch of either run
/// has no match, no launch gets counters. If the program died under counters, only launches before its death
/// get counters. Nodes of graphs get none: CUPTI counts a graph as a whole. Launches beyond a limit need no
/// match.
class LaunchCounters {
 public:
    /// Matches launches on GPU `key`. `counted` must outlive it.
    LaunchCounters(const ProgramRun& counted, const std::string& key, const LaunchFilter& filter,
                   const TimedLaunches& timed);

    void add_to(size_t launch, LaunchRecord& record) const;
    /// Adds the trial of pass `number`, from 1, and its sets, or a note on why there are no counters.
    void describe(CaseRecord& record, size_t number) const;

 private:
    struct Values {
        uint32_t process = 0, launch = 0;
    };
    const ProgramRun* counted_;
    std::vector<std::vector<CounterId>> ids_;    ///< by process
    std::vector<std::optional<Values>> values_;  ///< by launch; empty if the runs differ
    uint64_t timed_ = 0, count_ = 0, unmatched_ = 0, nodes_ = 0;
    bool refused_ = false;
};
}
