// Names of what cases are compared across or swept over: a part of their condition, an axis, "run" or
// "version".
#pragma once

#include "core/condition.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {

/// Checks that `name` is "run", "version", one of condition_parts, or an axis that one of `cases` has. Throws
/// Error(usage) with all that there are, and the nearest.
std::string parse_axis(std::string_view name, std::span<const CaseRecord> cases);

/// The value of `record`, collected by `run`, as text: "bitonic-c4", "256", "2", "0.1.0"; empty if absent.
/// `condition` is that of the record.
std::string axis_text(std::string_view axis, const CaseRecord& record, const Condition& condition,
                      const RunRecord& run);

/// Whether all `cases` that have the axis have a number on it.
bool is_numeric(std::string_view axis, std::span<const CaseRecord> cases);

/// Frees these axes of `condition`. A free variant frees its parameters; a free backend frees the device.
Condition leaving_free(const Condition& condition, std::span<const std::string> axes);

}  // namespace sortscope::analyzer
