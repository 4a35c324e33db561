// Optimized bitonic sort (Mu, Cui, Song 2016): shared memory within a tile, several steps a launch in
// registers above it.
#pragma once

#include "kernels/variants/bitonic/bitonic_semi.hpp"
#include "kernels/variants/mu/bitonic_basic.hpp"

namespace sortscope::kernels {

/// `Steps` steps of a phase in registers: thread t of N/2^Steps loads 2^Steps keys that stand `inc` apart,
/// runs the steps of distance 2^(Steps-1) inc, .., inc on them and stores all.
template <class Key, std::uint32_t Steps>
struct BitonicRegisters {
    using key = Key;
    static constexpr std::string_view name = Steps == 2   ? "bitonic_registers_4"
                                             : Steps == 3 ? "bitonic_registers_8"
                                                          : "bitonic_registers_16";
    static constexpr bool synchronises = false;
    static constexpr auto buffers() { return std::tuple{&BitonicRegisters::keys}; }
    static constexpr std::uint32_t count = 1U << Steps;  ///< keys a thread

    Global<Key> keys;
    std::uint32_t inc = 0;  ///< distance of a thread's neighbouring keys, and of the pairs of the last step
    std::uint32_t k = 0;    ///< length of the bitonic sequences of this phase

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const std::uint32_t t = c.global_thread();
        const std::uint32_t low = t & (inc - 1);
        const std::uint32_t base = ((t - low) << Steps) + low;
        const bool ascending =
            (base & k) == 0;  // the same for all keys of the thread: they span 2^Steps inc <= k places
        Key own[count];
        for (std::uint32_t m = 0; m < count; ++m) own[m] = c.load(keys, base + m * inc);
        merge<count / 2>(own, ascending);
        for (std::uint32_t m = 0; m < count; ++m) c.store(keys, base + m * inc, own[m]);
    }

 private:
    /// A step a level of the recursion, so that every index is a constant and the keys stay in registers.
    template <std::uint32_t Distance>
    SORTSCOPE_DEVICE static void merge(Key (&own)[count], bool ascending) {
        for (std::uint32_t pair = 0; pair < count / 2; ++pair) {
            const std::uint32_t i = 2 * pair - (pair & (Distance - 1));
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
                    "The semi-optimized sort, whose steps above the tile also share launches: a thread loads 2^s "
                    "keys from global memory, runs s steps of the phase on them in registers and stores them, so "
                    "that a launch reads and writes all keys once for s steps. `steps` sets s; where fewer steps "
                    "are left above the tile, the launch has those. With tiles of 2^T keys, phase p > T has (p - "
                    "T)/s launches, rounded up, and one for the tile.",
                .power_of_two = true,
                .min_block = 1,
                .max_block = 1024,
                .default_block = 256,
                .parameters = {
                    {.name = "steps",
                     .summary = "steps of a launch above the tile; a thread has 2^steps keys in registers",
                     .values = {2, 3, 4},
                     .default_value = 2}}};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const std::uint64_t n = workload.n;
        const auto data = plan.buffer<Key>("keys", n);
        const std::uint64_t block = std::min<std::uint64_t>(config.block, n / 2);
        const auto steps = static_cast<int>(effective_config(info(), config).params.at("steps"));
        int stage = 0;
        for (std::uint64_t k = 2; k <= n; k *= 2) {
            ++stage;
            int substage = 0;
            std::uint64_t j = k / 2;
            while (j > block) {
                const int width = std::min(steps, log2_exact(j / block));
                ++substage;
                if (width == 1) launch_bitonic_basic(plan, data, stage, substage, j, k, config.block);
                if (width == 2) launch_registers<2>(plan, data, stage, substage, j, k, config.block);
                if (width == 3) launch_registers<3>(plan, data, stage, substage, j, k, config.block);
                if (width == 4) launch_registers<4>(plan, data, stage, substage, j, k, config.block);
                j >>= width;
            }
            launch_bitonic_tile(plan, data, stage, ++substage, j, k, config.block);
        }
    }

    /// Appends one launch that runs the steps j, .., j / 2^(Steps-1) in registers.
    template <std::uint32_t Steps, class Key>
    static void launch_registers(PlanBuilder& plan, Global<Key> data, int stage, int substage,
                                 std::uint64_t j, std::uint64_t k, std::uint32_t block) {
        BitonicRegisters<Key, Steps> kernel;
        kernel.keys = data;
        kernel.inc = static_cast<std::uint32_t>(j >> (Steps - 1));
        kernel.k = static_cast<std::uint32_t>(k);
        plan.launch({.stage = {stage, substage,
                               "k=" + std::to_string(k) + " j=" + std::to_string(j) + ".." +
                                   std::to_string(kernel.inc)},
                     .threads = data.size >> Steps,
                     .block = block,
                     .bound_bytes = step_bytes<Key>(data.size),
                     .comparators = data.size / 2 * Steps},
                    kernel);
    }

    /// Appends the launch that finishes phase k in shared memory from distance j, at most the block's number
    /// of threads.
    template <class Key>
    static void launch_bitonic_tile(PlanBuilder& plan, Global<Key> data, int stage, int substage,
                                    std::uint64_t j, std::uint64_t k, std::uint32_t block) {
        BitonicSemiShared<Key> kernel;
        kernel.keys = data;
        kernel.first_j = static_cast<std::uint32_t>(j);
        kernel.k = static_cast<std::uint32_t>(k);
        const std::uint64_t threads = std::min<std::uint64_t>(block, data.size / 2);
        plan.launch({.stage = {stage, substage, "k=" + std::to_string(k) + " tile"},
                     .threads = data.size / 2,
                     .block = block,
                     .shared_bytes = static_cast<std::uint32_t>(2 * threads * sizeof(Key)),
                     .bound_bytes = step_bytes<Key>(data.size),
                     .comparators = data.size / 2 * static_cast<std::uint64_t>(log2_exact(j) + 1)},
                    kernel);
    }
};

}  // namespace sortscope::kernels
