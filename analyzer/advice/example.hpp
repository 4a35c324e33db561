// Examples: cases of the file that already follow a remedy.
#pragma once

#include <span>

#include "analyzer/advice/advice.hpp"

namespace sortscope::analyzer {
/// Fastest of `others` that is faster than `record` and has at most 1 / 1.2 of the fault. Promise, number of
/// compare-exchanges and condition must be equal, except for variant, parameters and block. Returns
/// std::nullopt if no case fits, or if the fault has no measure over a whole case. `all` sums the launches of
/// `record`.
std::optional<AdviceExample> example_of(Fault fault, const CaseSource& source, const CaseRecord& record,
                                        const LaunchSums& all, std::span<const CaseRecord> others);
}
