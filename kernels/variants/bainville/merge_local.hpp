// ParallelMerge_Local (Bainville 2011): each block merges its keys in shared memory, by binary search.
#pragma once

#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
/// Merges a block's runs of 1, 2, 4, .. keys. A key's new place is its place in its own run plus its rank in
/// the sibling run.
template <class Key>
struct MergeLocalSort {
    using key = Key;
    static constexpr std::string_view name = "merge_local_sort";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&MergeLocalSort::keys}; }

    Global<Key> keys;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t t = c.thread();
        const uint32_t count = c.block_threads();
        auto tile = c.template shared<Key>(count);
        Key own = c.load(keys, c.global_thread());
        c.store(tile, t, own);
        c.sync();
        uint32_t length = 1;
        for (auto phases = c.loop(); phases.next(length < count); length <<= 1) {
            own = c.load(tile, t);
            const uint32_t in_run = t & (length - 1);
            const uint32_t sibling = (t ^ length) - in_run;  // start of the sibling run
            const bool in_second = (t & length) != 0;
            // The sibling run's first `rank` keys go before `own`; the next `left` keys are undecided. No
            // load leaves the sibling run, as rank + left <= length.
            uint32_t rank = 0;
            uint32_t left = length;
            for (auto search = c.loop(); search.next(left > 0); left >>= 1) {
                const uint32_t half = (left + 1) >> 1;
                const Key other = c.load(tile, sibling + rank + half - 1);
                // A key of the second run follows equal keys of the first.
                const bool earlier = in_second ? !before(own, other) : before(other, own);
                rank += earlier ? half : 0U;
            }
            c.sync();
            c.store(tile, (t & ~(2 * length - 1)) + in_run + rank, own);
            c.sync();
        }
        own = c.load(tile, t);
        c.store(keys, c.global_thread(), own);
    }
};

struct MergeLocal {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<MergeLocalSort<Key>>;

    static VariantInfo info() {
        return {.name = "merge-local",
                .source = "Bainville 2011",
                .section = "ParallelMerge_Local",
                .summary = "Each block sorted by merging runs in shared memory, ranks by binary search",
                .details =
                    "One launch of N threads sorts each block's T keys. Runs of 1, 2, 4, .. keys are merged "
                    "in pairs in shared memory. By binary search, each thread counts the keys of the sibling "
                    "run that belong before its own. It adds its place in its own run and writes its key "
                    "there, between two barriers. Equal keys of the first run go first, so the sort of a "
                    "block is stable. The search takes log2(length) + 1 steps in every thread: log2 T (log2 "
                    "T + 1)/2 a key in all. It stays inside the sibling run. Required bytes: all keys read "
                    "and written once.",
                .promise = Promise::in_blocks,
                .power_of_two = true,
                .default_block = 64};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        plan_local_sort(plan, MergeLocalSort<Key>{}, "merge", 0, workload, config);
    }
};
}
