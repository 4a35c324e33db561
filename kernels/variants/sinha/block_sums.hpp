// Prefix sums over a block, warp by warp. Blocks are whole warps.
#pragma once

#include <cstdint>

#include "kernels/context/kernel.hpp"

namespace sortscope::kernels {

/// Sum of `x` over the warp's lanes up to this one, by five shuffles (Hillis, Steele 1986).
template <class C>
SORTSCOPE_DEVICE std::uint32_t sum_in_warp(C& c, std::uint32_t x) {
    const std::uint32_t lane = c.thread() % 32;
    for (std::uint32_t reach = 1; reach < 32; reach <<= 1) {
        const std::uint32_t left = c.shuffle(x, lane < reach ? lane : lane - reach);
        x += lane < reach ? 0U : left;
    }
    return x;
}

/// Sums of a block's warps.
struct WarpSums {
    std::uint32_t earlier = 0;  ///< sum of the warps before this thread's
    std::uint32_t total = 0;    ///< sum of all warps
};

/// Size of the shared array of sum_over_warps(): one place for each warp that a block can have, since
/// compilers read it ahead, four places at a time.
inline constexpr std::uint32_t warp_places = 32;

/// Sums `of_warp`, equal in all lanes of a warp, over the block's warps. `sums` is a shared array of
/// warp_places. Has one barrier; the caller needs another before the next use of `sums`.
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
