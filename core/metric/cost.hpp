// Passes of a counter request on a chip, and their expected time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/metric/selection.hpp"

namespace sortscope {
struct ChipPass {
    std::vector<std::string> sets;     ///< as in PassRecord::set
    PassClass pass = PassClass::none;  ///< the most expensive class among them
    size_t passes = 0;                 ///< runs of the sort; 0: the chip has no such counters
    std::vector<std::string> names;    ///< of the vendor
};

/// A counter of the catalogue.
struct ChipCounter {
    CounterId id{};
    std::vector<std::string> names;  ///< of the vendor, in the row's order
};

/// A request on one chip.
struct ChipPlan {
    std::string chip;  ///< "GH100"
    std::vector<ChipPass> passes;
    std::vector<ChipCounter> counters;
    std::vector<CounterId> missing;           ///< counters
    std::vector<std::string> missing_vendor;  ///< vendor metrics

    size_t pass_count() const;
};

/// Assumes a chip like the GH100, if no GPU can be asked: one pass of instrumented instructions, one of the
/// chip's units. TU to GB20x need one more of the units, GV100 several.
std::vector<ChipPass> usual_passes(const CounterRequest& request);

/// Seconds on an NVIDIA H200 (driver 580, CUPTI 13.0), the profiler enabled throughout (docs/measuring.md).
struct CountingCosts {
    double first = 0.5;                ///< enable and first start, once a process: 0.2 to 0.7
    double configure = 0.009;          ///< configure and start a group of passes
    double finish = 0.015;             ///< stop and decode a group of passes: 15 to 38 ms for 210 launches
    double decode_a_launch = 0.11e-3;  ///< growth of `finish`
    double sass_a_launch = 0.08e-3;    ///< a launch in a pass of instrumented instructions
    double memory_a_launch = 0.05e-3;  ///< metrics lts__, dram__, gpu__
    double sm_a_launch = 0.78e-3;      ///< metrics smsp__, sm__, l1tex__
    double stalls_a_case = 0.007;      ///< start, stop and fetch stall samples
    /// Time to fetch samples / time of the sort (1.3 million samples of 11 ms in 50 ms)
    double stalls_fetch = 4.5;
    double series_run = 0.04;   ///< start, stop, decode and evaluate a run of metrics over time
    double series_runs = 2;     ///< of the sort: as a graph, and launch by launch
    double metrics_a_pass = 6;  ///< vendor metrics: sixteen take three passes
};

/// Seconds, without memory transfers and checks.
struct CountingTime {
    double first = 0;  ///< once a process
    double a_case = 0;
    size_t runs = 0;  ///< of the sort
};

/// For `launches` launches in a sort of `sort_seconds`, without the counting build: its time depends on the
/// accesses.
CountingTime counting_time(const CounterRequest& request, std::span<const ChipPass> passes, uint64_t launches,
                           double sort_seconds, const CountingCosts& costs = {});
}
