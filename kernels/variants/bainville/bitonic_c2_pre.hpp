// ParallelBitonic C2_pre (Bainville 2011): the last steps of a phase in one launch, each through global
// memory.
#pragma once

#include "kernels/variants/bainville/bitonic_ladder.hpp"

namespace sortscope::kernels {
/// All steps from distance `inc` down to 1: a block of T threads merges its own 2T keys. Each step loads and
/// stores global memory; a barrier makes the stores visible to the block.
template <class Key>
struct BitonicC2PreFinish {
    using key = Key;
    static constexpr std::string_view name = "bitonic_c2_pre_finish";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&BitonicC2PreFinish::keys}; }

    Global<Key> keys;
    uint32_t inc = 0;  ///< distance of the first step's pairs, at most the block's threads
    uint32_t dir = 0;  ///< twice the length of the runs being merged

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t t = c.global_thread();
        uint32_t distance = inc;
        for (auto loop = c.loop(); loop.next(distance > 0); distance /= 2) {
            const uint32_t i = first_of_keys(t, distance, 2);
            Key a = c.load(keys, i);
            Key b = c.load(keys, i + distance);
            order_keys(a, b, (i & dir) == 0);
            c.store(keys, i, a);
            c.store(keys, i + distance, b);
            c.sync();
        }
    }
};

struct BitonicC2Pre {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<BitonicC2PreFinish<Key>>;

    static VariantInfo info() {
        return {.name = "bitonic-c2-pre",
                .source = "Bainville 2011",
                .section = "ParallelBitonic C2_pre",
                .summary = "Bitonic sort, each phase finished in one launch through global memory",
                .details =
                    "The source's step towards C2, with the same launches. A block of T threads has a tile "
                    "of 2T keys. Steps whose pairs cross tiles run in B2 to B16, limited by `max_keys`. One "
                    "launch then does all remaining steps of the phase. Each of these steps loads and stores "
                    "its pairs in global memory, then waits for the block. Required bytes of a launch: all "
                    "keys read and written once, which only caches can reach.",
                .power_of_two = true,
                .parameters = {max_keys_parameter()}};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        plan_finished_phases<BitonicC2PreFinish, Key>(plan, workload, config, 2, false);
    }
};
}
