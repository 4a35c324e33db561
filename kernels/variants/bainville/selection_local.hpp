// ParallelSelection_Local (Bainville 2011): ranks each key among the keys of its block.
#pragma once

#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
/// Thread t of a block counts the block's keys before its own and stores its key at that place.
template <class Key>
struct SelectionLocalRank {
    using key = Key;
    static constexpr std::string_view name = "selection_local_rank";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&SelectionLocalRank::keys}; }

    Global<Key> keys;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t t = c.thread();
        const uint32_t count = c.block_threads();
        const uint32_t base = c.block() * count;
        auto tile = c.template shared<Key>(count);
        const Key own = c.load(keys, base + t);
        c.store(tile, t, own);
        c.sync();  // the tile is complete, so the block may overwrite its keys
        uint32_t rank = 0;
        uint32_t j = 0;
        for (auto loop = c.loop(); loop.next(j < count); ++j) {
            const Key other = c.load(tile, j);
            const bool earlier =
                j < t ? !before(own, other) : before(other, own);  // equal keys keep their order
            rank += earlier ? 1U : 0U;
        }
        c.store(keys, base + rank, own);
    }
};

struct SelectionLocal {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<SelectionLocalRank<Key>>;

    static VariantInfo info() {
        return {.name = "selection-local",
                .source = "Bainville 2011",
                .section = "ParallelSelection_Local",
                .summary = "Each block sorted by the rank of each of its keys, in shared memory",
                .details =
                    "One launch of N threads sorts each block's T keys: a run for later merging. A block "
                    "loads its keys into shared memory, one a thread. Each thread compares its key with all "
                    "T and counts those that belong before it. It stores its key at that rank in the block's "
                    "part of the array. Equal keys keep their order, so the sort of a block is stable. T "
                    "comparisons a thread, one barrier, no divergence. All threads of a warp read the same "
                    "word of shared memory: one transaction. Required bytes: all keys read and written once.",
                .promise = Promise::in_blocks,
                .power_of_two = true,
                .default_block = 64,
                .steps = [](double, double block, bool) { return block; }};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        plan_local_sort(plan, SelectionLocalRank<Key>{}, "rank", 0, workload, config);
    }
};
}
