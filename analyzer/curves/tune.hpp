// Search for the best of many configurations by successive halving: all with few trials, the better half with
// as many again, and so on. Jamieson and Talwalkar 2016, "Non-stochastic best arm identification and
// hyperparameter optimization", section 3; here intervals keep what may be the best.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "analyzer/timing/interval.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {

struct TuneOptions {
    std::uint32_t first_trials = 3;
    std::uint32_t last_trials =
        24;                ///< all together, of what is left in the last round; of every case of a full sweep
    bool exact = false;    ///< values do not scatter (modelled counts): one round tells
    double variation = 0;  ///< process_variation() of the times: how far another process may be
    double min_effect = 0.02;
};

/// One round: what went into it, with its values, and what stayed.
struct TuneRound {
    std::uint32_t trials = 0;          ///< of each, this round and those before together
    std::vector<std::size_t> entered;  ///< candidates, as they are numbered
    std::vector<std::optional<TimeEstimate>>
        values;                     ///< of each that entered; nothing where it could not be measured
    std::vector<std::size_t> kept;  ///< the best first
};

struct TuneResult {
    std::vector<TuneRound> rounds;
    std::optional<std::size_t> best;                  ///< nothing where nothing could be measured
    std::optional<std::size_t> next;                  ///< the second of the last round that had two
    std::vector<std::optional<TimeEstimate>> latest;  ///< of each candidate, of its last round
    std::optional<RatioEstimate> margin;              ///< the next over the best
    std::optional<Verdict> verdict;                   ///< of it
    /// That no other candidate is faster: 1 - the sum of the chances that each is, by the interval of its
    /// ratio to the best (taken as normal in the logarithm); no less than 1 / candidates. 1 of exact values.
    double certainty = 0;
    std::uint64_t trials = 0;      ///< that were taken
    std::uint64_t all_trials = 0;  ///< that a full sweep would have taken
    std::size_t to_the_end = 0;    ///< candidates that were measured with last_trials
    bool stopped = false;          ///< before its end

    /// Of the trials of a full sweep those that were not taken, 0..1.
    double saved_part() const;
    /// A candidate's value over the best's; nothing where either has none.
    std::optional<double> ratio_to_best(std::size_t candidate) const;
};

/// The values of `candidates` after `trials` further trials of each, by all its trials so far; in their
/// order. Nothing for one that cannot be measured: it is out. An empty answer ends the search.
using TuneMeasure = std::function<std::vector<std::optional<TimeEstimate>>(
    std::span<const std::size_t> candidates, std::uint32_t trials)>;

/// Searches among candidates 0 .. count - 1 for the least value. After each round the better half stays, and
/// whoever's interval reaches into that of the best. Throws Error(usage) for no candidate.
TuneResult tune(std::size_t count, const TuneOptions& options, const TuneMeasure& measure);

/// The time of a candidate by all its trials so far: those of `record` are added to `trials`, which keeps
/// them from round to round. Nothing where the case did not end well.
std::optional<TimeEstimate> time_with(const CaseRecord& record, std::vector<TrialRecord>& trials);
/// The time by the first `most` accepted trials of a mode: what a search knows that took no more.
std::optional<TimeEstimate> time_of_first(std::span<const TrialRecord> trials, TimeMode mode,
                                          std::uint32_t most);
/// The sectors that a case's launches load and store, as a value that is known exactly. Nothing where one of
/// them lacks them.
std::optional<TimeEstimate> sectors_of(const CaseRecord& record);

}  // namespace sortscope::analyzer
