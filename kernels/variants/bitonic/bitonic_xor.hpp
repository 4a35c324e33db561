// Branching XOR bitonic sort (Sinha 2010): N threads, half of them idle.
#pragma once

#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
/// One step: thread i of N orders keys i and i ^ j if i ^ j is above i.
/// The order is ascending if i & k is 0.
template <class Key>
struct BitonicXorStep {
    using key = Key;
    static constexpr std::string_view name = "bitonic_xor_step";
    static constexpr auto buffers() { return std::tuple{&BitonicXorStep::keys}; }

    Global<Key> keys;
    uint32_t j = 0;  ///< distance of the partner, a power of two
    uint32_t k = 0;  ///< length of the bitonic sequences of this phase

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t i = c.global_thread();
        const uint32_t partner = i ^ j;
        if (c.branch(partner > i)) {
            const Key a = c.load(keys, i);
            const Key b = c.load(keys, partner);
            const bool ascending = (i & k) == 0;
            if (c.branch(ascending ? before(b, a) : before(a, b))) {
                c.store(keys, i, b);
                c.store(keys, partner, a);
            }
        }
    }
};

struct BitonicXor {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<BitonicXorStep<Key>>;

    static VariantInfo info() {
        return {.name = "bitonic-xor",
                .source = "Sinha 2010",
                .section = "2.2 Bitonic sort",
                .summary = "Bitonic sort with a branch: N threads, partner = index XOR j",
                .details =
                    "For k = 2, 4, .., N and j = k/2, .., 1 one launch of N threads. Thread i works only if "
                    "its partner i XOR j is above it, so half of the threads idle. In steps with j < 32, "
                    "idle and busy threads share a warp. A pair is stored only if it was out of order. "
                    "L(L+1)/2 launches for N = 2^L keys.",
                .power_of_two = true};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const uint64_t n = workload.n;
        const auto data = plan.buffer<Key>("keys", n);
        plan_each_step(plan, n, n, config.block, k_j, [&](const NetworkPhase& phase) {
            return BitonicXorStep<Key>{.keys = data, .j = phase.distance32(), .k = phase.length32()};
        });
    }
};
}
