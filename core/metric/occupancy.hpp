// Theoretical occupancy: how many warps of a kernel fit on an SM, and what limits them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/workload.hpp"

namespace sortscope {

struct LaunchRecord;

/// Resources of one SM of a compute capability (CUDA C++ Programming Guide, "Technical Specifications per
/// Compute Capability"). From 7.0 on, 65,536 registers in four parts are allocated to warps in units of 256.
struct MultiprocessorLimits {
    std::uint32_t warps = 0;                   ///< warp slots
    std::uint32_t blocks = 0;                  ///< block slots
    std::uint32_t registers = 65536;           ///< 32-bit registers
    std::uint32_t shared_bytes = 0;            ///< maximum beside L1
    std::uint32_t shared_per_block_bytes = 0;  ///< maximum of one block, on request
    std::uint32_t shared_reserved_bytes = 0;   ///< reserved by the system in each block
    std::uint32_t shared_unit_bytes = 0;       ///< allocation unit of shared memory
};

/// Limits of compute capability 7.0 to 12.x; nothing for others.
std::optional<MultiprocessorLimits> multiprocessor_limits(int cc_major, int cc_minor);

/// Resource that allows no further block on an SM.
enum class OccupancyLimiter { warps, blocks, registers, shared_memory };
/// "warp slots", "block slots", "registers", "shared memory".
std::string_view name_of(OccupancyLimiter limiter);

/// Share of an SM that a kernel can fill.
struct Occupancy {
    std::uint32_t blocks = 0;  ///< resident blocks; 0: the launch needs more than an SM has
    std::uint32_t warps = 0;   ///< resident warps
    std::uint32_t warp_slots = 0;
    std::vector<OccupancyLimiter> limiters;  ///< all that allow no further block, in order of the enum

    double percent() const { return 100.0 * warps / warp_slots; }
    friend bool operator==(const Occupancy&, const Occupancy&) = default;
};

/// Occupancy of blocks with `threads` threads, `registers` registers a thread and `shared_bytes` of shared
/// memory, by the rules of NVIDIA's cuda_occupancy.h and with the largest shared memory. Throws Error(usage)
/// if `threads` is 0.
Occupancy theoretical_occupancy(const MultiprocessorLimits& limits, std::uint32_t threads,
                                std::uint32_t registers, std::uint32_t shared_bytes);

/// Occupancy of a launch; nothing if its registers (from activity records) or the device's limits are
/// unknown.
std::optional<Occupancy> theoretical_occupancy(const Device& device, const LaunchRecord& launch);

}  // namespace sortscope
