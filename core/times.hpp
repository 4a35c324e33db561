// Summaries of time trials.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/records.hpp"

namespace sortscope {

/// Whether `trial` is a time trial of `mode` with a time, accepted or not.
bool is_time_of(const TrialRecord& trial, TimeMode mode);

/// The accepted trials that is_time_of() `mode`, in order; pointers into `trials`.
std::vector<const TrialRecord*> accepted_times(std::span<const TrialRecord> trials, TimeMode mode);

/// Summary of accepted_times(), by round and total. The median is that of the rounds' medians, so that a
/// round with more trials weighs no more. Nothing without trials.
std::optional<TimeSummary> summarize_times(std::span<const TrialRecord> trials, TimeMode mode,
                                           std::string stopped_by = {});

/// Interquartile range / median of its trials; nothing for a single trial.
std::optional<double> spread_of(const TimeSummary& time);

/// The summary of `record` in `mode`, or null.
const TimeSummary* time_in(const CaseRecord& record, TimeMode mode);

}  // namespace sortscope
