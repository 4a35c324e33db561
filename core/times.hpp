// Summaries of time trials.
#pragma once

#include "core/records.hpp"

namespace sortscope {
/// Returns whether `trial` is a time trial of `mode` with a duration, accepted or not.
bool is_time_of(const TrialRecord& trial, TimeMode mode);

/// Accepted time trials of `mode`, in order; the pointers point into `trials`.
std::vector<const TrialRecord*> accepted_times(std::span<const TrialRecord> trials, TimeMode mode);

/// Summarizes the accepted_times(). The median is that of the rounds' medians, so that each round counts
/// equally. Empty if there are no times.
std::optional<TimeSummary> summarize_times(std::span<const TrialRecord> trials, TimeMode mode,
                                           std::string stopped_by = {});

/// Interquartile range / median of the trials; empty for a single trial.
std::optional<double> spread_of(const TimeSummary& time);

/// Null if absent.
const TimeSummary* time_in(const CaseRecord& record, TimeMode mode);
}
