// Theoretical occupancy: how many warps of a kernel fit on a multiprocessor, and what keeps more away.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/workload.hpp"

namespace sortscope {

struct LaunchRecord;

/// What one multiprocessor of a compute capability has: CUDA C++ Programming Guide, "Technical Specifications
/// per Compute Capability". All from 7.0 on have 65,536 registers in four parts and give them to warps by
/// 256.
struct MultiprocessorLimits {
    std::uint32_t warps = 0;                   ///< warp slots
    std::uint32_t blocks = 0;                  ///< block slots
    std::uint32_t registers = 65536;           ///< of 32 bits
    std::uint32_t shared_bytes = 0;            ///< the most that L1 leaves for shared memory
    std::uint32_t shared_per_block_bytes = 0;  ///< the most that one block may have, when it asks for it
    std::uint32_t shared_reserved_bytes = 0;   ///< that the system takes of each block
    std::uint32_t shared_unit_bytes = 0;       ///< shared memory is given to blocks by multiples of it
};

/// Of compute capability 7.0 to 12.x; nothing for others.
std::optional<MultiprocessorLimits> multiprocessor_limits(int cc_major, int cc_minor);

/// What keeps further blocks off a multiprocessor.
enum class OccupancyLimiter { warps, blocks, registers, shared_memory };
/// "warp slots", "block slots", "registers", "shared memory".
std::string_view name_of(OccupancyLimiter limiter);

/// How much of a multiprocessor a kernel can fill.
struct Occupancy {
    std::uint32_t blocks = 0;  ///< that fit at once; 0: the launch asks for more than there is
    std::uint32_t warps = 0;   ///< of these blocks
    std::uint32_t warp_slots = 0;
    std::vector<OccupancyLimiter> limiters;  ///< all that allow no further block, in the order of the enum

    double percent() const { return 100.0 * warps / warp_slots; }
    friend bool operator==(const Occupancy&, const Occupancy&) = default;
};

/// Blocks of `threads` threads with `registers` registers a thread and `shared_bytes` of shared memory each,
/// where all that can be is given to shared memory: the rules of NVIDIA's cuda_occupancy.h. Throws
/// Error(usage) where `threads` is 0.
Occupancy theoretical_occupancy(const MultiprocessorLimits& limits, std::uint32_t threads,
                                std::uint32_t registers, std::uint32_t shared_bytes);

/// That of a launch. Nothing where its registers are not known (no activity records), or the device's limits
/// are not.
std::optional<Occupancy> theoretical_occupancy(const Device& device, const LaunchRecord& launch);

}  // namespace sortscope
