// Sweeps: time and counters against the block size, a parameter, or both; the best, its margin, and why.
#pragma once

#include "analyzer/launches/figures.hpp"
#include "analyzer/timing/compare.hpp"
#include "core/metric/sums.hpp"

namespace sortscope::analyzer {
struct SweepReason {
    enum class Kind {
        sectors,       ///< more 32-byte sectors
        conflicts,     ///< more bank conflicts
        divergence,    ///< more divergent branch targets, or branches
        occupancy,     ///< fewer warps can be on an SM
        too_few,       ///< fewer blocks than the device holds at once
        tail,          ///< more of the device idle in the last wave
        instructions,  ///< more warp instructions
        launches       ///< more kernel launches
    };
    Kind kind{};
    double value = 0;  ///< the point's: a count, or a part 0..1 of occupancy, waves and tail
    double best = 0;   ///< the best's
    std::optional<double> ratio() const { return best > 0 ? std::optional(value / best) : std::nullopt; }
    friend bool operator==(const SweepReason&, const SweepReason&) = default;
};
std::string_view name_of(SweepReason::Kind kind);

struct SweepPoint {
    Compared from;
    std::vector<int64_t> at;               ///< on each axis
    std::optional<TimeEstimate> time;      ///< nothing of modelled cases
    LaunchSums total;                      ///< all launches
    std::optional<LaunchRecord> heaviest;  ///< a launch of the stage and kernel with most of the time
    std::optional<WaveOccupancy> fill;     ///< of the device by that launch
    std::optional<RatioEstimate> to_best;  ///< time / the best's
    std::optional<double> to_row_best;     ///< time / the shortest with its value on the first of two axes
    std::optional<Verdict> verdict;        ///< of to_best; the best itself is same
    std::vector<SweepReason> reasons;      ///< of slower points, the greatest factor first

    MetricInput input() const { return metric_input(total, from.record->bytes()); }
};

struct Sweep {
    Condition condition;             ///< with the axes and the time mode left free
    TimeMode mode = TimeMode::none;  ///< of its times
    std::vector<std::string> axes;
    std::vector<SweepPoint> points;   ///< ascending in `at`; at least two
    std::optional<size_t> best;       ///< of the shortest time; nothing without times or of different outputs
    std::optional<size_t> runner_up;  ///< its ratio to the best is the margin
    bool flat = false;                ///< every verdict is same
    std::vector<size_t> as_good;      ///< other points with verdict same or unclear

    /// Whether points leave different keys in order (output_of()), so that none is judged.
    bool outputs_differ() const;
    /// Whether the points have different numbers of keys or items: then none is best, either.
    bool items_differ() const;
    bool timed() const;  ///< any point
};

/// Sweeps over one or two numeric axes: one for each condition with two points or more. The newest case of a
/// condition counts; `mode` as CompareOptions::time_mode, but of the whole sweep. Throws Error(usage) for n
/// and for an axis without numbers.
std::vector<Sweep> sweeps(const CaseFile& file, std::span<const std::string> axes,
                          std::optional<TimeMode> mode, double min_effect);

/// Why `point` is slower than `best`: figures at least 5 % worse (occupancy, waves and tail: by a tenth of
/// the device).
std::vector<SweepReason> reasons(const SweepPoint& point, const SweepPoint& best);
}
