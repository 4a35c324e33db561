// ParallelBitonic_Local, second form (Bainville 2011): each thread keeps its own key in a register.
#pragma once

#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
/// All steps of a block: a thread loads its partner's key from shared memory and compares it with its own.
template <class Key>
struct BitonicLocalRegisterSort {
    using key = Key;
    static constexpr std::string_view name = "bitonic_local_register_sort";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&BitonicLocalRegisterSort::keys}; }

    Global<Key> keys;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t t = c.thread();
        const uint32_t count = c.block_threads();
        auto tile = c.template shared<Key>(count);
        Key own = c.load(keys, c.global_thread());
        c.store(tile, t, own);
        uint32_t length = 1;
        for (auto phases = c.loop(); phases.next(length < count); length <<= 1) {
            const bool ascending = (t & 2 * length) == 0;
            uint32_t inc = length;
            for (auto steps = c.loop(); steps.next(inc > 0); inc >>= 1) {
                const bool lower_place = (t & inc) == 0;
                const bool wants_smaller = lower_place == ascending;
                c.sync();
                const Key other = c.load(tile, t ^ inc);
                // Equal keys: each thread keeps its own, as records may differ in their values.
                const bool take_other = wants_smaller ? before(other, own) : before(own, other);
                own = take_other ? other : own;
                c.sync();
                c.store(tile, t, own);
            }
        }
        c.store(keys, c.global_thread(), own);
    }
};

struct BitonicLocalRegister {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<BitonicLocalRegisterSort<Key>>;

    static VariantInfo info() {
        return {.name = "bitonic-local-register",
                .source = "Bainville 2011",
                .section = "ParallelBitonic_Local, second form",
                .summary = "Each block sorted by a bitonic network, each thread's key in a register",
                .details =
                    "One launch of N threads sorts each block's T keys by the network of bitonic-local. Each "
                    "thread keeps its own key in a register and reads only its partner's from shared memory. "
                    "That is one shared load a step instead of two, with the same barriers and stores. The "
                    "sorted key goes from the register to global memory. Required bytes: all keys read and "
                    "written once.",
                .promise = Promise::in_blocks,
                .power_of_two = true,
                .default_block = 64};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        plan_local_sort(plan, BitonicLocalRegisterSort<Key>{}, "sort", local_bitonic_steps(workload, config),
                        workload, config);
    }
};
}
