// Groups of consecutive launches, for levels of detail.
#pragma once

#include <cstdint>

namespace sortscope {
/// Launches of one origin among consecutive launches of a case.
struct LaunchGroup {
    int64_t origin = 0;            ///< identifies process, context and stream; 0 if unknown
    uint32_t first = 0, last = 0;  ///< launch indices
    uint32_t launches = 0;
    uint32_t longest = 0;  ///< index of the longest launch
    int64_t longest_ns = 0;
    int64_t start_ns = 0, end_ns = 0;  ///< earliest start and latest end
    friend bool operator==(const LaunchGroup&, const LaunchGroup&) = default;
};
}
