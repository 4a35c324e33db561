// Bitonic sort, a baseline of Vali, Samani, del Rosario 2020: tiles of 1024 keys in shared memory.
#pragma once

#include "kernels/variants/mu/bitonic_optimized.hpp"

namespace sortscope::kernels {
/// All phases that fit a tile, in one launch: a block loads two keys a thread, sorts its tile in shared
/// memory and stores it. Even tiles are ascending, odd tiles descending.
template <class Key>
struct BitonicTileSort {
    using key = Key;
    static constexpr std::string_view name = "bitonic_tile_sort";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&BitonicTileSort::keys}; }

    Global<Key> keys;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t threads = c.block_threads();
        const uint32_t t = c.thread();
        const uint32_t base = c.block() * 2 * threads;
        auto tile = c.template shared<Key>(2 * threads);
        const Key first = c.load(keys, base + t);
        const Key second = c.load(keys, base + t + threads);
        c.store(tile, t, first);
        c.store(tile, t + threads, second);
        uint32_t k = 2;
        for (auto phase = c.loop(); phase.next(k <= 2 * threads); k <<= 1) {
            uint32_t j = k >> 1;
            for (auto step = c.loop(); step.next(j > 0); j >>= 1) {
                c.sync();
                bitonic_tile_step(c, tile, base, j, k);
            }
        }
        c.sync();
        const Key low_key = c.load(tile, t);
        const Key high_key = c.load(tile, t + threads);
        c.store(keys, base + t, low_key);
        c.store(keys, base + t + threads, high_key);
    }
};

struct BitonicTile {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<BitonicTileSort<Key>>;

    static constexpr uint64_t tile_keys = 1024;

    static VariantInfo info() {
        return {
            .name = "bitonic-tile",
            .source = "Vali, Samani, del Rosario 2020",
            .section = "bitonic sort, the baseline",
            .summary = "Bitonic sort with tiles of 1024 keys in shared memory",
            .details =
                "Blocks of 512 threads, or N/2 if fewer. The first launch sorts each tile of 1024 keys in "
                "shared memory: ten phases of the network at once. In later phases, each step whose pairs "
                "cross tiles is a launch through global memory. The last ten steps are one launch in shared "
                "memory. 1 + D + D(D+1)/2 launches for N = 2^(10+D) keys. Stage 1 is the first launch; stage "
                "p is the phase of sequences of 2^(9+p) keys.",
            .power_of_two = true,
            .min_block = 0};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig&) {
        const uint64_t n = workload.n;
        const auto data = plan.buffer<Key>("keys", n);
        const uint64_t tile = std::min(tile_keys, n);
        const auto block = uint32_t(tile / 2);
        const auto phases = uint64_t(log2_exact(tile));
        plan.launch({.stage = {1, 1, "tile sort"},
                     .threads = n / 2,
                     .block = block,
                     .shared_bytes = uint32_t(tile * sizeof(Key)),
                     .required_bytes = step_bytes<Key>(n),
                     .comparators = n / 2 * phases * (phases + 1) / 2},
                    BitonicTileSort<Key>{.keys = data});
        for_phases(
            n,
            [&](NetworkPhase& phase) {
                while (phase.distance >= tile) plan_bitonic_basic(plan, phase, data, block);
                plan_bitonic_tile(plan, phase, data, block);
            },
            2 * tile, 2);
    }
};
}
