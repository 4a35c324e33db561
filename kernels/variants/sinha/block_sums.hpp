// Prefix sums over a block, warp by warp. Blocks are whole warps.
#pragma once

#include <cstdint>

#include "kernels/context/annotations.hpp"

namespace sortscope::kernels {

/// The sum of `x` over the lanes of the warp up to this one, by five shuffles (Hillis, Steele 1986).
template <class C>
SORTSCOPE_DEVICE std::uint32_t sum_in_warp(C& c, std::uint32_t x) {
    const std::uint32_t lane = c.thread() % 32;
    for (std::uint32_t reach = 1; reach < 32; reach <<= 1) {
        const std::uint32_t left = c.shuffle(x, lane < reach ? lane : lane - reach);
        x += lane < reach ? 0U : left;
    }
    return x;
}

/// What the warps of a block add up to.
struct WarpSums {
    std::uint32_t earlier = 0;  ///< of the warps before this thread's
    std::uint32_t total = 0;    ///< of all warps
};

/// Places of the shared array that sum_over_warps() works in: one for each warp that a block can have,
/// however many this one has. Compilers read such an array four places at a time, and ahead.
inline constexpr std::uint32_t warp_places = 32;

/// Adds up `of_warp`, which each lane of a warp gives alike, over the warps of a block. `sums` is a shared
/// array of warp_places; a barrier must stand between this call and the next use of it. One barrier.
template <class C, class Sums>
SORTSCOPE_DEVICE WarpSums sum_over_warps(C& c, Sums& sums, std::uint32_t of_warp) {
    const std::uint32_t own = c.thread() / 32;
    const std::uint32_t warps = c.block_threads() / 32;
    if (c.branch(c.thread() % 32 == 0)) {
        c.store(sums, own, of_warp);
    }
    c.sync();
    WarpSums result;
    std::uint32_t warp = 0;
    for (auto loop = c.loop(); loop.next(warp < warps); ++warp) {
        const std::uint32_t sum = c.load(sums, warp);
        result.earlier += warp < own ? sum : 0U;
        result.total += sum;
    }
    return result;
}

}  // namespace sortscope::kernels
