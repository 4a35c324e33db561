// Searches for the best configuration by successive halving (Jamieson and Talwalkar 2016, "Non-stochastic
// best arm identification and hyperparameter optimization", section 3).
#pragma once

#include <functional>

#include "analyzer/timing/verdict.hpp"

namespace sortscope::analyzer {
struct TuneOptions {
    uint32_t first_trials = 3;
    uint32_t last_trials = 24;  ///< total for each candidate of the last round
    bool exact = false;         ///< values do not scatter (modelled counts): one round suffices
    double variation = 0;       ///< process_variation() of the times
    double min_effect = default_min_effect;
};

struct TuneRound {
    uint32_t trials = 0;                              ///< per candidate, including earlier rounds
    std::vector<size_t> entered;                      ///< candidates of this round
    std::vector<std::optional<TimeEstimate>> values;  ///< of the entered candidates
    std::vector<size_t> kept;                         ///< the best first
};

struct TuneResult {
    std::vector<TuneRound> rounds;
    std::optional<size_t> best, next;                 ///< empty if not measured
    std::vector<std::optional<TimeEstimate>> latest;  ///< of each candidate in its last round
    std::optional<RatioEstimate> margin;              ///< next / best
    std::optional<Verdict> verdict;                   ///< of `margin`
    /// 1 - sum of the others' probabilities to be faster, from the intervals of their ratios to the best
    /// (normal in the logarithm). At least 1 / candidates; 1 for exact values.
    double certainty = 0;
    uint64_t trials = 0, all_trials = 0;  ///< that ran, and of a full sweep
    size_t to_the_end = 0;                ///< candidates with last_trials
    bool stopped = false;

    double saved_part() const;  ///< of a full sweep's trials, 0..1
    std::optional<double> ratio_to_best(size_t candidate) const;
};

/// Runs `trials` more trials of each candidate; returns values over all its trials. A candidate without a
/// value drops out. An empty result ends the search.
using TuneMeasure = std::function<std::vector<std::optional<TimeEstimate>>(std::span<const size_t> candidates,
                                                                           uint32_t trials)>;

/// Searches candidates 0 .. count - 1 for the least value. All get few trials. Each round keeps the better
/// half, and intervals that overlap the best one's, for as many trials again. Throws Error(usage) if none.
TuneResult tune(size_t count, const TuneOptions& options, const TuneMeasure& measure);

/// Adds the trials of `record` to `trials`, and estimates the time from all. Empty if the case failed.
std::optional<TimeEstimate> time_with(const CaseRecord& record, std::vector<TrialRecord>& trials);
/// Estimates from the first `most` accepted trials of a mode.
std::optional<TimeEstimate> time_of_first(std::span<const TrialRecord> trials, TimeMode mode, uint32_t most);
/// Sectors that a case loads and stores, as an exact value. Empty if a launch lacks sectors.
std::optional<TimeEstimate> sectors_of(const CaseRecord& record);
}
