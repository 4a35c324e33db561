// ParallelSelection_Blocks (Bainville 2011): ranks each key among all keys, tile by tile through shared
// memory.
#pragma once

#include <algorithm>

#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
/// Thread i of N counts the keys that go before its own and stores its key at that place. A block loads
/// `tile` keys at a time into shared memory, and each thread compares its key with all of them.
template <class Key>
struct SelectionBlocksRank {
    using key = Key;
    static constexpr std::string_view name = "selection_blocks_rank";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() {
        return std::tuple{&SelectionBlocksRank::in, &SelectionBlocksRank::out};
    }

    Global<Key> in;
    Global<Key> out;
    uint32_t tile = 0;  ///< keys in shared memory: a multiple of the block, a divisor of N

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t t = c.thread();
        const uint32_t i = c.global_thread();
        const auto n = uint32_t(in.size);
        auto others = c.template shared<Key>(tile);
        const Key own = c.load(in, i);
        uint32_t rank = 0;
        uint32_t first = 0;
        for (auto tiles = c.loop(); tiles.next(first < n); first += tile) {
            uint32_t k = t;
            for (auto loads = c.loop(); loads.next(k < tile); k += c.block_threads()) {
                const Key other = c.load(in, first + k);
                c.store(others, k, other);
            }
            c.sync();
            uint32_t j = 0;
            for (auto compares = c.loop(); compares.next(j < tile); ++j) {
                const Key other = c.load(others, j);
                const bool earlier =
                    first + j < i ? !before(own, other) : before(other, own);  // equal keys keep their order
                rank += earlier ? 1U : 0U;
            }
            c.sync();
        }
        c.store(out, rank, own);
    }
};

struct SelectionBlocks {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<SelectionBlocksRank<Key>>;

    static VariantInfo info() {
        return {.name = "selection-blocks",
                .source = "Bainville 2011",
                .section = "ParallelSelection_Blocks",
                .summary = "Rank of each key by comparing it with all keys, tile by tile in shared memory",
                .details =
                    "One launch of N threads. A block of T threads loads T * block_factor keys at a time "
                    "into shared memory, or all N if fewer. Each thread compares its key with them, tile by "
                    "tile: N/T * N global loads instead of N^2, and two barriers a tile. Each thread then "
                    "stores its key at its rank in a second buffer. Equal keys keep their order, so the sort "
                    "is stable. N^2 comparisons: for up to 2^22 keys. Required bytes: all keys read and "
                    "written once.",
                .max_n = uint64_t{1} << 22,
                .power_of_two = true,
                .max_block = 256,
                .parameters = {block_factor()},
                .steps = [](double n, double, bool) { return n; }};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const auto factor = uint64_t(parameter_value(config, block_factor()));
        SelectionBlocksRank<Key> kernel;
        kernel.in = plan.buffer<Key>("keys", workload.n);
        kernel.out = plan.buffer<Key>("sorted keys", workload.n);
        kernel.tile = uint32_t(std::min(config.block * factor, workload.n));
        plan.launch({.stage = {1, 1, "rank, tiles of " + std::to_string(kernel.tile)},
                     .threads = workload.n,
                     .block = config.block,
                     .shared_bytes = uint32_t(kernel.tile * sizeof(Key)),
                     .required_bytes = step_bytes<Key>(workload.n)},
                    kernel);
        plan.output(kernel.out);
    }

 private:
    static VariantParameter block_factor() {
        return {.name = "block_factor",
                .summary = "keys that each thread loads into shared memory at a time (BLOCK_FACTOR)",
                .values = {1, 2, 4, 8, 16, 32},
                .default_value = 1};
    }
};
}
