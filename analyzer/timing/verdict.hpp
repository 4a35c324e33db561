// The ratio of two times, its interval and its verdict. docs/comparing.md states the rules.
#pragma once

#include "analyzer/timing/interval.hpp"

namespace sortscope::analyzer {
/// Least effect that a verdict reports.
inline constexpr double default_min_effect = 0.02;

/// Modes with times, the most trusted first.
inline constexpr std::array timed_modes{TimeMode::graph, TimeMode::stream, TimeMode::host};

bool host_bound(TimeMode mode);  ///< the host sets the pace: stream and host

/// Greatest known relative difference between a sort's times in two processes (docs/intervals.md).
double process_variation(TimeMode mode, uint64_t n);

/// Greatest known relative difference between a sort's times in two recordings: rounds do not show all drift
/// of the host. 0 for graph times.
double recording_variation(TimeMode mode, uint64_t n);

struct RatioEstimate {
    double ratio = 1;  ///< other / base
    Interval interval;
    bool of_rounds = false;     ///< both sides have rounds
    double variation = 0;       ///< widens `interval`: process_variation(); for rounds, recording_variation()
    double timer_ns = 0;        ///< widens `interval` for different timers
    double half_width() const;  ///< half-width of the ratio's logarithm
    /// True if the rounds are of two recordings: the host may have drifted between them.
    bool between_recordings() const { return of_rounds && variation > 0; }
};

/// Estimates other / base. With rounds on both sides, the interval is that of Welch and Satterthwaite for the
/// logarithms, widened by 1 + `drift`. Else it is the quotient of both times' intervals, widened by 1 +
/// `variation`. Different timers widen it by twice the difference of their empty-graph times. The interval
/// reaches at least one clock tick to either side.
RatioEstimate ratio_of(const TimeEstimate& base, const TimeEstimate& other, double variation,
                       double drift = 0);

/// host: stream times differ clearly, but the kernels took the same time.
enum class Verdict { faster, slower, same, unclear, host };
inline constexpr std::array all_verdicts{Verdict::faster, Verdict::slower, Verdict::same, Verdict::unclear,
                                         Verdict::host};
std::string_view name_of(Verdict verdict);
bool is_clear(Verdict verdict);  ///< faster or slower

/// With m = `min_effect`: same if the interval is within 1 / (1 + m) .. 1 + m; slower if the interval is
/// above 1 and the ratio at least 1 + m; faster likewise; else unclear. Never host.
Verdict verdict_of(const RatioEstimate& ratio, double min_effect);

/// A verdict for --fail-on, with its least effect: "slower:2%".
struct FailOn {
    Verdict verdict{};
    double min_effect = default_min_effect;
};
}
