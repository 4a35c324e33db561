// bitonic-b2, every launch of it slowed on purpose by as much as wanted: what a comparison of times must see.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "kernels/context/annotations.hpp"
#include "kernels/context/global.hpp"
#include "kernels/context/type_list.hpp"
#include "kernels/context/variant.hpp"
#include "kernels/variants/bainville/registers.hpp"
#include "kernels/variants/bitonic/bitonic_b2.hpp"
#include "kernels/variants/faults/fault.hpp"
#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {

/// A step of a linear congruential generator (Numerical Recipes, 7.1): what waits for it waits for a multiplication.
SORTSCOPE_DEVICE inline std::uint32_t chain_step(std::uint32_t x) { return x * 1664525U + 1013904223U; }

/// x after `steps` steps. The end is asked for after each, in rows of eight: a loop that the compiler unrolls takes less for four steps than for three.
SORTSCOPE_DEVICE inline std::uint32_t chain(std::uint32_t x, std::uint32_t steps) {
    constexpr std::uint32_t row = 8;
    for (;; steps -= row) {
        SORTSCOPE_UNROLL
        for (std::uint32_t step = 0; step < row; ++step) {
            if (step == steps) return x;
            x = chain_step(x);
        }
    }
}

/// The rows of steps without a branch that there are kernels for: 0, 2, .. 30. On an H200 a step of them takes 4 cycles; with the branches of a chain it
/// is 20, and 130 for a chain of none, which is 6 % of a launch of 2^16 keys.
inline constexpr std::uint32_t longest_row = 30;

/// BitonicB2Step, whose threads know the distance of their pairs only when they have made a row of arithmetic. Its accesses are BitonicB2Step's own.
template <class Key, std::uint32_t steps>
struct BitonicB2RowStep {
    using key = Key;
    static constexpr std::array<char, 20> name_text{'b', '2', '_', 'a', 'f', 't', 'e', 'r', '_', 'r', 'o', 'w', '_', 'o', 'f', '_', '0' + steps / 10, '0' + steps % 10};
    static constexpr std::string_view name{name_text.data(), 18};
    static constexpr bool synchronises = false;
    static constexpr auto buffers() { return std::tuple{&BitonicB2RowStep::keys}; }

    Global<Key> keys;
    std::uint32_t inc = 0;
    std::uint32_t dir = 0;
    std::uint32_t used = 0;  ///< of the row's end, for the distance: no bit, which the compiler does not know

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        std::uint32_t end = c.global_thread();
        SORTSCOPE_UNROLL
        for (std::uint32_t step = 0; step < steps; ++step) end = chain_step(end);
        BitonicB2Step<Key>{.keys = keys, .inc = inc | (end & used), .dir = dir}(c);
    }
};

/// The same with a chain of any length.
template <class Key>
struct BitonicB2ChainStep {
    using key = Key;
    static constexpr std::string_view name = "b2_after_chain";
    static constexpr bool synchronises = false;
    static constexpr auto buffers() { return std::tuple{&BitonicB2ChainStep::keys}; }

    Global<Key> keys;
    std::uint32_t inc = 0;
    std::uint32_t dir = 0;
    std::uint32_t steps = 0;     ///< of the chain
    std::uint32_t one_more = 0;  ///< 2^-32 of the blocks make so many times one step more
    std::uint32_t used = 0;      ///< as above

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        constexpr std::uint32_t golden = 0x9E3779B9;  // times 1, 2, 3, .. it is spread evenly over 0..2^32-1 (Knuth, volume 3, 6.4)
        const std::uint32_t end = chain(c.global_thread(), c.block() * golden < one_more ? steps + 1 : steps);
        BitonicB2Step<Key>{.keys = keys, .inc = inc + (end & used), .dir = dir}(c);
    }
};

struct BitonicB2Slowed {
    using keys = FaultKeys;
    using Rows = std::make_integer_sequence<std::uint32_t, longest_row / 2 + 1>;
    template <class Key, std::uint32_t... half>
    static TypeList<BitonicB2ChainStep<Key>, BitonicB2RowStep<Key, 2 * half>...> all_kernels(std::integer_sequence<std::uint32_t, half...>);
    template <class Key>
    using kernels = decltype(all_kernels<Key>(Rows{}));

    static VariantParameter delay() {
        return {.name = "delay",
                .summary = "0 to 30: steps of arithmetic in a row, an even number; 32 to 100000: 32 + hundredths of a step of a loop",
                .values = {},
                .default_value = 12};
    }
    static std::optional<std::string> refuses(const Workload&, const LaunchConfig& config) {
        const auto delay = parameter_value(config, BitonicB2Slowed::delay());
        if (delay >= 0 && delay <= 100'000 && (delay > longest_row || delay % 2 == 0) && delay != longest_row + 1) return std::nullopt;
        return "Variant 'bitonic-b2-slowed' cannot run with delay = " + std::to_string(delay) + ". It takes even numbers from 0 to 30 and any from 32 to 100000.";
    }

    static VariantInfo info() {
        auto info = BitonicB2::info();
        info.name = "bitonic-b2-slowed";
        info.family = "faults";
        info.source = "SortScope";
        info.section = "sorts slowed on purpose";
        info.summary = "bitonic-b2 with arithmetic in front of every step: slower by what is wanted";
        info.details = "The network, the launches and the accesses of bitonic-b2. Each thread first makes steps of arithmetic, each of which waits for the one "
                       "before: delay steps in a row, an even number up to 30, or, from 32 on, (delay - 32) / 100 in a loop; where that is no whole number, "
                       "so many blocks of a hundred make one step more. The delay that makes every launch 3 % longer differs by device, size and block: "
                       "docs/measurements/slowed finds it.";
        info.parameters = {delay()};
        info.refuses = refuses;
        return info;
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const auto data = plan.buffer<Key>("keys", workload.n);
        const auto each_step = [&](const auto& with) { plan_each_step(plan, workload.n, workload.n / 2, config.block, dir_inc, with); };
        const auto wanted = static_cast<std::uint64_t>(parameter_value(config, delay()));
        if (wanted <= longest_row) return plan_row<Key>(wanted, data, each_step, Rows{});
        const auto hundredths = wanted - (longest_row + 2);
        const auto one_more = static_cast<std::uint32_t>(((hundredths % 100) << 32) / 100);
        each_step([&](const NetworkPhase& phase) {
            return BitonicB2ChainStep<Key>{.keys = data,
                                           .inc = phase.distance32(),
                                           .dir = phase.length32(),
                                           .steps = static_cast<std::uint32_t>(hundredths / 100),
                                           .one_more = one_more};
        });
    }

 private:
    /// Plans each step by the kernel whose row has `steps`.
    template <class Key, class F, std::uint32_t... half>
    static void plan_row(std::uint64_t steps, const Global<Key>& data, const F& each_step, std::integer_sequence<std::uint32_t, half...>) {
        const auto plan_with = [&]<std::uint32_t row>(std::integral_constant<std::uint32_t, row>) {
            each_step([&](const NetworkPhase& phase) {
                return BitonicB2RowStep<Key, row>{.keys = data, .inc = phase.distance32(), .dir = phase.length32()};
            });
        };
        ((2 * half == steps ? plan_with(std::integral_constant<std::uint32_t, 2 * half>{}) : void()), ...);
    }
};

}  // namespace sortscope::kernels
