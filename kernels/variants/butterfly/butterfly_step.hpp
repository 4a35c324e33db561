// Kernel of the butterfly sorts of Jan et al. 2013: a launch of N/2 compare-and-swap butterflies.
#pragma once

#include "kernels/context/kernel.hpp"
#include "kernels/context/record.hpp"
#include "kernels/context/variant.hpp"
#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {

/// Thread t of N/2 swaps the keys at s and e if the first is larger. H = P/2, y = t / H, k = t % H, s = k +
/// yP. e = s + H, or e = P - k - 1 + yP in a mirror substage.
template <class Key>
struct ButterflyStep {
    using key = Key;
    static constexpr std::string_view name = "butterfly_step";
    static constexpr bool synchronises = false;
    static constexpr auto buffers() { return std::tuple{&ButterflyStep::keys}; }

    Global<Key> keys;
    std::uint32_t half = 0;    ///< H, a power of two
    std::uint32_t mirror = 0;  ///< 1 in a mirror substage

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const std::uint32_t t = c.global_thread();
        const std::uint32_t k = t & (half - 1);
        const std::uint32_t start = (t << 1) - k;  // k + yP, as yP = 2 (t - k)
        const std::uint32_t end = mirror != 0 ? start + 2 * (half - k) - 1 : start + half;
        const Key a = c.load(keys, start);
        const Key b = c.load(keys, end);
        if (c.branch(before(b, a))) {
            c.store(keys, start, b);
            c.store(keys, end, a);
        }
    }
};

/// Plans one launch of the step for the next step of `phase`: P is twice the distance of its pairs.
template <class Key>
void plan_butterfly(PlanBuilder& plan, NetworkPhase& phase, const Global<Key>& data, bool mirror,
                    std::uint32_t block) {
    plan_steps(plan, phase,
               {.label = "P=" + std::to_string(2 * phase.distance) + (mirror ? " mirror" : ""),
                .threads = phase.n / 2,
                .block = block},
               [&](const NetworkPhase& next) {
                   return ButterflyStep<Key>{
                       .keys = data, .half = next.distance32(), .mirror = mirror ? 1U : 0U};
               });
}

}  // namespace sortscope::kernels
