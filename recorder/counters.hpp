// Values of a run under counters, for the launches of the timed run.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "recorder/recording.hpp"

namespace sortscope::recorder {
/// What identifies a launch in another run.
struct TimedLaunch {
    const std::string& label;   ///< of its ranges
    const std::string& symbol;  ///< of its kernel
    Dim3 grid, block;
    bool in_graph;
};

/// Two launches match if both are the n-th of their kernel, grid and ranges. If a launch of either run has no
/// match, no launch has counters. A program that died under counters gives those of its launches until then.
/// Nodes of graphs have none: CUPTI counts a graph as a whole.
class LaunchCounters {
 public:
    /// Matches launches 0 to `launches` - 1 on GPU `key`. `counted` must outlive it.
    LaunchCounters(const ProgramRun& counted, const std::string& key, const LaunchFilter& filter,
                   size_t launches, const std::function<TimedLaunch(size_t)>& launch);

    void add_to(size_t launch, LaunchRecord& record) const;
    /// Adds the trial of pass `number`, from 1, and its sets, or a note that says why there are none.
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
