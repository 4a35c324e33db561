// ParallelBitonic_Local, first form (Bainville 2011): each block sorts its keys in shared memory, one key a
// thread.
#pragma once

#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
/// All steps of a block: each thread of a pair loads the pair's keys and stores the key for its own place.
template <class Key>
struct BitonicLocalSort {
    using key = Key;
    static constexpr std::string_view name = "bitonic_local_sort";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&BitonicLocalSort::keys}; }

    Global<Key> keys;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t t = c.thread();
        const uint32_t count = c.block_threads();
        auto tile = c.template shared<Key>(count);
        const Key input = c.load(keys, c.global_thread());
        c.store(tile, t, input);
        uint32_t length = 1;
        for (auto phases = c.loop(); phases.next(length < count); length <<= 1) {
            const bool ascending = (t & 2 * length) == 0;
            uint32_t inc = length;
            for (auto steps = c.loop(); steps.next(inc > 0); inc >>= 1) {
                const bool lower_place = (t & inc) == 0;
                const bool wants_smaller = lower_place == ascending;
                c.sync();
                const Key own = c.load(tile, t);
                const Key other = c.load(tile, t ^ inc);
                // Equal keys: each thread keeps its own, as records may differ in their values.
                const bool take_other = wants_smaller ? before(other, own) : before(own, other);
                c.sync();
                c.store(tile, t, take_other ? other : own);
            }
        }
        const Key output = c.load(tile, t);  // no barrier: this thread stored the key
        c.store(keys, c.global_thread(), output);
    }
};

struct BitonicLocal {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<BitonicLocalSort<Key>>;

    static VariantInfo info() {
        return {.name = "bitonic-local",
                .source = "Bainville 2011",
                .section = "ParallelBitonic_Local, first form",
                .summary = "Each block sorted by a bitonic network in shared memory, one key a thread",
                .details =
                    "One launch of N threads sorts each block's T keys. A block loads its keys into shared "
                    "memory and does all log2 T (log2 T + 1)/2 steps of the network there. In a step both "
                    "threads of a pair read both keys, and each writes the key of its own place. So every "
                    "comparison is done twice, with one barrier before the reads and one before the writes. "
                    "No thread idles or branches on keys. Required bytes: all keys read and written once.",
                .promise = Promise::in_blocks,
                .power_of_two = true,
                .default_block = 64};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        plan_local_sort(plan, BitonicLocalSort<Key>{}, "sort", local_bitonic_steps(workload, config),
                        workload, config);
    }
};
}
