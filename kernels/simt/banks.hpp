// Shared-memory bank conflicts: 32 banks of 4 bytes (compute capability 2.0 and later).
#pragma once

#include <cstdint>
#include <span>

namespace sortscope::kernels::simt {

/// Extra wavefronts of a warp's shared access because of bank conflicts. Lanes on the same 4-byte word share
/// a wavefront; different words of a bank need one each. 8-byte accesses go by half-warps, 16-byte accesses
/// by quarter-warps, in lane order.
std::uint32_t bank_conflicts(std::span<const std::uint64_t> offsets, std::span<const std::uint8_t> lanes,
                             std::uint32_t size);

}  // namespace sortscope::kernels::simt
