// ParallelBitonic C2 (Bainville 2011): the last steps of a phase in one launch, two keys a thread, through
// shared memory.
#pragma once

#include "kernels/variants/bainville/bitonic_ladder.hpp"

namespace sortscope::kernels {
/// All steps from distance `inc` down to 1: a block of T threads merges its 2T keys. The first step loads
/// from global memory, the last stores there. Between steps, threads exchange keys through shared memory.
template <class Key>
struct BitonicC2Finish {
    using key = Key;
    static constexpr std::string_view name = "bitonic_c2_finish";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&BitonicC2Finish::keys}; }

    Global<Key> keys;
    uint32_t inc = 0;  ///< distance of the first step's pairs, at most the block's threads
    uint32_t dir = 0;  ///< twice the length of the runs being merged

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t t = c.thread();
        const uint32_t base = c.block() * 2 * c.block_threads();
        auto tile = c.template shared<Key>(2 * c.block_threads());
        uint32_t distance = inc;
        uint32_t i = first_of_keys(t, distance, 2);
        Key a = c.load(keys, base + i);
        Key b = c.load(keys, base + i + distance);
        order_keys(a, b, ((base + i) & dir) == 0);
        for (auto loop = c.loop(); loop.next(distance > 1);) {
            c.store(tile, i, a);  // only this thread has read here: one barrier per step is enough
            c.store(tile, i + distance, b);
            c.sync();
            distance /= 2;
            i = first_of_keys(t, distance, 2);
            a = c.load(tile, i);
            b = c.load(tile, i + distance);
            order_keys(a, b, ((base + i) & dir) == 0);
        }
        c.store(keys, base + i, a);
        c.store(keys, base + i + distance, b);
    }
};

struct BitonicC2 {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<BitonicC2Finish<Key>>;

    static VariantInfo info() {
        return {.name = "bitonic-c2",
                .source = "Bainville 2011",
                .section = "ParallelBitonic C2",
                .summary = "Bitonic sort, each phase finished in shared memory, 2 keys a thread",
                .details =
                    "A block of T threads has a tile of 2T keys. Steps whose pairs cross tiles run in B2 to "
                    "B16, limited by `max_keys`. One launch of C2 does all remaining steps of the phase. "
                    "Each thread orders two keys in registers. Between two steps the threads exchange keys "
                    "through shared memory, with one barrier. With tiles of 2^q keys, phase p takes "
                    "ceil(max(p - q, 0) / log2(max_keys)) launches and one of C2.",
                .power_of_two = true,
                .parameters = {max_keys_parameter()}};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        plan_finished_phases<BitonicC2Finish, Key>(plan, workload, config, 2, true);
    }
};
}
