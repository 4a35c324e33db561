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
    std::optional<size_t> best, next;                 ///< the two best candidates; empty if not measured
    std::vector<std::optional<TimeEstimate>> latest;  ///< of each candidate in its last round
    std::optional<RatioEstimate> margin;              ///< next / best
    std::optional<Verdict> verdict;                   ///< of `margin`
    /// 1 - sum of each other candidate's probability to be faster than `best`. The probability assumes that
    /// log(ratio to `best`) is normal. At least 1 / measured candidates; 1 for exact values.
    double certainty = 0;
    uint64_t trials = 0, all_trials = 0;  ///< trials that ran; trials of a full sweep
    size_t to_the_end = 0;                ///< candidates that got last_trials
    bool stopped = false;

    double saved_part() const;  ///< part of a full sweep's trials that did not run, 0..1
    std::optional<double> ratio_to_best(size_t candidate) const;
};

/// Runs `trials` more trials of each candidate. Returns one value for each candidate, over all its trials. A
/// candidate without a value drops out. An empty result ends the search.
using TuneMeasure = std::function<std::vector<std::optional<TimeEstimate>>(std::span<const size_t> candidates,
                                                                           uint32_t trials)>;

/// Searches candidates 0 .. count - 1 for the least value. All get first_trials first. Each round keeps the
/// better half, and candidates whose intervals overlap the best one's. Then it doubles their trials, up to
/// last_trials. Throws Error(usage) if `count` is 0.
TuneResult tune(size_t count, const TuneOptions& options, const TuneMeasure& measure);

/// Adds the trials of `record` to `trials`, and estimates the time from all. Empty if the case failed.
std::optional<TimeEstimate> time_with(const CaseRecord& record, std::vector<TrialRecord>& trials);
/// Estimates the time from the first `most` accepted trials of `mode`.
std::optional<TimeEstimate> time_of_first(std::span<const TrialRecord> trials, TimeMode mode, uint32_t most);
/// Sectors that a case loads and stores, as an exact value. Empty if a launch lacks sectors.
std::optional<TimeEstimate> sectors_of(const CaseRecord& record);
}
