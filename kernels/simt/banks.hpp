// Shared-memory bank conflicts: 32 banks of 4 bytes (compute capability 2.0 and later).
#pragma once

#include <cstdint>
#include <span>

namespace sortscope::kernels::simt {

/// Wavefronts that one warp's shared access takes beyond those it would take without conflicts. Lanes that
/// touch the same 4-byte word of a bank are served together; different words of a bank one after the other.
/// 8-byte accesses go by half-warps and 16-byte accesses by quarter-warps, in lane order of the active lanes'
/// numbers.
std::uint32_t bank_conflicts(std::span<const std::uint64_t> offsets, std::span<const std::uint8_t> lanes,
                             std::uint32_t size);

}  // namespace sortscope::kernels::simt
