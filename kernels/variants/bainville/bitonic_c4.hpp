// ParallelBitonic C4 (Bainville 2011): the last steps of a phase in one launch, four keys a thread, through
// shared memory.
#pragma once

#include "kernels/variants/bainville/bitonic_ladder.hpp"

namespace sortscope::kernels {
/// An even number of steps, from distance `inc` down to 1. A block of T threads merges its 4T keys, two steps
/// at a time in registers. The first two steps load from global memory, the last two store there. Between
/// pairs of steps, threads exchange keys through shared memory.
template <class Key>
struct BitonicC4Finish {
    using key = Key;
    static constexpr std::string_view name = "bitonic_c4_finish";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&BitonicC4Finish::keys}; }

    Global<Key> keys;
    /// Distance of the first step's pairs: 2, 8, 32, .., at most twice the block's threads
    uint32_t inc = 0;
    uint32_t dir = 0;  ///< twice the length of the runs being merged

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t t = c.thread();
        const uint32_t base = c.block() * 4 * c.block_threads();
        auto tile = c.template shared<Key>(4 * c.block_threads());
        uint32_t step = inc / 2;
        uint32_t i = first_of_keys(t, step, 4);
        Key x[4];
        SORTSCOPE_UNROLL
        for (uint32_t k = 0; k < 4; ++k) {
            x[k] = c.load(keys, base + i + k * step);
        }
        merge_in_registers(x, ((base + i) & dir) == 0);
        for (auto loop = c.loop(); loop.next(step > 1);) {
            SORTSCOPE_UNROLL
            for (uint32_t k = 0; k < 4; ++k) {
                c.store(tile, i + k * step, x[k]);  // only this thread has read here: one barrier is enough
            }
            c.sync();
            step /= 4;
            i = first_of_keys(t, step, 4);
            SORTSCOPE_UNROLL
            for (uint32_t k = 0; k < 4; ++k) {
                x[k] = c.load(tile, i + k * step);
            }
            merge_in_registers(x, ((base + i) & dir) == 0);
        }
        SORTSCOPE_UNROLL
        for (uint32_t k = 0; k < 4; ++k) {
            c.store(keys, base + i + k * step, x[k]);
        }
    }
};

struct BitonicC4 {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<BitonicC4Finish<Key>>;

    static VariantInfo info() {
        return {.name = "bitonic-c4",
                .source = "Bainville 2011",
                .section = "ParallelBitonic C4",
                .summary = "Bitonic sort, each phase finished in shared memory, 4 keys a thread",
                .details =
                    "Like C2, but a thread holds four keys and does two steps between two exchanges through "
                    "shared memory. That halves the barriers and the traffic. C4 finishes a phase of p steps "
                    "with f(p) steps: the largest even number that fits a block's 4T keys. B2 to B16, "
                    "limited by `max_keys`, do the steps before: ceil((p - f(p)) / log2(max_keys)) launches, "
                    "and one of C4 if f(p) > 0. Blocks with an even log2(4T), such as 64 and 256 threads, "
                    "use their whole tile.",
                .power_of_two = true,
                .parameters = {max_keys_parameter()}};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        plan_finished_phases<BitonicC4Finish, Key>(plan, workload, config, 4, true);
    }
};
}
