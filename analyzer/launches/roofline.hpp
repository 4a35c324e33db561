// Roofline: what a sort and its stages move and issue in a second, against what the device reaches.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/device_model.hpp"
#include "core/metric/sums.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {

/// What can run into a limit.
enum class Roof { dram, l2, shared, instructions };
/// "device memory", "L2", "shared memory", "instructions".
std::string_view name_of(Roof roof);
/// "dram", "l2", "shared", "instructions": in JSON and as a column.
std::string_view id_of(Roof roof);

struct RoofLimit {
    Roof roof{};
    double per_s = 0;  ///< bytes, or warp instructions
    Provenance provenance = Provenance::measured;
};
/// The limits that `limits` measured; those that are missing from the device's published figures, where it
/// has a data sheet (published_model()). In the order of Roof; what is known from neither is left out.
std::vector<RoofLimit> roofs_of(const Device& device, std::span<const DeviceLimit> limits);

/// How near something comes to one roof.
struct RoofPlace {
    Roof roof{};
    double per_s = 0;         ///< reached
    Provenance provenance{};  ///< of the counter
    double part = 0;  ///< of the limit, 0..1 (above where a cache that the limit does not know served it)
};

/// One stage, or a whole sort.
struct Placement {
    int stage = 0;  ///< 0: the sort
    std::string label;
    double time_ns = 0;             ///< of its kernels; of the sort: its median
    std::vector<RoofPlace> places;  ///< in the order of Roof; those with a counter alone
    /// The roof it is nearest to; null where there is none.
    const RoofPlace* nearest() const;
};

/// Of launches that were added up, in `time_ns`. Device memory: bytes read and written; L2: its sectors of 32
/// bytes; shared memory: wavefronts of 128 bytes; instructions: by warp. Counters of all launches or none.
Placement placement(const LaunchSums& sums, double time_ns, std::span<const RoofLimit> roofs);

/// The stages, in order, of the sums by stage and kernel; those without a time are left out.
std::vector<Placement> stage_placements(std::span<const LaunchSums> stages, std::span<const RoofLimit> roofs);

/// `device` as the model of predictions knows it: its published figures where it has a data sheet
/// (published_model()), else those that its driver told; with `limits` in their place. Constants as advice
/// takes them.
DeviceModel advised_device(const Device& device, std::span<const DeviceLimit> limits);

}  // namespace sortscope::analyzer
