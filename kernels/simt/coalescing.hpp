// Coalescing rules: transactions of a warp's global access on each GPU generation, and bank conflicts of its
// shared access. Pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace sortscope::kernels::simt {
/// One access of a warp: aligned byte addresses of the active lanes. Each lane accesses `size` bytes, a power
/// of two up to 16. Some rules split the warp by lane number.
struct Request {
    std::span<const uint64_t> addresses;  ///< in lane order
    std::span<const uint8_t> lanes;       ///< lane numbers, ascending
    uint32_t size = 4;
};

struct Transactions {
    /// Transactions (cc 1.x, 2.x), or touched 128-byte lines, called tags (3.0 and later)
    uint32_t count = 0;
    uint32_t bytes = 0;  ///< 32 * sectors from 3.0 on
    friend bool operator==(const Transactions&, const Transactions&) = default;
};

/// Numbers of 128-byte lines with 1, 2, 3 and 4 used sectors: transactions of 32, 64, 96 and 128 bytes.
using SizeHistogram = std::array<uint32_t, 4>;

/// Distinct sectors and lines of a request.
struct SectorCounts {
    uint32_t sectors = 0;
    uint32_t lines = 0;
    SizeHistogram sizes{};
};
SectorCounts count_sectors(std::span<const uint64_t> addresses);

/// Bytes that aligned accesses of `size` bytes touch. A byte that several lanes touch counts once.
uint32_t distinct_bytes(std::span<const uint64_t> addresses, uint32_t size);

/// Compute capability 1.2 and 1.3: each half-warp is served on its own. The lowest lane's segment (32 B for
/// 1-byte words, 64 for 2-byte, 128 for longer) serves every lane in it. The segment is halved, down to 32 B,
/// while only one half is used. (CUDA C Programming Guide 2.3, section 5.1.2.1.)
struct Cc13Transactions {
    std::array<uint32_t, 3> sizes{};  ///< 32, 64, 128 bytes
    Transactions total() const {
        return {sizes[0] + sizes[1] + sizes[2], 32 * sizes[0] + 64 * sizes[1] + 128 * sizes[2]};
    }
};
Cc13Transactions cc13_transactions(const Request& request);

/// Extra wavefronts that bank conflicts add to a warp's access to shared memory. Addresses are offsets in
/// bytes. There are 32 banks of 4 bytes (compute capability 2.0 and later). Lanes on the same 4-byte word
/// share a wavefront. Different words of a bank need separate wavefronts. Accesses of 8 bytes are served by
/// half-warp, accesses of 16 bytes by quarter-warp.
uint32_t bank_conflicts(const Request& request);

enum class Rule {
    cc13,  ///< 1.2 and 1.3: cc13_transactions()
    /// 2.x. Cached loads move 128-byte lines: 4-byte words by warp, 8-byte words by half-warp, 16-byte words
    /// by quarter-warp. Stores move 32-byte segments. (CUDA C Programming Guide 4.0, G.4.2.)
    cc2,
    cc3  ///< 3.0 and later: 32-byte sectors and 128-byte lines (tags) of the whole request
};

/// Throws Error(unsupported) below 1.2: those GPUs split misaligned accesses by lane.
Rule rule_of(int major, int minor);

Transactions transactions(Rule rule, const Request& request, bool store);
}
