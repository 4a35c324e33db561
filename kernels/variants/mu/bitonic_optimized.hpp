// Optimized bitonic sort (Mu, Cui, Song 2016): steps within a tile run in shared memory. Other steps run in
// registers, several steps per launch.
#pragma once

#include "kernels/variants/bitonic/bitonic_semi.hpp"

namespace sortscope::kernels {
/// Runs `Steps` steps of a phase in registers, at distances from 2^(Steps-1) * inc down to inc. Each of
/// N/2^Steps threads loads 2^Steps keys, `inc` apart, and stores them after the steps.
template <class Key, uint32_t Steps>
struct BitonicRegisters {
    using key = Key;
    static constexpr std::string_view name = Steps == 2   ? "bitonic_registers_4"
                                             : Steps == 3 ? "bitonic_registers_8"
                                                          : "bitonic_registers_16";
    static constexpr auto buffers() { return std::tuple{&BitonicRegisters::keys}; }
    static constexpr uint32_t count = 1U << Steps;  ///< keys a thread

    Global<Key> keys;
    uint32_t inc = 0;  ///< distance of a thread's keys, and of the last step's pairs
    uint32_t k = 0;    ///< length of the bitonic sequences of this phase

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t t = c.global_thread();
        const uint32_t low = t & (inc - 1);
        const uint32_t base = ((t - low) << Steps) + low;
        const bool ascending =
            (base & k) == 0;  // equal for all keys of the thread: they span 2^Steps inc <= k places
        Key own[count];
        for (uint32_t m = 0; m < count; ++m) own[m] = c.load(keys, base + m * inc);
        merge<count / 2>(own, ascending);
        for (uint32_t m = 0; m < count; ++m) c.store(keys, base + m * inc, own[m]);
    }

 private:
    /// Recurses once a step, so that every index is a constant and keys stay in registers.
    template <uint32_t Distance>
    SORTSCOPE_DEVICE static void merge(Key (&own)[count], bool ascending) {
        for (uint32_t pair = 0; pair < count / 2; ++pair) {
            const uint32_t i = 2 * pair - (pair & (Distance - 1));
            const Key a = own[i];
            const Key b = own[i + Distance];
            const bool swap = ascending ? before(b, a) : before(a, b);
            own[i] = swap ? b : a;
            own[i + Distance] = swap ? a : b;
        }
        if constexpr (Distance > 1) merge<Distance / 2>(own, ascending);
    }
};

struct BitonicOptimized {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<BitonicRegisters<Key, 2>, BitonicRegisters<Key, 3>, BitonicRegisters<Key, 4>>;

    static VariantInfo info() {
        return {.name = "bitonic-optimized",
                .source = "Mu, Cui, Song 2016",
                .section = "optimized bitonic sort",
                .summary = "Bitonic sort: tiles in shared memory, several steps a launch in registers",
                .details =
                    "The semi-optimized sort, with several steps a launch above the tile. A thread loads 2^s "
                    "keys from global memory, runs s steps of the phase in registers and stores them. So a "
                    "launch reads and writes all keys once for s steps. `steps` sets s; a launch has fewer "
                    "if fewer are left above the tile. With tiles of 2^T keys, phase p > T has (p - T)/s "
                    "launches, rounded up, and one for the tile.",
                .power_of_two = true,
                .parameters = {
                    {.name = "steps",
                     .summary = "steps of a launch above the tile; a thread has 2^steps keys in registers",
                     .values = {2, 3, 4},
                     .default_value = 2}}};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const uint64_t n = workload.n;
        const auto data = plan.buffer<Key>("keys", n);
        const uint64_t block = std::min<uint64_t>(config.block, n / 2);
        const auto steps = int(effective_config(info(), config).params.at("steps"));
        for_phases(n, [&](NetworkPhase& phase) {
            while (phase.distance > block) {
                const int width = std::min(steps, log2_exact(phase.distance / block));
                if (width == 1) plan_bitonic_basic(plan, phase, data, config.block);
                if (width == 2) plan_registers<2>(plan, phase, data, config.block);
                if (width == 3) plan_registers<3>(plan, phase, data, config.block);
                if (width == 4) plan_registers<4>(plan, phase, data, config.block);
            }
            plan_bitonic_tile(plan, phase, data, config.block);
        });
    }

    /// Plans one launch for the next `Steps` steps of `phase`, in registers.
    template <uint32_t Steps, class Key>
    static void plan_registers(PlanBuilder& plan, NetworkPhase& phase, const Global<Key>& data,
                               uint32_t block) {
        plan_steps(plan, phase,
                   {.label = k_j(phase, Steps), .threads = phase.n >> Steps, .block = block, .steps = Steps},
                   [&](const NetworkPhase& next) {
                       return BitonicRegisters<Key, Steps>{
                           .keys = data, .inc = next.distance32() >> (Steps - 1), .k = next.length32()};
                   });
    }
};
}
