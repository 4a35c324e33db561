// What a chip needs to count a request, and how long that takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/metric/selection.hpp"

namespace sortscope {

/// Counters that a chip takes together.
struct ChipPass {
    std::vector<std::string> sets;     ///< as PassRecord::set names them
    PassClass pass = PassClass::none;  ///< the dearest class among them
    std::size_t passes = 0;            ///< runs of the sort; 0: the chip has none of it
    std::vector<std::string> names;    ///< the vendor's metrics
};

/// A counter of the catalogue as a chip takes it.
struct ChipCounter {
    CounterId id{};
    std::vector<std::string> names;  ///< the vendor's metrics, in the order of the row's
};

/// A request as one chip takes it.
struct ChipPlan {
    std::string chip;  ///< "GH100"
    std::vector<ChipPass> passes;
    std::vector<ChipCounter> counters;
    std::vector<CounterId> missing;           ///< that the chip does not have
    std::vector<std::string> missing_vendor;  ///< metrics asked for by name that it does not have

    std::size_t pass_count() const;
};

/// The passes of `request` on a chip like the GH100, where none is there to ask: one of all instrumented
/// instructions, one of the chip's units. Other chips take one pass more of the units (TU to GB20x) or
/// several (GV100).
std::vector<ChipPass> usual_passes(const CounterRequest& request);

/// What counting took on an NVIDIA H200 (driver 580, CUPTI 13.0), the profiler being kept enabled from case
/// to case: docs/measuring.md. Seconds.
struct CountingCosts {
    double first = 0.5;        ///< enabling and the first start, once a process: 0.2 to 0.7
    double configure = 0.009;  ///< to configure and start, a group of passes
    double finish = 0.015;     ///< to stop and decode, a group of passes: 15 to 38 ms for 210 launches
    double decode_a_launch = 0.11e-3;  ///< the part of it that grows
    double sass_a_launch = 0.08e-3;    ///< a launch in a pass of instrumented instructions
    double memory_a_launch = 0.05e-3;  ///< of lts__, dram__ and gpu__
    double sm_a_launch = 0.78e-3;      ///< of smsp__, sm__ and l1tex__
    double stalls_a_case = 0.007;      ///< samples of the program counter: to start, stop and fetch them
    double stalls_fetch =
        4.5;  ///< what fetching grows with: times of the sort (1.3 million samples of 11 ms in 50 ms)
    double series_run = 0.04;   ///< metrics over time: to start, stop, decode and evaluate, a run
    double series_runs = 1;     ///< runs of the sort that they are split over
    double metrics_a_pass = 6;  ///< vendors' metrics of all kinds: sixteen in three passes
};

/// Expected seconds of the counters of a case, without what the sort's own runs need of memory transfers or
/// checks.
struct CountingTime {
    double first = 0;  ///< once a process
    double a_case = 0;
    std::size_t runs = 0;  ///< of the sort
};

/// Of `request` taken by `passes` of a case of `launches` launches whose sort takes `sort_seconds`. The
/// counting build is not in it: it is another build of the kernels, whose time follows from the accesses.
CountingTime counting_time(const CounterRequest& request, std::span<const ChipPass> passes,
                           std::uint64_t launches, double sort_seconds, const CountingCosts& costs = {});

}  // namespace sortscope
