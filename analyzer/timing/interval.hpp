// A time with its interval, within one round or between rounds. docs/intervals.md states the rules.
#pragma once

#include <tuple>

#include "core/records.hpp"
#include "core/statistics.hpp"

namespace sortscope::analyzer {
/// Confidence level of every printed interval.
inline constexpr double interval_level = 0.99;

/// Sample variance of the logarithms of round medians, with its degrees of freedom (rounds - 1).
struct Variance {
    double value = 0;
    double freedom = 0;
    friend bool operator==(const Variance&, const Variance&) = default;
};

/// Returns freedom 0 for fewer than two rounds. The value is at least the variance of rounding to
/// nanoseconds, 1 / (12 median^2).
Variance round_variance(const TimeSummary& time);

/// Fits a scaled inverse chi-squared distribution to n variances s^2 of freedom d (Smyth 2004, Linear models
/// and empirical Bayes methods, section 6.2, as limma's fitFDist):
///     e = log s^2 - digamma(d / 2) + log(d / 2)
///     trigamma(d0 / 2) = n / (n - 1) mean((e - mean e)^2) - mean(trigamma(d / 2)) + error
///     s0^2 = exp(mean e + digamma(d0 / 2) - log(d0 / 2)); d0 is infinite if the second line is not above 0
/// `error` is our addition: the standard error of the variance of e. Without it, intervals of two
/// rounds contain the truth too rarely: 98.3 % instead of 99 % (simulated, tens of cases). Variances of 0
/// count as 1e-5 of the median variance, as in limma. Fewer than three variances give freedom 0.
Variance fit_prior(std::span<const Variance> variances);

/// Combines `own` (s^2, d) with `prior` (s0^2, d0): (d0 s0^2 + d s^2) / (d0 + d), or s0^2 if d0 is infinite.
/// Its freedom is d0 + d, at most `most_freedom` (Smyth 2004, section 3, and limma's eBayes).
Variance moderated(const Variance& own, const Variance& prior, double most_freedom);

/// Variances between rounds of a file's cases, moderated by the other cases of the same run and time mode.
class RoundVariances {
 public:
    RoundVariances() = default;
    explicit RoundVariances(std::span<const CaseRecord> cases);
    /// Freedom 0 for one round.
    Variance of(RunId run, CaseId id, const TimeSummary& time) const;

 private:
    struct Known {
        CaseId id{};
        Variance variance;
    };
    std::map<std::pair<RunId, TimeMode>, std::vector<Known>> known_;
    mutable std::map<std::tuple<RunId, TimeMode, CaseId>, Variance> made_;  ///< cached results
};

enum class IntervalSource {
    none,    ///< a single trial
    trials,  ///< order statistics of one round's trials
    range,   ///< one round, trials unknown: from least to greatest time
    rounds   ///< Student's t over the logarithms of the rounds' medians
};
std::string_view name_of(IntervalSource source);

/// Timer that measured the graph times.
struct GraphTimer {
    bool stamps = false;     ///< true: GPU clock stamps in the graph; false: events around its launch
    double overhead_ns = 0;  ///< time of an empty graph
    double step_ns = 0;      ///< one tick of the stamps' clock; 0 for events
};
/// From the limits "graph_overhead" and, for stamps, "graph_clock_step".
std::optional<GraphTimer> graph_timer_of(std::span<const DeviceLimit> limits);

/// A case's time in one mode with its interval.
struct TimeEstimate {
    TimeMode mode = TimeMode::none;
    double ns = 0;         ///< median; for several rounds, geometric mean of the rounds' medians
    Interval interval_ns;  ///< at interval_level, or a lower level if trials are few
    IntervalSource source = IntervalSource::none;
    uint32_t rounds = 1;
    uint32_t trials = 0;
    Variance variance;  ///< moderated, of the logarithm of a round's median; freedom 0 for one round
    std::optional<GraphTimer> graph_timer;  ///< for mode graph, if known

    bool of_rounds() const { return source == IntervalSource::rounds; }
};

/// Durations of the accepted time trials of `mode`, in order.
std::vector<double> accepted_ns(std::span<const TrialRecord> trials, TimeMode mode);

/// `variance` comes from RoundVariances::of(). Only times of one round use `trials`. Empty without a time.
std::optional<TimeEstimate> estimate(const TimeSummary& time, const Variance& variance,
                                     std::span<const TrialRecord> trials = {});

/// t with P(|T| > t) = 1 - level for Student's T; infinite `freedom` means the normal distribution.
double student_t(double level, double freedom);

/// x with trigamma(x) = `value`, both above 0, by Newton's method (Smyth 2004, appendix).
double trigamma_inverse(double value);
}
