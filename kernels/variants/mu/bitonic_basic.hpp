// Basic bitonic sort (Mu, Cui, Song 2016): one launch per step, through global memory.
#pragma once

#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
/// One step: thread t of N/2 swaps keys i and i + j if they are out of order. The order is ascending if
/// i & k is 0.
template <class Key>
struct BitonicBasicStep {
    using key = Key;
    static constexpr std::string_view name = "bitonic_basic_step";
    static constexpr auto buffers() { return std::tuple{&BitonicBasicStep::keys}; }

    Global<Key> keys;
    uint32_t j = 0;  ///< distance of the pair, a power of two
    uint32_t k = 0;  ///< length of the bitonic sequences of this phase

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t t = c.global_thread();
        const uint32_t low = t & (j - 1);
        const uint32_t i = (t << 1) - low;  // t with a 0 inserted at bit log2(j)
        const bool ascending = (i & k) == 0;
        const Key a = c.load(keys, i);
        const Key b = c.load(keys, i + j);
        if (c.branch(ascending ? before(b, a) : before(a, b))) {
            c.store(keys, i, b);
            c.store(keys, i + j, a);
        }
    }
};

/// Plans the launch of the next step of `phase`.
template <class Key>
void plan_bitonic_basic(PlanBuilder& plan, NetworkPhase& phase, const Global<Key>& data, uint32_t block) {
    plan_steps(plan, phase, {.label = k_j(phase), .threads = phase.n / 2, .block = block},
               [&](const NetworkPhase& next) {
                   return BitonicBasicStep<Key>{.keys = data, .j = next.distance32(), .k = next.length32()};
               });
}

struct BitonicBasic {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<BitonicBasicStep<Key>>;

    static VariantInfo info() {
        return {.name = "bitonic-basic",
                .source = "Mu, Cui, Song 2016",
                .section = "basic bitonic sort",
                .summary = "Bitonic sort, one launch a step, pairs swapped in global memory",
                .details =
                    "For k = 2, 4, .., N and j = k/2, .., 1 one launch of N/2 threads. Each thread has its "
                    "own pair, so no thread idles. Both keys are loaded from global memory and stored only "
                    "if they were out of order. L(L+1)/2 launches for N = 2^L keys. The semi-optimized and "
                    "the optimized sort start from this form.",
                .power_of_two = true,
                .block_rule = jan_rule_for_pairs(),
                .also = {{"Jan et al. 2013", "bitonic sort, a baseline"}}};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const auto data = plan.buffer<Key>("keys", workload.n);
        for_phases(workload.n, [&](NetworkPhase& phase) {
            while (phase.distance > 0) plan_bitonic_basic(plan, phase, data, config.block);
        });
    }
};
}
