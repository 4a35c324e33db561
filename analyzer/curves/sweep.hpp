// Sweeps: time and counters over block sizes, parameters or both, with the best point and reasons.
#pragma once

#include "analyzer/launches/figures.hpp"
#include "analyzer/timing/compare.hpp"

namespace sortscope::analyzer {
struct SweepReason {
    enum class Kind {
        sectors,       ///< more 32-byte sectors
        conflicts,     ///< more bank conflicts
        divergence,    ///< more divergent branch targets, or branches
        occupancy,     ///< fewer warps can be on an SM
        too_few,       ///< fewer blocks than the device holds at once
        tail,          ///< a larger part of the device is idle in the last wave
        instructions,  ///< more warp instructions
        launches       ///< more kernel launches
    };
    Kind kind{};
    double value = 0, best = 0;  ///< of the point and the best one: counts, or parts (occupancy, waves, tail)
    std::optional<double> ratio() const { return best > 0 ? std::optional(value / best) : std::nullopt; }
    friend bool operator==(const SweepReason&, const SweepReason&) = default;
};
std::string_view name_of(SweepReason::Kind kind);

struct SweepPoint {
    Compared from;
    std::vector<int64_t> at;               ///< value on each axis
    std::optional<TimeEstimate> time;      ///< empty for modelled cases
    LaunchSums total;                      ///< all launches
    std::optional<LaunchRecord> heaviest;  ///< first launch of heaviest_stage()
    std::optional<WaveOccupancy> fill;     ///< of `heaviest`
    std::optional<RatioEstimate> to_best;  ///< time / best time
    std::optional<double> to_row_best;  ///< time / shortest time with the same value on the first of two axes
    std::optional<Verdict> verdict;     ///< of `to_best`; same for the best point
    std::vector<SweepReason> reasons;   ///< of slower points; greatest factor first

    MetricInput input() const { return metric_input(total, from.record->bytes()); }
};

struct Sweep {
    Condition condition;  ///< with the axes and the time mode free
    TimeMode mode = TimeMode::none;
    std::vector<std::string> axes;
    std::vector<SweepPoint> points;   ///< ascending in `at`; at least two
    std::optional<size_t> best;       ///< shortest time; empty without times, or if outputs or items differ
    std::optional<size_t> runner_up;  ///< its `to_best` is the margin
    bool flat = false;                ///< every verdict is same
    std::vector<size_t> as_good;      ///< other points with verdict same or unclear

    bool outputs_differ() const;  ///< by output_of(): no point gets a verdict
    bool items_differ() const;    ///< numbers of keys or items differ: no point is best
    bool timed() const;           ///< any point has a time
};

/// Sweeps over one or two numeric axes except n, one for each condition with two points or more; the newest
/// case counts. Without `mode`, the mode in which most points have times. Throws Error(usage) for other axes.
std::vector<Sweep> sweeps(const CaseFile& file, std::span<const std::string> axes,
                          std::optional<TimeMode> mode, double min_effect);

/// Reasons why `point` is slower: figures 5 % worse; occupancy, waves and tail by a tenth of the device.
std::vector<SweepReason> reasons(const SweepPoint& point, const SweepPoint& best);
}
