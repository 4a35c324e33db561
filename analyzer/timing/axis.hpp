// Axes that cases are compared across or swept over: a part of their condition, an axis, "run" or "version".
#pragma once

#include "core/condition.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {
/// Throws Error(usage), with all that there are, unless `name` is such an axis of `cases`.
std::string parse_axis(std::string_view name, std::span<const CaseRecord> cases);

/// "bitonic-c4", "256", "2", "0.1.0"; empty if absent. `condition` and `run` are those of `record`.
std::string axis_text(std::string_view axis, const CaseRecord& record, const Condition& condition,
                      const RunRecord& run);

/// Whether all cases with the axis have a number on it.
bool is_numeric(std::string_view axis, std::span<const CaseRecord> cases);

/// A free variant frees its parameters, a free backend the device.
Condition leaving_free(const Condition& condition, std::span<const std::string> axes);
}
