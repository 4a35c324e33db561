// How well a time is known: intervals within one round, between rounds, and of the ratio of two times.
// docs/comparing.md states the rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/records.hpp"
#include "core/statistics.hpp"

namespace sortscope::analyzer {

/// The level of every interval that is shown.
inline constexpr double interval_level = 0.99;

/// A sample variance of the logarithms of round medians, with its degrees of freedom (rounds - 1).
struct Variance {
    double value = 0;
    double freedom = 0;
    friend bool operator==(const Variance&, const Variance&) = default;
};

/// The variance between the rounds of `time`, of the logarithms of their medians; freedom 0 where there is
/// one round or none. Never below that of times rounded to whole nanoseconds, 1 / (12 median^2).
Variance round_variance(const TimeSummary& time);

/// What variances of other cases say of one: a scaled inverse chi-squared distribution, fitted to them by the
/// moments of the logarithms of sample variances (Smyth 2004, Linear models and empirical Bayes methods,
/// section 6.2, as limma's fitFDist):
///     e = log s^2 - digamma(d / 2) + log(d / 2)
///     trigamma(d0 / 2) = n / (n - 1) mean((e - mean e)^2) - mean(trigamma(d / 2)) + error;  d0 infinite
///     where that is not above 0 s0^2 = exp(mean e + digamma(d0 / 2) - log(d0 / 2))
/// `error` is ours: the standard error of the variance of e, by its second and fourth cumulants, trigamma and
/// pentagamma(d / 2). Files have tens of cases where Smyth has thousands of genes, and a d0 that is too great
/// by chance would make intervals too narrow (98.3 % for 99 % of two rounds, simulated; see tests). Variances
/// of 0 are taken as 1e-5 of their median, as limma does. Fewer than three variances give freedom 0.
Variance fit_prior(std::span<const Variance> variances);

/// (d0 s0^2 + d s^2) / (d0 + d), with d0 + d degrees of freedom (Smyth 2004, section 3), but never more than
/// `most_freedom`: what all the variances together have, as limma's eBayes bounds them. Of an infinite d0 it
/// is s0^2.
Variance moderated(const Variance& own, const Variance& prior,
                   double most_freedom = std::numeric_limits<double>::infinity());

/// Variances between rounds of a file's cases, each moderated by those of the other cases of its run and time
/// mode.
class RoundVariances {
 public:
    RoundVariances() = default;
    explicit RoundVariances(std::span<const CaseRecord> cases);
    /// That of `time`, a summary of case `id` of `run`, moderated by the other cases. Freedom 0 with one
    /// round.
    Variance of(RunId run, CaseId id, const TimeSummary& time) const;

 private:
    struct Known {
        CaseId id{};
        Variance variance;
    };
    std::map<std::pair<RunId, TimeMode>, std::vector<Known>> known_;
    mutable std::map<std::tuple<RunId, TimeMode, CaseId>, Variance> made_;  ///< asked for already
};

/// What an interval of one case's time is of.
enum class IntervalSource {
    none,    ///< a single trial
    trials,  ///< one round: order statistics of its trials
    range,   ///< one round without its trials: from its least to its greatest
    rounds   ///< Student's t over the logarithms of the rounds' medians
};
std::string_view name_of(IntervalSource source);

/// What took times of graphs: stamps of the GPU's clock within the graph, or events around it, which see the
/// graph being launched, too.
struct GraphTimer {
    bool stamps = false;
    double overhead_ns = 0;  ///< of an empty graph, by the same timer
    double step_ns = 0;      ///< one tick of the stamps' clock; 0 of events
};
/// From a run's limits "graph_overhead" and, of stamps, "graph_clock_step"; nothing if unmeasured.
std::optional<GraphTimer> graph_timer_of(std::span<const DeviceLimit> limits);

/// A case's time in one mode with its interval.
struct TimeEstimate {
    TimeMode mode = TimeMode::none;
    double ns = 0;         ///< the median; of several rounds the geometric mean of their medians
    Interval interval_ns;  ///< the level it has: interval_level, or less where trials are few
    IntervalSource source = IntervalSource::none;
    std::uint32_t rounds = 1;
    std::uint32_t trials = 0;
    Variance variance;  ///< of the logarithm of one round's median, moderated; freedom 0 of one round
    std::optional<GraphTimer> graph_timer;  ///< of times in graphs, where it is known

    bool of_rounds() const { return source == IntervalSource::rounds; }
};

/// The time of a case. `variance`: RoundVariances::of() it. `trials` are used if it has one round; may be
/// empty. Nothing if the median is not above 0.
std::optional<TimeEstimate> estimate(const TimeSummary& time, const Variance& variance,
                                     std::span<const TrialRecord> trials = {});

/// Whether the host sets the pace: it enqueues each launch of a stream, and sorts in mode host.
bool host_bound(TimeMode mode);

/// Known difference of the times of two processes that run the same sort of n keys, as a part (0.01: 1 %).
/// Measured on an H200 and hosts; docs/comparing.md has the table.
double process_variation(TimeMode mode, std::uint64_t n);

/// Widens the interval of two times of rounds from two recordings. The host's pace drifts between recordings
/// by more than rounds show (an H200's host: 4.5 %; 18 of 418 equal sorts would differ): process_variation().
/// 0 for graphs: their rounds differ no more between recordings than within one (docs/measurements).
double recording_variation(TimeMode mode, std::uint64_t n);

/// The ratio of two times of one mode with its interval.
struct RatioEstimate {
    double ratio = 1;  ///< other / base
    Interval interval;
    bool of_rounds = false;  ///< both have rounds
    double variation = 0;    ///< widened the interval: process_variation(), of rounds recording_variation()
    double timer_ns = 0;     ///< widened it too: the timers' difference, if one has stamps and one events
    /// Of the logarithm of the ratio.
    double half_width() const;
    /// Both have rounds, but of two recordings: the host may have drifted.
    bool between_recordings() const { return of_rounds && variation > 0; }
};

/// other / base. With rounds on both sides: Student's t with the standard error of the difference of the
/// logarithms and the degrees of freedom of Welch and Satterthwaite, widened by 1 + `drift`
/// (recording_variation() of two recordings, else 0). Else the quotient of the intervals, widened by 1 +
/// `variation`. Stamps against events widen it by twice the difference of their empty graphs. It reaches at
/// least one tick of the clock to either side, since short sorts can take equal ticks in every round.
RatioEstimate ratio_of(const TimeEstimate& base, const TimeEstimate& other, double variation,
                       double drift = 0);

/// Names as in JSON and in exit conditions: "faster", "slower", "same", "unclear".
enum class Verdict { faster, slower, same, unclear };
std::string_view name_of(Verdict verdict);

/// With m = `min_effect` (0.02: 2 %): same if the interval is within 1 / (1 + m) .. 1 + m; slower if it is
/// above 1 and the ratio at least 1 + m; faster if it is below 1 and the ratio at most 1 / (1 + m); else
/// unclear.
Verdict verdict_of(const RatioEstimate& ratio, double min_effect);

/// The t that |T| exceeds with probability 1 - level, T of Student's distribution with `freedom` degrees of
/// freedom (above 0; infinity: the normal distribution).
double student_t(double level, double freedom);

/// The x above 0 with trigamma(x) = `value` (above 0), by Newton's method (Smyth 2004, appendix).
double trigamma_inverse(double value);

}  // namespace sortscope::analyzer
