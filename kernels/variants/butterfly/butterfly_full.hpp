// The Full Butterfly sort (Jan et al. 2013).
#pragma once

#include "kernels/context/record.hpp"
#include "kernels/variants/butterfly/butterfly_step.hpp"
#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {

struct ButterflyFull {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<ButterflyStep<Key>>;

    static VariantInfo info() {
        return {.name = "butterfly-full",
                .source = "Jan et al. 2013",
                .section = "Full Butterfly sort",
                .summary = "Butterfly network with mirror substages: sorts any input",
                .details =
                    "For x = 1..L a mirror substage, in which each key of a group of P = 2^x meets the one "
                    "at the mirrored place, then "
                    "substages xi = x-1..1 in which it meets the one half a group of 2^xi away. All "
                    "comparators point the same way. "
                    "L(L+1)/2 launches of N/2 threads for N = 2^L keys, (N/2) L(L+1)/2 butterflies.",
                .power_of_two = true,
                .min_block = 1,
                .max_block = 1024,
                .default_block = 256,
                .block_rule = jan_rule_for_pairs()};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const auto data = plan.buffer<Key>("keys", workload.n);
        for_phases(workload.n, [&](NetworkPhase& phase) {
            plan_butterfly(plan, phase, data, true, config.block);
            while (phase.distance > 0) plan_butterfly(plan, phase, data, false, config.block);
        });
    }
};

}  // namespace sortscope::kernels
