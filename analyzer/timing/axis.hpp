// What cases are compared across, or swept over: a part of their condition, one of a variant's parameters,
// their run or its version.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/condition.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {

struct Axis {
    enum class Kind { part, parameter, run, version };
    Kind kind = Kind::part;
    ConditionPart part = ConditionPart::variant;  ///< of Kind::part
    std::string parameter;                        ///< of Kind::parameter

    /// As users type it: "device", "max_keys", "run".
    std::string name() const;
    friend bool operator==(const Axis&, const Axis&) = default;
};

/// "run", "version", the name of a condition's part, or of a parameter that one of `cases` has. Throws
/// Error(usage) with all that there are, and the nearest.
Axis parse_axis(std::string_view name, std::span<const CaseRecord> cases);

/// Where `record`, collected by `run`, stands on the axis, as text: "bitonic-c4", "256", "2", "0.1.0".
/// `condition` is that of the record. Empty where it has no such part (a parameter it has not, no block).
std::string axis_text(const Axis& axis, const CaseRecord& record, const Condition& condition,
                      const RunRecord& run);

/// `condition` with the axis left free, so that conditions that differ in it alone become equal. A parameter
/// is taken out of the parameters, and all of them with the variant: another variant has others.
Condition leaving_free(Condition condition, std::span<const Axis> axes);

}  // namespace sortscope::analyzer
