// `collect --resume`: which of the planned cases a file holds already.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "collector/runner.hpp"
#include "core/condition.hpp"

namespace sortscope::cli {

/// The condition that a planned case will be collected under. The backend must not be null.
Condition planned_condition(const collector::Assignment& assignment, const collector::BackendOptions& options);

/// The counter sets (MetricSet::name) that a planned case will be asked for.
std::vector<std::string> planned_sets(const collector::Assignment& assignment, const collector::BackendOptions& options);

/// Takes out what `known` (cases at Detail::summary) holds already: an ok case of the same condition that has all the counter
/// sets asked for. Returns how many.
std::size_t drop_finished(std::vector<collector::Assignment>& assignments, const collector::BackendOptions& options,
                          const std::vector<CaseRecord>& known);

}  // namespace sortscope::cli
