// The ratio of two times, its interval and its verdict. docs/comparing.md states the rules.
#pragma once

#include "analyzer/timing/interval.hpp"

namespace sortscope::analyzer {
/// Least effect that a verdict reports, without --min-effect.
inline constexpr double default_min_effect = 0.02;

/// Modes with times, the most trusted first.
inline constexpr std::array timed_modes{TimeMode::graph, TimeMode::stream, TimeMode::host};

/// True if the host sets the pace: it enqueues each launch of a stream, and sorts in mode host.
bool host_bound(TimeMode mode);

/// Known difference between two processes that run the same sort of n keys, as a part (0.01: 1 %). Measured
/// on an H200 and hosts; docs/intervals.md has the table.
double process_variation(TimeMode mode, uint64_t n);

/// Known difference between the rounds of two recordings: the host's pace drifts by more than rounds show (an
/// H200's host: 4.5 %; 18 of 418 equal cases would differ). 0 for graphs (docs/measurements).
double recording_variation(TimeMode mode, uint64_t n);

struct RatioEstimate {
    double ratio = 1;  ///< other / base
    Interval interval;
    bool of_rounds = false;     ///< both have rounds
    double variation = 0;       ///< widening: process_variation(), or recording_variation() with rounds
    double timer_ns = 0;        ///< widening: the timers' difference, if one side has stamps and one events
    double half_width() const;  ///< of the logarithm of the ratio
    /// Both sides have rounds, but of two recordings: the host may have drifted.
    bool between_recordings() const { return of_rounds && variation > 0; }
};

/// other / base. With rounds on both sides: Student's t with the standard error of the difference of the
/// logarithms and the degrees of freedom of Welch and Satterthwaite, widened by 1 + `drift`
/// (recording_variation() of two recordings, else 0). Else the quotient of the intervals, widened by 1 +
/// `variation`. Two timers widen it by twice the difference of their empty graphs. It reaches at least one
/// tick of the clock to either side.
RatioEstimate ratio_of(const TimeEstimate& base, const TimeEstimate& other, double variation,
                       double drift = 0);

/// host: stream times differ clearly, but the kernels took the same time.
enum class Verdict { faster, slower, same, unclear, host };
inline constexpr std::array all_verdicts{Verdict::faster, Verdict::slower, Verdict::same, Verdict::unclear,
                                         Verdict::host};
std::string_view name_of(Verdict verdict);
bool is_clear(Verdict verdict);  ///< faster or slower

/// With m = `min_effect` (0.02: 2 %): same if the interval is within 1 / (1 + m) .. 1 + m; slower if it is
/// above 1 and the ratio at least 1 + m; faster if it is below 1 and the ratio at most 1 / (1 + m); else
/// unclear. Never host.
Verdict verdict_of(const RatioEstimate& ratio, double min_effect);

/// A verdict for --fail-on, with its least effect: "slower:2%".
struct FailOn {
    Verdict verdict{};
    double min_effect = default_min_effect;
};
}
