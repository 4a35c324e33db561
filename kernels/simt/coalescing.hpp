// How each generation of GPU turns one warp's global access into transactions. Pure functions, one a rule.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace sortscope::kernels::simt {

/// One request: the byte addresses of a warp's active lanes, all accessing `size` bytes (1, 2, 4, 8 or 16),
/// each address a multiple of its size. Lane numbers matter for rules that split the warp; inactive lanes are
/// left out.
struct Request {
    std::span<const std::uint64_t> addresses;  ///< of the active lanes, in lane order
    std::span<const std::uint8_t> lanes;       ///< their lane numbers, ascending
    std::uint32_t size = 4;
};

/// What a request costs under a rule.
struct Transactions {
    std::uint32_t count =
        0;  ///< transactions (cc 1.x, 2.x) or 128-byte lines touched: "tags" (3.0 and later)
    std::uint32_t bytes = 0;  ///< bytes moved: 32 * sectors from 3.0 on
    friend bool operator==(const Transactions&, const Transactions&) = default;
};

/// Transaction sizes of a request by 128-byte line: lines with 1, 2, 3 and 4 of their sectors used. The
/// definition that every part of SortScope means by the transaction-size histogram (counted by software on
/// any GPU).
using SizeHistogram = std::array<std::uint32_t, 4>;

/// Distinct 32-byte sectors, distinct 128-byte lines and the histogram of a request, in one pass.
struct SectorCounts {
    std::uint32_t sectors = 0;
    std::uint32_t lines = 0;
    SizeHistogram sizes{};
};
SectorCounts count_sectors(std::span<const std::uint64_t> addresses);

/// Distinct bytes that accesses of `size` bytes, each aligned to its size, touch: a byte that several lanes
/// touch is one.
std::uint32_t distinct_bytes(std::span<const std::uint64_t> addresses, std::uint32_t size);

/// Compute capability 1.2 and 1.3: each half-warp by itself. The lowest lane's segment (32 B for 1-byte
/// words, 64 for 2-byte, 128 for 4, 8 and 16-byte) takes every active lane in it and is halved, down to 32 B,
/// while only one half is used. (CUDA C Programming Guide 2.3, section 5.1.2.1.)
struct Cc13Transactions {
    std::array<std::uint32_t, 3> sizes{};  ///< of 32, 64, 128 bytes
    Transactions total() const {
        return {sizes[0] + sizes[1] + sizes[2], 32 * sizes[0] + 64 * sizes[1] + 128 * sizes[2]};
    }
};
Cc13Transactions cc13_transactions(const Request& request);

/// Compute capability 2.x. Cached loads move whole 128-byte lines: 4-byte words for the warp at once, 8-byte
/// words by half-warps, 16-byte words by quarter-warps. Stores move 32-byte segments. (CUDA C Programming
/// Guide 4.0, G.4.2.)
Transactions cc2_load(const Request& request);
Transactions cc2_store(const Request& request);

/// Compute capability 3.x: global loads pass L1 by and move 32-byte segments, as stores do.
Transactions cc3_transactions(const Request& request);

/// Compute capability 5.x and 6.x: 32-byte sectors, for loads and stores.
Transactions cc6_transactions(const Request& request);

/// Compute capability 7.0 and later: distinct 32-byte sectors and distinct 128-byte lines (tags) of the whole
/// request.
Transactions cc7_transactions(const Request& request);

/// The rule of a compute capability.
enum class Rule { cc13, cc2, cc3, cc6, cc7 };

/// The rule that holds for compute capability major.minor. Throws Error(unsupported) below 1.2, where an
/// access that is not perfectly aligned falls apart by lane, which is not modelled.
Rule rule_of(int major, int minor);

/// Cost of a load or store under `rule`.
Transactions transactions(Rule rule, const Request& request, bool store);

}  // namespace sortscope::kernels::simt
