// How a launch fills its device: blocks that an SM holds at once, what limits them, waves and the tail.
#pragma once

#include <optional>
#include <string_view>

#include "core/records.hpp"

namespace sortscope::analyzer {

/// What an SM of a compute capability holds (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"; the units of
/// allocation from NVIDIA's occupancy calculator).
struct SmLimits {
    int cc_major = 0, cc_minor = 0;
    int warps = 0;             ///< resident warps
    int blocks = 0;            ///< resident blocks
    int registers = 0;         ///< of 32 bits
    int shared_bytes = 0;
    int reserved_bytes = 0;    ///< shared memory that the system takes of each block
    int shared_unit_bytes = 0; ///< shared memory is given out in these
    int register_unit = 256;   ///< registers of a warp are given out in these
};
/// Null where the program does not know the compute capability.
const SmLimits* sm_limits(int cc_major, int cc_minor);

/// What keeps more blocks off an SM.
enum class OccupancyLimit { warps, blocks, registers, shared };
std::string_view name_of(OccupancyLimit limit);  ///< "warps", "blocks", "registers", "shared memory"

struct Occupancy {
    int blocks_per_sm = 0;
    double part = 0;       ///< of the SM's warp slots that can be filled, 0..1
    OccupancyLimit limit{};
    double waves = 0;      ///< blocks of the launch over what the whole device holds at once
    double idle_tail = 0;  ///< part of the device that has nothing to do in the last wave, 0..1
};

/// Nothing where the launch's registers, the device's number of SMs or its compute capability are unknown, or where no block fits.
std::optional<Occupancy> occupancy(const Device& device, const LaunchRecord& launch);

}  // namespace sortscope::analyzer
