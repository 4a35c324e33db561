// bitonic-b2 with every launch slowed by a chosen amount, to test comparisons of times.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "kernels/variants/bainville/registers.hpp"
#include "kernels/variants/bitonic/bitonic_b2.hpp"

namespace sortscope::kernels {
/// Returns x after `steps` dependent steps of a linear congruential generator (Numerical Recipes, 7.1). Each
/// iteration has eight steps, with a test for the end before each. A loop of single steps would mostly count;
/// unrolled by the compiler, it would run four steps in less time than three.
SORTSCOPE_DEVICE inline uint32_t chain(uint32_t x, uint32_t steps) {
    constexpr uint32_t factor = 1664525, summand = 1013904223, row = 8;
    for (;; steps -= row) {
        SORTSCOPE_UNROLL
        for (uint32_t step = 0; step < row; ++step) {
            if (step == steps) return x;
            x = x * factor + summand;
        }
    }
}

/// Runs a chain of arithmetic, then BitonicB2Step. The chain's result, masked to 0, enters the distance of
/// the pairs, so accesses equal BitonicB2Step's.
template <class Key>
struct BitonicB2SlowedStep {
    using key = Key;
    static constexpr std::string_view name = "bitonic_b2_slowed_step";
    static constexpr auto buffers() { return std::tuple{&BitonicB2SlowedStep::keys}; }

    Global<Key> keys;
    uint32_t inc = 0;
    uint32_t dir = 0;
    uint32_t steps = 0;     ///< steps of the chain
    uint32_t one_more = 0;  ///< share of blocks with one more step, in units of 2^-32
    /// 0, unknown to the compiler: masks the chain's result in the distance
    uint32_t used = 0;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        constexpr uint32_t golden =
            0x9E3779B9;  // multiples spread evenly over 0..2^32-1 (Knuth, volume 3, 6.4)
        const uint32_t end = chain(c.global_thread(), c.block() * golden < one_more ? steps + 1 : steps);
        BitonicB2Step<Key>{.keys = keys, .inc = inc + (end & used), .dir = dir}(c);
    }
};

struct BitonicB2Slowed {
    using keys = TypeList<uint32_t>;  // the key type of all faults
    template <class Key>
    using kernels = TypeList<BitonicB2SlowedStep<Key>>;

    static VariantParameter delay() {
        return {.name = "delay",
                .summary = "extra steps of arithmetic a thread, in hundredths, 0 to 100000",
                .values = {},
                .default_value = 1050};
    }
    static std::optional<std::string> refuses(const Workload&, const LaunchConfig& config) {
        const auto hundredths = parameter_value(config, delay());
        if (hundredths >= 0 && hundredths <= 100'000) return std::nullopt;
        return "Variant 'bitonic-b2-slowed' cannot run with delay = " + std::to_string(hundredths) +
               ". It takes any whole number from 0 to 100000.";
    }

    static VariantInfo info() {
        auto info = BitonicB2::info();
        info.name = "bitonic-b2-slowed";
        info.family = "faults";
        info.source = "SortScope";
        info.section = "sorts slowed on purpose";
        info.summary = "bitonic-b2 with extra arithmetic before each step: slower by a chosen amount";
        info.details =
            "The network, launches and accesses are those of bitonic-b2. Each thread first makes delay / 100 "
            "steps of arithmetic, each dependent on the one before. Of each 100 blocks, delay % 100 make one "
            "step more. The delay that makes every launch 3 % longer differs by device, size and block: "
            "docs/measurements/slowed finds it.";
        info.parameters = {delay()};
        info.refuses = refuses;
        return info;
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const uint64_t n = workload.n;
        const auto data = plan.buffer<Key>("keys", n);
        const auto hundredths = uint64_t(parameter_value(config, delay()));
        const auto one_more = uint32_t(((hundredths % 100) << 32) / 100);
        plan_each_step(plan, n, n / 2, config.block, dir_inc, [&](const NetworkPhase& phase) {
            return BitonicB2SlowedStep<Key>{.keys = data,
                                            .inc = phase.distance32(),
                                            .dir = phase.length32(),
                                            .steps = uint32_t(hundredths / 100),
                                            .one_more = one_more};
        });
    }
};
}
