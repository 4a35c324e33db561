// The Min-Max Butterfly (Jan et al. 2013).
#pragma once

#include "kernels/context/record.hpp"
#include "kernels/variants/butterfly/butterfly_step.hpp"
#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {

struct ButterflyMinMax {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<>;  // those of butterfly-full

    static VariantInfo info() {
        return {.name = "butterfly-minmax",
                .source = "Jan et al. 2013",
                .section = "Min-Max Butterfly",
                .summary = "One butterfly a stage: finds minimum and maximum, sorts only monotonic input",
                .details =
                    "For x = 1..L one launch of N/2 butterflies with P = 2^x: the key at k + yP meets the "
                    "one half a group away. L launches "
                    "for N = 2^L keys. Afterwards the minimum stands first and the maximum last; the whole "
                    "array is sorted only if it was "
                    "ascending or descending before.",
                .promise = Promise::extremes,
                .power_of_two = true,
                .pads = false,
                .min_block = 1,
                .max_block = 1024,
                .default_block = 256,
                .block_rule = jan_rule_for_pairs()};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const auto data = plan.buffer<Key>("keys", workload.n);
        for_phases(workload.n,
                   [&](NetworkPhase& phase) { plan_butterfly(plan, phase, data, false, config.block); });
    }
};

}  // namespace sortscope::kernels
