// bitonic-b2, slowed on purpose by a few percent: what a comparison of times must see.
#pragma once

#include <algorithm>

#include "kernels/context/annotations.hpp"
#include "kernels/context/global.hpp"
#include "kernels/context/type_list.hpp"
#include "kernels/context/variant.hpp"
#include "kernels/variants/bitonic/bitonic_b2.hpp"
#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {

/// The multiprocessor's clock; 0 in the interpreter, which has none.
SORTSCOPE_DEVICE inline std::uint32_t cycles_now() {
#ifdef __CUDA_ARCH__
    std::uint32_t now;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(now)::"memory");  // what stands before it is issued before it
    return now;
#else
    return 0;
#endif
}

/// Lets `cycles` of that clock pass, none in the interpreter: no access to memory, and nothing that a context counts.
SORTSCOPE_DEVICE inline void wait_cycles([[maybe_unused]] std::uint32_t cycles) {
#ifdef __CUDA_ARCH__
    const std::uint32_t begin = cycles_now();
    while (cycles_now() - begin < cycles) {
    }
#endif
}

/// A step of bitonic-b2 after which the blocks that run last wait: the launch ends later by as much, whatever it is bound by, for nothing
/// else is left that could make up for it. Each thread waits for a part of the time that its own step took, which grows with the load.
template <class Key>
struct BitonicB2SlowedStep {
    using key = Key;
    static constexpr std::string_view name = "bitonic_b2_slowed_step";
    static constexpr bool synchronises = false;
    static constexpr auto buffers() { return std::tuple{&BitonicB2SlowedStep::keys}; }

    Global<Key> keys;
    std::uint32_t inc = 0;
    std::uint32_t dir = 0;
    std::uint32_t first_waiting = 0;  ///< block
    std::uint32_t share = 0;          ///< of a step's cycles, in parts of 2^16
    std::uint32_t fixed = 0;          ///< cycles beside them

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const std::uint32_t begin = cycles_now();
        BitonicB2Step<Key>{.keys = keys, .inc = inc, .dir = dir}(c);
        const std::uint64_t took = cycles_now() - begin;
        const auto cycles = static_cast<std::uint32_t>(took * share >> 16) + fixed;
        if (c.block() >= first_waiting) wait_cycles(cycles);
    }
};

struct BitonicB2Slowed {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<BitonicB2SlowedStep<Key>>;

    static VariantParameter slowness() {
        return {.name = "percent", .summary = "of its time that each launch takes longer", .values = {0, 1, 2, 3, 5, 10}, .default_value = 3};
    }

    static VariantInfo info() {
        auto info = BitonicB2::info();
        info.name = "bitonic-b2-slowed";
        info.family = "faults";
        info.source = "SortScope";
        info.section = "sorts slowed on purpose";
        info.summary = "bitonic-b2 of which every launch takes 3 % longer";
        info.details = "The network of bitonic-b2, its launches and its accesses to memory. In each launch the blocks that run last wait behind their step, "
                       "for a part of the cycles that it took and of what a launch itself takes, by the clock of their multiprocessor. How many run last is that of "
                       "an H200, whose times the parts are adjusted to; other devices take longer by other parts.";
        info.parameters = {slowness()};
        return info;
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const std::uint64_t n = workload.n, threads = n / 2, block = config.block;
        const auto data = plan.buffer<Key>("keys", n);
        const auto percent = static_cast<double>(parameter_value(config, slowness()));
        const std::uint64_t blocks = (threads + block - 1) / block, last = std::max<std::uint64_t>(1, threads_at_once / block);
        const double waves = std::max(1.0, static_cast<double>(threads) / static_cast<double>(threads_at_once));
        const auto first_waiting = static_cast<std::uint32_t>(blocks - std::min(blocks, last));
        const auto share = static_cast<std::uint32_t>(percent / 100 * waves * 65536);
        const auto fixed = static_cast<std::uint32_t>(percent / 100 * launch_cycles);
        plan_each_step(plan, n, threads, config.block, dir_inc, [&](const NetworkPhase& phase) {
            return BitonicB2SlowedStep<Key>{.keys = data, .inc = phase.distance32(), .dir = phase.length32(),
                                            .first_waiting = first_waiting, .share = share, .fixed = fixed};
        });
    }

 private:
    static constexpr std::uint64_t threads_at_once = 132 * 2048;  ///< an H200's multiprocessors, and what each holds
    static constexpr double launch_cycles = 1200;                 ///< of a launch beside its step
};

}  // namespace sortscope::kernels
