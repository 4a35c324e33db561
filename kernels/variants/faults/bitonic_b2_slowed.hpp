// bitonic-b2, slowed on purpose by a few percent: what a comparison of times must see.
#pragma once

#include "kernels/context/global.hpp"
#include "kernels/context/type_list.hpp"
#include "kernels/context/variant.hpp"
#include "kernels/variants/bitonic/bitonic_b2.hpp"
#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {

struct BitonicB2Slowed {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<>;

    static VariantParameter share() {
        return {.name = "percent", .summary = "launches that are made twice", .values = {1, 2, 3, 5, 10}, .default_value = 3};
    }

    static VariantInfo info() {
        auto info = BitonicB2::info();
        info.name = "bitonic-b2-slowed";
        info.family = "faults";
        info.source = "SortScope";
        info.section = "sorts slowed on purpose";
        info.summary = "bitonic-b2 with 3 % more launches: it makes every 33rd step twice";
        info.details = "The network and the kernel of bitonic-b2. Steps at equal distances are made twice, which changes nothing, for pairs that are in "
                       "order stay so: 3 launches more of a hundred, and 3 % more of the time, the transactions and the instructions, at any size, "
                       "on any device.";
        info.parameters = {share()};
        return info;
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const std::uint64_t n = workload.n;
        const auto data = plan.buffer<Key>("keys", n);
        const auto percent = static_cast<std::uint64_t>(parameter_value(config, share()));
        const auto repeated = [&](std::uint64_t launches) { return (launches * percent + 50) / 100; };  // of so many, to the nearest
        std::uint64_t launches = 0;
        for_phases(n, [&](NetworkPhase& phase) {
            while (phase.distance > 0) {
                const BitonicB2Step<Key> kernel{.keys = data, .inc = phase.distance32(), .dir = phase.length32()};
                if (repeated(launches + 1) > repeated(launches))
                    plan.launch({.stage = {phase.stage, ++phase.substage, dir_inc(phase) + " once more"},
                                 .threads = n / 2,
                                 .block = config.block,
                                 .bound_bytes = step_bytes<Key>(n),
                                 .comparators = n / 2},
                                kernel);
                plan_steps(plan, phase, {.label = dir_inc(phase), .threads = n / 2, .block = config.block},
                           [&](const NetworkPhase&) { return kernel; });
                ++launches;
            }
        });
    }
};

}  // namespace sortscope::kernels
