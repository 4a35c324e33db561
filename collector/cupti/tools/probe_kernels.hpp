// Small kernels with known counts, for the probe.
#pragma once

#include <cstdint>

namespace sortscope::cupti::probe {

/// 2n threads-worth of 32-bit accesses a launch: each of n threads loads and stores one element, coalesced.
void launch_copy(const std::uint32_t* in, std::uint32_t* out, std::uint32_t n, std::uint32_t block);
/// Each thread loads element (i * stride) % n: strided sectors.
void launch_stride(const std::uint32_t* in, std::uint32_t* out, std::uint32_t n, std::uint32_t stride);
/// Every thread of a warp loads the same element.
void launch_broadcast(const std::uint32_t* in, std::uint32_t* out, std::uint32_t n);
/// Loads predicated by thread: the odd lanes of even warps, and no lane of odd warps.
void launch_predicated(const std::uint32_t* in, std::uint32_t* out, std::uint32_t n);
/// A branch that divides every even warp in two halves and no odd warp.
void launch_divergent(const std::uint32_t* in, std::uint32_t* out, std::uint32_t n);
/// 64-bit and 32-bit accesses in one launch.
void launch_mixed(const std::uint64_t* in, std::uint32_t* out, std::uint32_t n);
/// Shared memory, stride words apart: stride 1 is free of conflicts, stride 32 has 31 extra wavefronts a
/// request.
void launch_shared(std::uint32_t* out, std::uint32_t n, std::uint32_t stride);
/// Shared memory with 64-bit words, free of conflicts.
void launch_shared64(std::uint64_t* out, std::uint32_t n);

}  // namespace sortscope::cupti::probe
