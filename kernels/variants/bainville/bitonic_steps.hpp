// Kernels B4, B8 and B16 of Bainville 2011 (several steps a launch, in registers) and their host schedule.
#pragma once

#include <algorithm>
#include <string>

#include "kernels/context/kernel.hpp"
#include "kernels/context/variant.hpp"
#include "kernels/variants/bainville/registers.hpp"
#include "kernels/variants/bitonic/bitonic_b2.hpp"
#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {

/// log2(Count) steps, the first at distance `inc`: thread t of N/Count loads the keys of these steps, merges
/// them in registers and stores them.
template <class Key, std::uint32_t Count>
struct BitonicRegisterSteps {
    using key = Key;
    static_assert(Count == 4 || Count == 8 || Count == 16, "the kernels are B4, B8 and B16");
    static constexpr std::string_view name = Count == 4   ? "bitonic_b4_steps"
                                             : Count == 8 ? "bitonic_b8_steps"
                                                          : "bitonic_b16_steps";
    static constexpr bool synchronises = false;
    static constexpr auto buffers() { return std::tuple{&BitonicRegisterSteps::keys}; }

    Global<Key> keys;
    std::uint32_t inc = 0;  ///< distance of the first step's pairs, at least Count/2
    std::uint32_t dir = 0;  ///< length of the runs being merged, times two

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const std::uint32_t step = inc / (Count / 2);
        const std::uint32_t i = first_of_keys(c.global_thread(), step, Count);
        const bool ascending = (i & dir) == 0;
        Key x[Count];
        SORTSCOPE_UNROLL
        for (std::uint32_t k = 0; k < Count; ++k) {
            x[k] = c.load(keys, i + k * step);
        }
        merge_in_registers(x, ascending);
        SORTSCOPE_UNROLL
        for (std::uint32_t k = 0; k < Count; ++k) {
            c.store(keys, i + k * step, x[k]);
        }
    }
};

/// Plans one launch of `kernel` for the next `steps` steps of `phase`.
template <class Kernel>
void plan_merge(PlanBuilder& plan, NetworkPhase& phase, Kernel kernel, int steps, std::uint64_t threads,
                std::uint32_t block, std::uint64_t shared_bytes = 0) {
    plan_steps(plan, phase,
               {.label = dir_inc(phase, steps),
                .threads = threads,
                .block = block,
                .shared_bytes = shared_bytes,
                .steps = steps},
               [&](const NetworkPhase& next) {
                   kernel.inc = next.distance32();
                   kernel.dir = next.length32();
                   return kernel;
               });
}

/// Plans the next `steps` steps of `phase` with kernels B2, B4, .. of up to `max_keys` keys a thread, the
/// widest first: ceil(steps / log2(max_keys)) launches.
template <class Key>
void plan_register_steps(PlanBuilder& plan, NetworkPhase& phase, const Global<Key>& keys, int steps,
                         std::uint64_t max_keys, std::uint32_t block) {
    while (steps > 0) {
        const int now = std::min(steps, log2_exact(max_keys));
        const std::uint64_t threads = keys.size >> now;
        if (now == 1)
            plan_merge(plan, phase, BitonicB2Step<Key>{.keys = keys}, now, threads, block);
        else if (now == 2)
            plan_merge(plan, phase, BitonicRegisterSteps<Key, 4>{.keys = keys}, now, threads, block);
        else if (now == 3)
            plan_merge(plan, phase, BitonicRegisterSteps<Key, 8>{.keys = keys}, now, threads, block);
        else
            plan_merge(plan, phase, BitonicRegisterSteps<Key, 16>{.keys = keys}, now, threads, block);
        steps -= now;
    }
}

/// Parameter for the widest of the kernels B2, B4, B8 and B16 in a schedule.
inline VariantParameter max_keys_parameter() {
    return {.name = "max_keys",
            .summary = "widest register kernel allowed, in keys a thread: 2 is B2 alone, 16 is B2 to B16",
            .values = {2, 4, 8, 16},
            .default_value = 16};
}

/// Value of the parameter in `config`, or its default.
inline std::uint64_t max_keys_of(const LaunchConfig& config) {
    const VariantParameter parameter = max_keys_parameter();
    const auto set = config.params.find(parameter.name);
    return static_cast<std::uint64_t>(set == config.params.end() ? parameter.default_value : set->second);
}

}  // namespace sortscope::kernels
