// Differences between two recordings beyond their conditions: possible causes of a difference in time.
#pragma once

#include "analyzer/timing/compare.hpp"

namespace sortscope::analyzer {
struct RecordingDifference {
    std::string_view what;  ///< "program_version", "cuda_version", "driver_version", "device_uuid", "rounds"
    std::string base, other;
    friend bool operator==(const RecordingDifference&, const RecordingDifference&) = default;
};

/// Known values that differ; empty for one recording. The CUDA version covers CUB and Thrust. UUIDs count if
/// both devices have the same name. Rounds belong to the times in `base_mode` and `other_mode`.
std::vector<RecordingDifference> recording_differences(const Compared& base, const Compared& other,
                                                       TimeMode base_mode, TimeMode other_mode);

struct PossibleCause {
    RecordingDifference difference;
    size_t pairs = 0;  ///< faster or slower pairs with this difference
};
/// Causes for pairs with clear verdicts, in the order of recording_differences().
std::vector<PossibleCause> possible_causes(const Comparison& comparison);
}
