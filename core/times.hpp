// Summaries of time trials.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/records.hpp"

namespace sortscope {

/// The accepted time trials of `mode` summed up: by round, and all together. The median of several rounds is the median of their
/// medians, so that a round with more trials weighs no more. Nothing where there is no such trial.
std::optional<TimeSummary> summarize_times(std::span<const TrialRecord> trials, TimeMode mode, std::string stopped_by = {});

/// The summary of `record` in `mode`: its headline or one of its others; null where it has none.
const TimeSummary* time_in(const CaseRecord& record, TimeMode mode);

}  // namespace sortscope
