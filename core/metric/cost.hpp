// Passes of a counter request on a chip, and their expected time.
#pragma once

#include "core/metric/selection.hpp"

namespace sortscope {
struct ChipPass {
    std::vector<std::string> sets;     ///< as in PassRecord::set
    PassClass pass = PassClass::none;  ///< most expensive class of the sets
    size_t passes = 0;                 ///< executions of the sort; 0: the chip lacks the counters
    std::vector<std::string> names;    ///< vendor metrics
};

struct ChipCounter {
    CounterId id{};
    std::vector<std::string> names;  ///< vendor metrics, in the row's order
};

/// Passes and counters of a request on one chip.
struct ChipPlan {
    std::string chip;  ///< "GH100"
    std::vector<ChipPass> passes;
    std::vector<ChipCounter> counters;
    std::vector<CounterId> missing;           ///< counters that the chip lacks
    std::vector<std::string> missing_vendor;  ///< vendor metrics that the chip lacks

    size_t pass_count() const;
};

/// Estimates passes without a GPU, as on a GH100: one pass for instrumented instructions, one for all
/// hardware units. The units need one more pass on TU to GB20x, several more on GV100.
std::vector<ChipPass> usual_passes(const CounterRequest& request);

/// Rounded seconds for estimates, from an NVIDIA H200 (driver 580, CUPTI 13.0) with the profiler kept
/// enabled. Measured costs: docs/measuring.md.
struct CountingCosts {
    double first = 0.5;                ///< first start of the profiler in a process: 0.2 to 0.7
    double configure = 0.009;          ///< configure and start a group of passes
    double finish = 0.015;             ///< stop and decode a group of passes: 15 to 38 ms for 210 launches
    double decode_a_launch = 0.11e-3;  ///< added to `finish` per launch
    double sass_a_launch = 0.08e-3;    ///< per launch, in a pass of instrumented instructions
    double memory_a_launch = 0.05e-3;  ///< per launch, for metrics lts__, dram__, gpu__
    double sm_a_launch = 0.78e-3;      ///< per launch, for metrics smsp__, sm__, l1tex__
    double stalls_a_case = 0.007;      ///< per case: start, stop and fetch stall samples
    /// Seconds to fetch samples per second of the sort (50 ms for an 11 ms sort)
    double stalls_fetch = 4.5;
    double series_run = 0.04;   ///< start, stop, decode and evaluate one execution with series
    double series_runs = 2;     ///< executions of the sort: one as a graph, one as separate launches
    double metrics_a_pass = 6;  ///< vendor metrics per pass
};

/// Expected seconds, without memory transfers and checks.
struct CountingTime {
    double first = 0;  ///< once per process
    double a_case = 0;
    size_t runs = 0;  ///< executions of the sort
};

/// Expected time for a sort of `launches` launches and `sort_seconds`, without the counting build.
CountingTime counting_time(const CounterRequest& request, std::span<const ChipPass> passes, uint64_t launches,
                           double sort_seconds, const CountingCosts& costs = {});
}
