// The ratio of two times, its interval and its verdict. docs/comparing.md states the rules.
#pragma once

#include "analyzer/timing/interval.hpp"

namespace sortscope::analyzer {
/// Default of --min-effect: least effect that a verdict reports.
inline constexpr double default_min_effect = 0.02;

/// Modes with times, the most trusted first.
inline constexpr std::array timed_modes{TimeMode::graph, TimeMode::stream, TimeMode::host};

/// True if the host sets the pace, in modes stream and host.
bool host_bound(TimeMode mode);

/// Known difference between two processes that run the same sort of n keys, as a part (0.01: 1 %). Measured
/// on an H200 and hosts; docs/intervals.md has the table.
double process_variation(TimeMode mode, uint64_t n);

/// Known difference between the rounds of two recordings: the host's pace drifts by more than rounds show. An
/// H200's host drifted by 4.5 %, so that 18 of 418 equal cases would differ. 0 for graphs
/// (docs/measurements).
double recording_variation(TimeMode mode, uint64_t n);

struct RatioEstimate {
    double ratio = 1;  ///< other / base
    Interval interval;
    bool of_rounds = false;  ///< both sides have rounds
    double variation = 0;    ///< widening: process_variation(), or recording_variation() with rounds
    double timer_ns = 0;     ///< widening: difference between stamps and events, if the sides' timers differ
    double half_width() const;  ///< half-width of the ratio's logarithm
    /// True if both sides have rounds, but of two recordings, so that the host may have drifted.
    bool between_recordings() const { return of_rounds && variation > 0; }
};

/// Estimates other / base. With rounds on both sides, the interval uses Student's t for the difference of the
/// logarithms: standard error and degrees of freedom of Welch and Satterthwaite. This interval is widened by
/// 1 + `drift` (recording_variation() for two recordings, else 0). Otherwise the interval is the quotient of
/// both intervals, widened by 1 + `variation`. Different timers widen the interval by twice the difference of
/// their empty graphs. The interval reaches at least one clock tick to either side.
RatioEstimate ratio_of(const TimeEstimate& base, const TimeEstimate& other, double variation,
                       double drift = 0);

/// host: stream times differ clearly, but the kernels took the same time.
enum class Verdict { faster, slower, same, unclear, host };
inline constexpr std::array all_verdicts{Verdict::faster, Verdict::slower, Verdict::same, Verdict::unclear,
                                         Verdict::host};
std::string_view name_of(Verdict verdict);
bool is_clear(Verdict verdict);  ///< faster or slower

/// With m = `min_effect` (0.02: 2 %), returns same if the interval is within 1 / (1 + m) .. 1 + m. Returns
/// slower if the interval is above 1 and the ratio at least 1 + m. Returns faster if the interval is below 1
/// and the ratio at most 1 / (1 + m). Otherwise returns unclear, never host.
Verdict verdict_of(const RatioEstimate& ratio, double min_effect);

/// A verdict for --fail-on, with its least effect: "slower:2%".
struct FailOn {
    Verdict verdict{};
    double min_effect = default_min_effect;
};
}
