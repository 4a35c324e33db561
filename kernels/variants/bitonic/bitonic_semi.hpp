// Semi-optimized bitonic sort (Mu, Cui, Song 2016): one launch finishes a phase once its pairs fit a tile in
// shared memory.
#pragma once

#include "kernels/variants/mu/bitonic_basic.hpp"

namespace sortscope::kernels {
/// One step in shared memory: a thread swaps its two keys, j apart, if they are out of order. A pair is
/// ascending if its first index & k is 0. The tile holds the block's keys, from index `base` on.
template <class C, class Tile>
SORTSCOPE_DEVICE void bitonic_tile_step(C& c, Tile& tile, uint32_t base, uint32_t j, uint32_t k) {
    const uint32_t t = c.thread();
    const uint32_t low = t & (j - 1);
    const uint32_t i = (t << 1) - low;
    const bool ascending = ((base + i) & k) == 0;
    const auto a = c.load(tile, i);
    const auto b = c.load(tile, i + j);
    if (c.branch(ascending ? before(b, a) : before(a, b))) {
        c.store(tile, i, b);
        c.store(tile, i + j, a);
    }
}

/// Runs all remaining steps of a phase in shared memory: a block loads two keys a thread, runs the steps of
/// distance `first_j` to 1 and stores its keys.
template <class Key>
struct BitonicSemiShared {
    using key = Key;
    static constexpr std::string_view name = "bitonic_semi_shared";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&BitonicSemiShared::keys}; }

    Global<Key> keys;
    uint32_t first_j = 0;  ///< first distance, at most the block's threads
    uint32_t k = 0;        ///< length of the bitonic sequences of this phase

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t threads = c.block_threads();
        const uint32_t t = c.thread();
        const uint32_t base = c.block() * 2 * threads;
        auto tile = c.template shared<Key>(2 * threads);
        const uint64_t low_place =
            base + t;  // a 64-bit variable, else nvcc computes the place again after the loop
        const uint64_t high_place = low_place + threads;
        const Key first = c.load(keys, low_place);
        const Key second = c.load(keys, high_place);
        c.store(tile, t, first);
        c.store(tile, t + threads, second);
        uint32_t j = first_j;
        for (auto loop = c.loop(); loop.next(j > 0); j >>= 1) {
            c.sync();
            bitonic_tile_step(c, tile, base, j, k);
        }
        c.sync();
        const Key low_key = c.load(tile, t);
        const Key high_key = c.load(tile, t + threads);
        c.store(keys, low_place, low_key);
        c.store(keys, high_place, high_key);
    }
};

/// Plans the launch that finishes `phase` in shared memory. Requires phase.distance <= block.
template <class Key>
void plan_bitonic_tile(PlanBuilder& plan, NetworkPhase& phase, const Global<Key>& data, uint32_t block) {
    const uint64_t threads = std::min<uint64_t>(block, phase.n / 2);
    plan_steps(plan, phase,
               {.label = "k=" + std::to_string(phase.length) + " tile",
                .threads = phase.n / 2,
                .block = block,
                .shared_bytes = 2 * threads * sizeof(Key),
                .steps = phase.steps_left()},
               [&](const NetworkPhase& next) {
                   return BitonicSemiShared<Key>{
                       .keys = data, .first_j = next.distance32(), .k = next.length32()};
               });
}

struct BitonicSemi {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<BitonicSemiShared<Key>>;  // also uses bitonic-basic's kernel

    static VariantInfo info() {
        return {.name = "bitonic-semi",
                .source = "Mu, Cui, Song 2016",
                .section = "semi-optimized bitonic sort",
                .summary = "Bitonic sort that finishes each phase in shared memory",
                .details =
                    "N/2 threads; a block has a tile of two keys a thread. Each step whose pairs cross tiles "
                    "is a launch through global memory. Then all remaining steps of the phase run in one "
                    "launch. The block loads its tile into shared memory, orders it with a barrier before "
                    "each step, and stores it. With tiles of 2^T keys: T + sum over phases p > T of (p - T + "
                    "1) launches for N = 2^L keys.",
                .power_of_two = true};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const uint64_t n = workload.n;
        const auto data = plan.buffer<Key>("keys", n);
        const uint64_t block = std::min<uint64_t>(config.block, n / 2);
        for_phases(n, [&](NetworkPhase& phase) {
            while (phase.distance > block) plan_bitonic_basic(plan, phase, data, config.block);
            plan_bitonic_tile(plan, phase, data, config.block);
        });
    }
};
}
