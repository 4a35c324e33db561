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

/// The accepted trials that is_time_of() `mode`, in order; they point into `trials`.
std::vector<const TrialRecord*> accepted_times(std::span<const TrialRecord> trials, TimeMode mode);

/// Summary of accepted_times(): the median of the rounds' medians, so each round has one vote. Nothing
/// without trials.
std::optional<TimeSummary> summarize_times(std::span<const TrialRecord> trials, TimeMode mode,
                                           std::string stopped_by = {});

/// Interquartile range / median of its trials; nothing for a single trial.
std::optional<double> spread_of(const TimeSummary& time);

/// Null if absent.
const TimeSummary* time_in(const CaseRecord& record, TimeMode mode);
}
