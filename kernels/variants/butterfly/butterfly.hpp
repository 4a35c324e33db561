// The Full Butterfly sort and the Min-Max Butterfly (Jan et al. 2013): launches of N/2 compare-and-swap
// butterflies.
#pragma once

#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
/// Thread t of N/2 swaps keys s and e if key s is larger. In groups of P = 2H keys: y = t / H, k = t % H and
/// s = k + yP. e = s + H, or e = P - k - 1 + yP in a mirror substage.
template <class Key>
struct ButterflyStep {
    using key = Key;
    static constexpr std::string_view name = "butterfly_step";
    static constexpr auto buffers() { return std::tuple{&ButterflyStep::keys}; }

    Global<Key> keys;
    uint32_t half = 0;    ///< H, a power of two
    uint32_t mirror = 0;  ///< 1 in a mirror substage

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t t = c.global_thread();
        const uint32_t k = t & (half - 1);
        const uint32_t start = (t << 1) - k;  // k + yP, as yP = 2 (t - k)
        const uint32_t end = mirror != 0 ? start + 2 * (half - k) - 1 : start + half;
        const Key a = c.load(keys, start);
        const Key b = c.load(keys, end);
        if (c.branch(before(b, a))) {
            c.store(keys, start, b);
            c.store(keys, end, a);
        }
    }
};

/// Plans the launch of the next step of `phase`: P is twice the distance of the step's pairs.
template <class Key>
void plan_butterfly(PlanBuilder& plan, NetworkPhase& phase, const Global<Key>& data, bool mirror,
                    uint32_t block) {
    plan_steps(plan, phase,
               {.label = "P=" + std::to_string(2 * phase.distance) + (mirror ? " mirror" : ""),
                .threads = phase.n / 2,
                .block = block},
               [&](const NetworkPhase& next) {
                   return ButterflyStep<Key>{
                       .keys = data, .half = next.distance32(), .mirror = mirror ? 1U : 0U};
               });
}

/// Each phase: a mirror substage, then a substage for each smaller distance.
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
                    "For x = 1..L a mirror substage, then substages xi = x-1..1. In the mirror substage each "
                    "key of a group of P = 2^x meets the key at the mirrored place. In substage xi it meets "
                    "the key half a group of 2^xi away. All comparators point the same way. L(L+1)/2 "
                    "launches of N/2 threads for N = 2^L keys: (N/2) L(L+1)/2 butterflies.",
                .power_of_two = true,
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

/// Each phase: its first step alone, without mirroring.
struct ButterflyMinMax {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<>;  // shares butterfly-full's kernel

    static VariantInfo info() {
        return {
            .name = "butterfly-minmax",
            .source = "Jan et al. 2013",
            .section = "Min-Max Butterfly",
            .summary = "One butterfly a stage: finds minimum and maximum, sorts only monotonic input",
            .details =
                "For x = 1..L one launch of N/2 butterflies with P = 2^x: the key at k + yP meets the one "
                "half a group away. L launches for N = 2^L keys. Afterwards the minimum is first and the "
                "maximum last. The whole array is sorted only if it was ascending or descending before.",
            .promise = Promise::extremes,
            .power_of_two = true,
            .pads = false,
            .block_rule = jan_rule_for_pairs()};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const auto data = plan.buffer<Key>("keys", workload.n);
        for_phases(workload.n,
                   [&](NetworkPhase& phase) { plan_butterfly(plan, phase, data, false, config.block); });
    }
};
}
