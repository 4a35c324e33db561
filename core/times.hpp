// Summaries of time trials.
#pragma once

#include "core/records.hpp"

namespace sortscope {
/// True for accepted and rejected time trials of `mode` with a duration.
bool is_time_of(const TrialRecord& trial, TimeMode mode);

/// In order; the pointers point into `trials`.
std::vector<const TrialRecord*> accepted_times(std::span<const TrialRecord> trials, TimeMode mode);

/// Summarizes accepted_times(); empty if there are none. The median is the median of the rounds' medians:
/// each round counts equally.
std::optional<TimeSummary> summarize_times(std::span<const TrialRecord> trials, TimeMode mode,
                                           std::string stopped_by = {});

/// Interquartile range / median of all trials; empty for a single trial.
std::optional<double> spread_of(const TimeSummary& time);

/// Null if absent.
const TimeSummary* time_in(const CaseRecord& record, TimeMode mode);
}
