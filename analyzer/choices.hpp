// Which of many cases or stages to look at first.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/metric/sums.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {

/// The sums of greatest time, the first of several; where none has a time, the first. Null of none.
const LaunchSums* heaviest_stage(std::span<const LaunchSums> stages);

/// Positions of the cases with the longest median time, the longest first and of equal ones the first; those
/// without a time last. At most `most`; 0: all.
std::vector<std::size_t> longest_cases(std::span<const CaseRecord* const> cases, std::size_t most);

/// The case that took longest (where none has a time, that of most keys) of those that ended well and have
/// launches to look at; null where there is none.
const CaseRecord* longest_case(std::span<const CaseRecord> cases);

/// The first two variants that were timed on a GPU under otherwise one condition.
std::optional<std::pair<std::string, std::string>> rivals(std::span<const CaseRecord> cases);

/// A variant that has times of several block sizes.
std::optional<std::string> swept_variant(std::span<const CaseRecord> cases);

}  // namespace sortscope::analyzer
