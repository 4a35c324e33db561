// bitonic-b2, slowed on purpose by a few percent at every launch: what a comparison of times must see.
#pragma once

#include <array>

#include "kernels/context/annotations.hpp"
#include "kernels/context/global.hpp"
#include "kernels/context/record.hpp"
#include "kernels/context/type_list.hpp"
#include "kernels/context/variant.hpp"
#include "kernels/variants/faults/work_faults.hpp"
#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {

/// BitonicB2Step; the first warp of each block below `slowed_blocks`, which run first and together, does arithmetic that changes nothing
/// before it stores, and keeps the others from beginning for so long.
template <class Key>
struct BitonicB2SlowedStep {
    using key = Key;
    static constexpr std::string_view name = "bitonic_b2_slowed_step";
    static constexpr bool synchronises = false;
    static constexpr auto buffers() { return std::tuple{&BitonicB2SlowedStep::keys}; }

    Global<Key> keys;
    std::uint32_t inc = 0;
    std::uint32_t dir = 0;
    std::uint32_t slowed_blocks = 0;
    std::uint32_t steps = 0;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const std::uint32_t t = c.global_thread();
        const std::uint32_t low = t & (inc - 1);
        const std::uint32_t i = (t << 1) - low;
        const bool ascending = (i & dir) == 0;
        Key a = c.load(keys, i);
        const Key b = c.load(keys, i + inc);
        if (c.branch(c.block() < slowed_blocks && c.thread() < 32)) {
            a = there_and_back(a, steps);
        }
        const bool swap = before(b, a) == ascending;
        c.store(keys, i, swap ? b : a);
        c.store(keys, i + inc, swap ? a : b);
    }
};

struct BitonicB2Slowed {
    using keys = TypeList<std::uint32_t>;
    template <class Key>
    using kernels = TypeList<BitonicB2SlowedStep<Key>>;

    static const VariantParameter& share() {
        static const VariantParameter parameter{
            .name = "permille", .summary = "of a launch's time that its arithmetic takes", .values = {0, 5, 10, 15, 20, 30, 40, 50, 70, 100}, .default_value = 30};
        return parameter;
    }

    static VariantInfo info() {
        return {.name = "bitonic-b2-slowed",
                .family = "faults",
                .source = "SortScope",
                .section = "sorts slowed on purpose",
                .summary = "bitonic-b2 with arithmetic that takes 3 % of each launch",
                .details = "The network and launches of bitonic-b2. In each launch one warp of each block that runs first does arithmetic before it stores, "
                           "for a share of what a launch of bitonic-b2 takes on an NVIDIA H200 at this number of keys; on another GPU it is another share.",
                .power_of_two = true,
                .min_block = 32,
                .max_block = 1024,
                .default_block = 256,
                .parameters = {share()}};
    }

    /// Mean time of a launch of bitonic-b2 on an H200 as a graph, u32 keys, blocks of 256 threads (docs/measurements).
    static double launch_ns(std::uint64_t n) {
        constexpr int first = 10;
        constexpr std::array ns{959.0,  970.0,  978.0,  984.0,  1005.0,  1010.0,  1065.0,  1107.0, 1248.0,
                                1513.0, 2439.0, 3798.0, 6422.0, 11810.0, 36140.0, 70834.0, 140114.0};
        const int level = std::max(first, log2_exact(n));
        const auto last = static_cast<int>(ns.size()) - 1;
        const int place = std::min(level - first, last);
        return ns[static_cast<std::size_t>(place)] * static_cast<double>(std::uint64_t{1} << (level - first - place));
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        constexpr double step_ns = 7;                   // there and back, on an H200
        constexpr std::uint32_t resident = 132 * 2048;  // threads that it runs at once
        const std::uint64_t n = workload.n;
        const auto data = plan.buffer<Key>("keys", n);
        const double slowed_ns = launch_ns(n) * static_cast<double>(parameter_value(config, share())) / 1000;
        plan_each_step(plan, n, n / 2, config.block, dir_inc, [&](const NetworkPhase& phase) {
            return BitonicB2SlowedStep<Key>{.keys = data,
                                            .inc = phase.distance32(),
                                            .dir = phase.length32(),
                                            .slowed_blocks = resident / config.block,
                                            .steps = static_cast<std::uint32_t>(slowed_ns / step_ns)};
        });
    }
};

}  // namespace sortscope::kernels
