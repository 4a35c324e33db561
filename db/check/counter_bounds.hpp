// What a counter can be at the most: one table, by which import refuses a value and verify finds one.
#pragma once

#include <span>

namespace sortscope::db {

/// A counter that is no more than `times` another one of the same launch, provenance and pass.
struct CounterBound {
    const char* part;  ///< ids of metrics
    int times;
    int times_before_3;    ///< on devices of compute capability 1.x and 2.x
    const char* whole;     ///< empty: one
    const char* check;     ///< the finding's: "efficiency", "sectors"
    const char* sentence;  ///< behind "the launch": "loaded more than 32 sectors a request"
};
std::span<const CounterBound> counter_bounds();

/// What a request moves at the most, in sectors of 32 bytes: one for each thread of a warp. Before compute
/// capability 3.0 it moves whole segments (1.2, 1.3) or lines (2.x) of 128 bytes (CUDA C Programming Guide,
/// compute capabilities 1.x and 2.x), of which a thread may touch but a word.
inline constexpr int most_sectors = 32, most_sectors_before_3 = 128;

}  // namespace sortscope::db
