// Roofline: bytes and instructions per second of a sort and its stages, compared with device limits.
#pragma once

#include "analyzer/model/device_model.hpp"

namespace sortscope::analyzer {
enum class Roof { dram, l2, shared, instructions };
std::string_view name_of(Roof roof);  ///< "device memory"
std::string_view id_of(Roof roof);    ///< name in JSON and columns: "dram"

struct RoofLimit {
    Roof roof{};
    double per_s = 0;  ///< bytes, or warp instructions
    Provenance provenance = Provenance::measured;
};
/// Measured limits, else published ones (published_model()), in the order of Roof.
std::vector<RoofLimit> roofs_of(const Device& device, std::span<const DeviceLimit> limits);

/// A rate compared with one roof.
struct RoofPlace {
    Roof roof{};
    double per_s = 0;
    Provenance provenance{};  ///< provenance of the counter
    double part = 0;          ///< part of the limit; above 1 if a cache served the bytes
};

/// One stage, or a whole sort.
struct Placement {
    int stage = 0;  ///< 0: the whole sort
    std::string label;
    double time_ns = 0;             ///< kernel time of a stage, median time of a sort
    std::vector<RoofPlace> places;  ///< roofs with a counter, in order of Roof
    /// Place with the greatest part of its limit; null if absent.
    const RoofPlace* nearest() const;
};

/// Compares launches that took `time_ns` with each roof. Device memory: bytes read and written; L2: sectors
/// of 32 bytes; shared memory: wavefronts of 128 bytes; instructions: by warp.
Placement placement(const LaunchSums& sums, double time_ns, std::span<const RoofLimit> roofs);

/// Returns placement() of each stage that has a time.
std::vector<Placement> stage_placements(std::span<const LaunchSums> stages, std::span<const RoofLimit> roofs);
}
