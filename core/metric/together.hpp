// Counters whose values may meet in one figure: of one provenance, and of one pass.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "core/metric/value.hpp"

namespace sortscope {

/// Values of several counters that were taken together.
struct TogetherTaken {
    Provenance provenance{};
    PassNumber pass = 1;
    std::vector<double> values;  ///< in the order of the counters
};

/// The values of `ids` of one provenance and one pass (several counters of pass several_passes are of none):
/// of `provenance` where one is named, else of the first in provenance_order() that has them all so. Nothing
/// where none has: two runs of the sort are two sorts.
std::optional<TogetherTaken> taken_together(std::span<const CounterValue> values,
                                            std::initializer_list<CounterId> ids,
                                            std::optional<Provenance> provenance = std::nullopt);

}  // namespace sortscope
