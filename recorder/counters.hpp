// Gives the counters of a run under counters to the launches of the timed run.
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

/// Two launches match if both are the n-th of their kernel, grid and ranges. If a launch of either run has no
/// match, no launch has counters. If the program died under counters, its launches until then have counters.
/// Nodes of graphs have no counters: CUPTI counts a graph as a whole.
class LaunchCounters {
 public:
    /// Matches launches 0 to `launches` - 1 on GPU `key`. `counted` must outlive this object.
    LaunchCounters(const ProgramRun& counted, const std::string& key, const LaunchFilter& filter,
                   size_t launches, const std::function<TimedLaunch(size_t)>& launch);

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
