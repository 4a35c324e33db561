// What a counter can be at the most: one table, by which import refuses a value and verify finds one.
#pragma once

#include <span>

namespace sortscope::db {

/// A counter that is no more than `times` another one of the same launch, provenance and pass.
struct CounterBound {
    const char* part;      ///< ids of metrics
    int times;
    const char* whole;     ///< empty: one
    const char* check;     ///< the finding's: "efficiency", "sectors"
    const char* sentence;  ///< behind "the launch": "loaded more than 32 sectors a request"
};
std::span<const CounterBound> counter_bounds();

}  // namespace sortscope::db
