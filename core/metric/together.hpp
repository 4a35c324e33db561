// Selects counter values that may be combined: of one provenance and one pass.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "core/metric/value.hpp"

namespace sortscope {

/// Values of several counters from one provenance and pass.
struct TogetherTaken {
    Provenance provenance{};
    PassNumber pass = 1;
    std::vector<double> values;  ///< in the order of the counters
};

/// The values of `ids` from one provenance and one pass: of `provenance` if given, else of the first in
/// provenance_order() that has all. Nothing if none has: values of two runs are never combined. Several
/// counters with several_passes have no common pass.
std::optional<TogetherTaken> taken_together(std::span<const CounterValue> values,
                                            std::initializer_list<CounterId> ids,
                                            std::optional<Provenance> provenance = std::nullopt);

}  // namespace sortscope
