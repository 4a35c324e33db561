// ParallelBitonic B2 (Bainville 2011): one thread per pair, in place, both keys in registers, no branch.
#pragma once

#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
/// One step: thread t of N/2 orders keys i and i + inc, ascending if i & dir is 0.
template <class Key>
struct BitonicB2Step {
    using key = Key;
    static constexpr std::string_view name = "bitonic_b2_step";
    static constexpr auto buffers() { return std::tuple{&BitonicB2Step::keys}; }

    Global<Key> keys;
    uint32_t inc = 0;  ///< distance of the pair, a power of two
    uint32_t dir = 0;  ///< length of the runs being merged, times two

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t t = c.global_thread();
        const uint32_t low = t & (inc - 1);
        const uint32_t i = (t << 1) - low;  // t with a 0 inserted at bit log2(inc)
        const bool ascending = (i & dir) == 0;
        const Key a = c.load(keys, i);
        const Key b = c.load(keys, i + inc);
        const bool swap = before(b, a) == ascending;
        c.store(keys, i, swap ? b : a);
        c.store(keys, i + inc, swap ? a : b);
    }
};

struct BitonicB2 {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<BitonicB2Step<Key>>;

    static VariantInfo info() {
        return {.name = "bitonic-b2",
                .source = "Bainville 2011",
                .section = "ParallelBitonic B2",
                .summary = "Bitonic sort, one launch a step, two keys a thread in registers",
                .details =
                    "The bitonic network with N/2 threads a launch. Each thread loads two keys `inc` apart, "
                    "orders them in registers and stores both, swapped or not. So loads and stores are the "
                    "same in every run, and there is no branch. L(L+1)/2 launches for N = 2^L keys; each "
                    "reads and writes all keys once.",
                .power_of_two = true};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const uint64_t n = workload.n;
        const auto data = plan.buffer<Key>("keys", n);
        plan_each_step(plan, n, n / 2, config.block, dir_inc, [&](const NetworkPhase& phase) {
            return BitonicB2Step<Key>{.keys = data, .inc = phase.distance32(), .dir = phase.length32()};
        });
    }
};
}
