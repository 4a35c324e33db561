// Theoretical occupancy of a kernel on an SM, and the resource that limits it.
#pragma once

#include <vector>

#include "core/workload.hpp"

namespace sortscope {
struct LaunchRecord;

/// Maxima of one SM (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"). From 7.0
/// on, an SM allocates registers to warps in units of 256, in four parts.
struct MultiprocessorLimits {
    uint32_t warps = 0;
    uint32_t blocks = 0;
    uint32_t registers = 65536;           ///< 32-bit registers
    uint32_t shared_bytes = 0;            ///< maximum; L1 shares this memory
    uint32_t shared_per_block_bytes = 0;  ///< maximum with opt-in
    uint32_t shared_reserved_bytes = 0;   ///< reserved by the system in each block
    uint32_t shared_unit_bytes = 0;       ///< allocation unit
};

/// Limits of compute capability 7.0 to 12.x; empty for others.
std::optional<MultiprocessorLimits> multiprocessor_limits(int cc_major, int cc_minor);

/// Resource that allows no further block on an SM.
enum class OccupancyLimiter { warps, blocks, registers, shared_memory };
std::string_view name_of(OccupancyLimiter limiter);

/// Blocks and warps that are resident on an SM.
struct Occupancy {
    uint32_t blocks = 0;  ///< 0: the launch needs more than an SM has
    uint32_t warps = 0;
    uint32_t warp_slots = 0;
    std::vector<OccupancyLimiter> limiters;  ///< in order of the enum

    double percent() const { return 100.0 * warps / warp_slots; }
    friend bool operator==(const Occupancy&, const Occupancy&) = default;
};

/// Follows NVIDIA's cuda_occupancy.h. Assumes that the SM has its maximum of shared memory. `registers` is
/// per thread, `shared_bytes` per block. Throws Error(usage) if `threads` is 0.
Occupancy theoretical_occupancy(const MultiprocessorLimits& limits, uint32_t threads, uint32_t registers,
                                uint32_t shared_bytes);

/// Empty if registers (from activity records) or limits are unknown.
std::optional<Occupancy> theoretical_occupancy(const Device& device, const LaunchRecord& launch);
}
