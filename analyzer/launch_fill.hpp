// How a launch fills its device: theoretical occupancy, waves and the tail.
#pragma once

#include <optional>

#include "core/metric/occupancy.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {

struct LaunchFill {
    Occupancy occupancy;   ///< theoretical
    double waves = 0;      ///< blocks of the launch over what the whole device holds at once
    double idle_tail = 0;  ///< part of the device that has nothing to do in the last wave, 0..1
    /// Of the warp slots of a multiprocessor, 0..1.
    double part() const { return static_cast<double>(occupancy.warps) / occupancy.warp_slots; }
};

/// Nothing where the occupancy or the number of SMs is unknown, or where no block fits.
std::optional<LaunchFill> launch_fill(const Device& device, const LaunchRecord& launch);

}  // namespace sortscope::analyzer
