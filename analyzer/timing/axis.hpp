// Axes for comparisons and sweeps: a part of the condition, an axis of cases, "run" or "version".
#pragma once

#include "core/condition.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {
/// Returns `name` if `cases` have that axis. Else throws Error(usage) with all axes.
std::string parse_axis(std::string_view name, std::span<const CaseRecord> cases);

/// "bitonic-c4", "256", "2", "0.1.0"; empty if absent. `condition` and `run` are those of `record`.
std::string axis_text(std::string_view axis, const CaseRecord& record, const Condition& condition,
                      const RunRecord& run);

/// True if the value is a number in all cases that have the axis.
bool is_numeric(std::string_view axis, std::span<const CaseRecord> cases);

/// A free variant frees its parameters, a free backend the device.
Condition leaving_free(const Condition& condition, std::span<const std::string> axes);
}
