// Summaries of time trials.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/records.hpp"

namespace sortscope {

/// Whether `trial` is a time trial of `mode` that has a time, accepted or left out.
bool is_time_of(const TrialRecord& trial, TimeMode mode);

/// What a time in `mode` is of: the accepted time trials of that mode that have a time, in their order. They
/// point into `trials`.
std::vector<const TrialRecord*> accepted_times(std::span<const TrialRecord> trials, TimeMode mode);

/// The accepted time trials of `mode` summed up: by round, and all together. The median of several rounds is
/// the median of their medians, so that a round with more trials weighs no more. Nothing where there is no
/// such trial.
std::optional<TimeSummary> summarize_times(std::span<const TrialRecord> trials, TimeMode mode,
                                           std::string stopped_by = {});

/// How far its trials lie apart: interquartile range / median. Nothing of a single trial, which tells nothing
/// of it.
std::optional<double> spread_of(const TimeSummary& time);

/// The summary of `record` in `mode`: its headline or one of its others; null where it has none.
const TimeSummary* time_in(const CaseRecord& record, TimeMode mode);

}  // namespace sortscope
