// Cases of the file that do what a remedy asks for.
#pragma once

#include <span>

#include "analyzer/advice/advice.hpp"

namespace sortscope::analyzer {
/// The fastest of `others` with the same condition but for variant, parameters and block, the same promise
/// and as many compare-exchanges, that is faster than `record` and has less of the fault: at most 1 / 1.2.
/// Returns std::nullopt for a fault without a measure of a whole case. `all` sums the launches of `record`.
std::optional<AdviceExample> example_of(Fault fault, const CaseSource& source, const CaseRecord& record,
                                        const LaunchSums& all, std::span<const CaseRecord> others);
}
