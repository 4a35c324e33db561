// Sweeps: time and counters over block sizes, parameters or both, with the best point and reasons.
#pragma once

#include "analyzer/launches/figures.hpp"
#include "analyzer/timing/compare.hpp"

namespace sortscope::analyzer {
struct SweepReason {
    enum class Kind {
        sectors,       ///< more 32-byte sectors than at the best point
        conflicts,     ///< more bank conflicts
        divergence,    ///< more divergent branch targets; if not counted, divergent branches
        occupancy,     ///< fewer warps fit on an SM
        too_few,       ///< fewer blocks than the device holds at once
        tail,          ///< a larger part of the device is idle in the last wave
        instructions,  ///< more warp instructions
        launches       ///< more kernel launches
    };
    Kind kind{};
    double value = 0, best = 0;  ///< at this point and at the best: counts, waves, or parts (occupancy, tail)
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
    std::vector<SweepReason> reasons;   ///< for slower points; greatest factor first

    MetricInput input() const { return metric_input(total, from.record->bytes()); }
};

struct Sweep {
    Condition condition;  ///< with the axes and the time mode free
    TimeMode mode = TimeMode::none;
    std::vector<std::string> axes;
    std::vector<SweepPoint> points;   ///< ascending in `at`; at least two
    std::optional<size_t> best;       ///< shortest time; empty without times, or if outputs or items differ
    std::optional<size_t> runner_up;  ///< second shortest time; its `to_best` is the margin
    bool flat = false;                ///< every verdict is Verdict::same
    std::vector<size_t> as_good;      ///< points except `best` with verdict same or unclear

    bool outputs_differ() const;  ///< results of output_of() differ: no point is best
    bool items_differ() const;    ///< numbers of keys or items differ: no point is best
    bool timed() const;           ///< any point has a time
};

/// One sweep over `axes` for each condition with two points or more. `axes` are one or two numeric axes
/// except n; other axes throw Error(usage). Uses the newest case of a point. Without `mode`, uses the mode in
/// which most points have times.
std::vector<Sweep> sweeps(const CaseFile& file, std::span<const std::string> axes,
                          std::optional<TimeMode> mode, double min_effect);

/// Reasons why `point` is slower than `best`: counts higher by 5 % or more; occupancy, waves or tail worse by
/// 0.1 or more.
std::vector<SweepReason> reasons(const SweepPoint& point, const SweepPoint& best);
}
