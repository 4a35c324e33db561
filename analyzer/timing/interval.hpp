// A time with its interval, within one round or between rounds. docs/intervals.md states the rules.
#pragma once

#include <limits>
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

/// Returns freedom 0 for fewer than two rounds. The value is at least the variance of rounding to whole
/// nanoseconds, 1 / (12 median^2).
Variance round_variance(const TimeSummary& time);

/// The scaled inverse chi-squared distribution of `variances`, fitted by the moments of their logarithms
/// (Smyth 2004, Linear models and empirical Bayes methods, section 6.2, as limma's fitFDist):
///     e = log s^2 - digamma(d / 2) + log(d / 2)
///     trigamma(d0 / 2) = n / (n - 1) mean((e - mean e)^2) - mean(trigamma(d / 2)) + error
///     s0^2 = exp(mean e + digamma(d0 / 2) - log(d0 / 2)); d0 is infinite if the second line is not above 0
/// `error` is ours: the standard error of the variance of e, by its second and fourth cumulants, trigamma and
/// pentagamma(d / 2). Without it d0 is at times too great: of 99 % intervals of two rounds, 98.3 % hold
/// (simulated, tens of cases). Variances of 0 count as 1e-5 of their median, as in limma. Fewer than three
/// variances give freedom 0.
Variance fit_prior(std::span<const Variance> variances);

/// (d0 s0^2 + d s^2) / (d0 + d), with d0 + d degrees of freedom (Smyth 2004, section 3), at most
/// `most_freedom`: that of all variances together, as in limma's eBayes. s0^2 for an infinite d0.
Variance moderated(const Variance& own, const Variance& prior, double most_freedom);

/// Variances between rounds of a file's cases, moderated by the other cases of the run and time mode.
class RoundVariances {
 public:
    RoundVariances() = default;
    explicit RoundVariances(std::span<const CaseRecord> cases);
    /// `time`: of case `id` of `run`. Freedom 0 with one round.
    Variance of(RunId run, CaseId id, const TimeSummary& time) const;

 private:
    struct Known {
        CaseId id{};
        Variance variance;
    };
    std::map<std::pair<RunId, TimeMode>, std::vector<Known>> known_;
    mutable std::map<std::tuple<RunId, TimeMode, CaseId>, Variance> made_;  ///< asked for already
};

enum class IntervalSource {
    none,    ///< a single trial
    trials,  ///< order statistics of one round's trials
    range,   ///< one round without its trials: from the least to the greatest
    rounds   ///< Student's t over the logarithms of the rounds' medians
};
std::string_view name_of(IntervalSource source);

/// Timer of graphs.
struct GraphTimer {
    bool stamps = false;     ///< of the GPU's clock within the graph; else events around it and its launch
    double overhead_ns = 0;  ///< of an empty graph
    double step_ns = 0;      ///< one tick of the stamps' clock; 0 of events
};
/// Reads a run's limits "graph_overhead" and, for stamps, "graph_clock_step"; std::nullopt if unmeasured.
std::optional<GraphTimer> graph_timer_of(std::span<const DeviceLimit> limits);

/// A case's time in one mode with its interval.
struct TimeEstimate {
    TimeMode mode = TimeMode::none;
    double ns = 0;         ///< the median; of several rounds the geometric mean of their medians
    Interval interval_ns;  ///< at interval_level, or less if trials are few
    IntervalSource source = IntervalSource::none;
    uint32_t rounds = 1;
    uint32_t trials = 0;
    Variance variance;  ///< of the logarithm of one round's median, moderated; freedom 0 of one round
    std::optional<GraphTimer> graph_timer;  ///< of times in graphs, if known

    bool of_rounds() const { return source == IntervalSource::rounds; }
};

/// `variance`: RoundVariances::of(). `trials` may be empty and matter for one round only. Returns
/// std::nullopt unless the median is above 0.
std::optional<TimeEstimate> estimate(const TimeSummary& time, const Variance& variance,
                                     std::span<const TrialRecord> trials = {});

/// |T| exceeds it with probability 1 - level; T of Student's distribution with `freedom` (above 0; infinity:
/// the normal distribution).
double student_t(double level, double freedom);

/// The x with trigamma(x) = `value`, both above 0, by Newton's method (Smyth 2004, appendix).
double trigamma_inverse(double value);
}
