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

/// Lets a thread of a GPU do nothing for so many rounds (1 or more) of arithmetic that depend on each other, some 23 cycles each on an H200: no access
/// to memory, nothing that a context counts, and no look at the clock, which by itself takes longer than 3 % of a short launch. The interpreter has no time to pass.
SORTSCOPE_DEVICE inline void idle([[maybe_unused]] std::uint32_t rounds, [[maybe_unused]] std::uint32_t thread) {
#ifdef __CUDA_ARCH__
    std::uint32_t x = thread;  // of its own, else the unit for what a warp shares would do it, slower
#pragma unroll 1
    do {
        asm volatile("mad.lo.u32 %0, %0, %0, %0; add.u32 %0, %0, 1; mad.lo.u32 %0, %0, %0, %0; add.u32 %0, %0, 1;" : "+r"(x)::"memory");
    } while (--rounds != 0);
    if (x == 0) __trap();  // x (x + 1) + 1 is odd, which the assembler does not see: else it would leave all of it out
#endif
}

/// A step of bitonic-b2 after which the blocks that run last idle: the launch ends later by as much, whatever it is bound by, for nothing
/// else is left that could make up for it.
template <class Key>
struct BitonicB2SlowedStep {
    using key = Key;
    static constexpr std::string_view name = "bitonic_b2_slowed_step";
    static constexpr bool synchronises = false;
    static constexpr auto buffers() { return std::tuple{&BitonicB2SlowedStep::keys}; }

    Global<Key> keys;
    std::uint32_t inc = 0;
    std::uint32_t dir = 0;
    std::uint32_t first_idle = 0;  ///< block
    std::uint32_t rounds = 0;      ///< of idle()

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        BitonicB2Step<Key>{.keys = keys, .inc = inc, .dir = dir}(c);
        if (c.block() >= first_idle) idle(rounds, c.thread());
    }
};

struct BitonicB2Slowed {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<BitonicB2SlowedStep<Key>>;

    static VariantParameter slowness() {
        return {.name = "percent", .summary = "of its time that each launch takes longer", .values = {1, 2, 3, 5, 10}, .default_value = 3};
    }

    static VariantInfo info() {
        auto info = BitonicB2::info();
        info.name = "bitonic-b2-slowed";
        info.family = "faults";
        info.source = "SortScope";
        info.section = "sorts slowed on purpose";
        info.summary = "bitonic-b2 of which every launch takes 3 % longer";
        info.details = "The network of bitonic-b2, its launches and its accesses to memory. In each launch the blocks that run last idle behind their step for "
                       "3 % of what the launch takes on an H200, as far as blocks and bytes tell it (within a sixth, 2^16 to 2^24 u32 keys in blocks of 64 to 1024). On "
                       "other devices it is another part.";
        info.parameters = {slowness()};
        return info;
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const std::uint64_t n = workload.n, threads = n / 2, block = config.block;
        const auto data = plan.buffer<Key>("keys", n);
        const std::uint64_t blocks = (threads + block - 1) / block, last = std::max<std::uint64_t>(1, threads_at_once / block);
        const auto first_idle = static_cast<std::uint32_t>(blocks - std::min(blocks, last));
        const double ns = static_cast<double>(parameter_value(config, slowness())) / 100 * launch_ns(blocks, step_bytes<Key>(n));
        const auto rounds = static_cast<std::uint32_t>(std::max(1.0, (ns - around_idle_ns) / idle_round_ns + 0.5));
        plan_each_step(plan, n, threads, config.block, dir_inc, [&](const NetworkPhase& phase) {
            return BitonicB2SlowedStep<Key>{.keys = data, .inc = phase.distance32(), .dir = phase.length32(), .first_idle = first_idle, .rounds = rounds};
        });
    }

    /// What a step's launch takes in a graph on an H200, ns: what any launch does, and the longer of starting its blocks and of moving its bytes, which
    /// are in L2 or are not.
    static double launch_ns(std::uint64_t blocks, std::uint64_t bytes) {
        constexpr double any = 950, a_block = 0.61, l2_bytes_ns = 6400, memory_bytes_ns = 3700;
        constexpr std::uint64_t most_in_l2 = std::uint64_t{96} << 20;  // read and written
        return any + std::max(a_block * static_cast<double>(blocks), static_cast<double>(bytes) / (bytes <= most_in_l2 ? l2_bytes_ns : memory_bytes_ns));
    }

 private:
    static constexpr std::uint64_t threads_at_once = 132 * 2048;  ///< an H200's multiprocessors, and what each holds
    static constexpr double idle_round_ns = 11.5;                 ///< of its 1980 MHz
    static constexpr double around_idle_ns = 17;                  ///< before the first and behind the last
};

}  // namespace sortscope::kernels
