// The most that a counter can be: import refuses a greater value, and verify finds one.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/metric/value.hpp"

namespace sortscope::db {

/// A counter that is no more than `times` another one of the same launch, provenance and pass.
struct CounterBound {
    CounterId part;
    int times;
    int times_before_3;    ///< on devices of compute capability 1.x and 2.x
    CounterId whole;       ///< none: one
    const char* check;     ///< of the finding: "efficiency", "sectors"
    const char* sentence;  ///< after "the launch": "loaded more than 32 sectors a request"
};

struct BrokenBound {
    const CounterBound* bound = nullptr;
    CounterValue part;
    std::string sentence;  ///< with the values: "loaded ... (gld_sectors 40, gld_requests 1)"
};
/// The first bound that the counters of a launch break on a device of compute capability `cc_major`.
std::optional<BrokenBound> broken_bound(std::span<const CounterValue> counters, int cc_major);

}  // namespace sortscope::db
