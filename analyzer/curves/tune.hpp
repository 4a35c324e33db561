// Search for the best configuration by successive halving: all with few trials, the better half with as many
// again, and so on (Jamieson and Talwalkar 2016, "Non-stochastic best arm identification and hyperparameter
// optimization", section 3). More stay where intervals overlap.
#pragma once

#include <functional>

#include "analyzer/timing/verdict.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {
struct TuneOptions {
    uint32_t first_trials = 3;
    uint32_t last_trials = 24;  ///< in total, of each candidate of the last round
    bool exact = false;         ///< values do not scatter (modelled counts): one round suffices
    double variation = 0;       ///< process_variation() of the times
    double min_effect = default_min_effect;
};

struct TuneRound {
    uint32_t trials = 0;                              ///< of each candidate, with earlier rounds
    std::vector<size_t> entered;                      ///< candidates
    std::vector<std::optional<TimeEstimate>> values;  ///< of these, if measured
    std::vector<size_t> kept;                         ///< the best first
};

struct TuneResult {
    std::vector<TuneRound> rounds;
    std::optional<size_t> best;                       ///< nothing if no candidate could be measured
    std::optional<size_t> next;                       ///< the next best; nothing if no other was measured
    std::vector<std::optional<TimeEstimate>> latest;  ///< of each candidate, in its last round
    std::optional<RatioEstimate> margin;              ///< next / best
    std::optional<Verdict> verdict;                   ///< of the margin
    /// Chance that no other candidate is faster: 1 - the sum of their chances by the interval of their ratio
    /// to the best (normal in the logarithm); at least 1 / candidates. 1 for exact values.
    double certainty = 0;
    uint64_t trials = 0;      ///< that ran
    uint64_t all_trials = 0;  ///< of a full sweep
    size_t to_the_end = 0;    ///< candidates with last_trials
    bool stopped = false;     ///< before its end

    double saved_part() const;  ///< of the trials of a full sweep, 0..1
    std::optional<double> ratio_to_best(size_t candidate) const;
};

/// Values of `candidates`, in order, by all trials, `trials` of them new. A candidate without a value is out.
/// An empty answer ends the search.
using TuneMeasure = std::function<std::vector<std::optional<TimeEstimate>>(std::span<const size_t> candidates,
                                                                           uint32_t trials)>;

/// Searches candidates 0 .. count - 1 for the least value. Each round keeps the better half, and intervals
/// that overlap that of the best. Throws Error(usage) without candidates.
TuneResult tune(size_t count, const TuneOptions& options, const TuneMeasure& measure);

/// Adds the trials of `record` to `trials`, and estimates the time from all. Nothing if the case failed.
std::optional<TimeEstimate> time_with(const CaseRecord& record, std::vector<TrialRecord>& trials);
/// Estimates from the first `most` accepted trials of a mode.
std::optional<TimeEstimate> time_of_first(std::span<const TrialRecord> trials, TimeMode mode, uint32_t most);
/// The sectors that a case loads and stores, as an exact value. Nothing if a launch lacks them.
std::optional<TimeEstimate> sectors_of(const CaseRecord& record);
}
