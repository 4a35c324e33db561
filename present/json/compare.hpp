// Comparisons, histories, sweeps and searches for the best configuration as JSON.
#pragma once

#include <span>

#include "analyzer/curves/sweep.hpp"
#include "analyzer/timing/history.hpp"
#include "present/json/writer.hpp"
#include "present/tables/difference.hpp"
#include "present/tables/tune.hpp"

namespace sortscope::present::json {

/// "base", "other", "pairs", "only_base", "only_other". `differences`: of the pairs that have one.
void members_of_comparison(Writer& out, const analyzer::Comparison& comparison, const analyzer::Side& base,
                           const analyzer::Side& other, std::span<const PairDifference> differences);

/// A series over runs with its changes.
void write_history(Writer& out, const analyzer::History& history);

/// A sweep: its condition, points, best, and what the others lack.
void write_sweep(Writer& out, const analyzer::Sweep& sweep);

/// "best": .., "next": .., the margin, "certainty", what was saved, "configurations": [..], "rounds": [..];
/// into the object that is open.
void members_of_tune(Writer& out, const TunedSort& sort, const analyzer::TuneResult& result);

/// "ratio" with its interval. "between_recordings" is true where both have rounds and the interval is
/// widened.
void members_of_ratio(Writer& out, const analyzer::RatioEstimate& ratio);
/// "time_mode", "median_ns", "low_ns", "high_ns", "interval_level", "interval_source", "rounds",
/// "time_trials".
void members_of_time(Writer& out, const analyzer::TimeEstimate& time);

}  // namespace sortscope::present::json
