// ParallelBitonic B2, B4, B8, B16 (Bainville 2011) with their host schedule: several steps a launch, in
// registers.
#pragma once

#include "kernels/variants/bainville/bitonic_steps.hpp"

namespace sortscope::kernels {

struct BitonicLadder {
    using keys = AllKeys;
    template <class Key>
    using kernels =
        TypeList<BitonicRegisterSteps<Key, 4>, BitonicRegisterSteps<Key, 8>, BitonicRegisterSteps<Key, 16>>;

    static VariantInfo info() {
        return {.name = "bitonic-ladder",
                .source = "Bainville 2011",
                .section = "ParallelBitonic B2, B4, B8, B16",
                .summary = "Bitonic sort, up to four steps a launch in registers",
                .details =
                    "The bitonic network in place. B2 does one step with two keys a thread; B4, B8 and B16 "
                    "do two, three and four steps "
                    "with 4, 8 and 16 keys a thread, which are loaded once, merged in registers without a "
                    "branch and stored once. Each "
                    "phase takes the widest kernel that `max_keys` allows and that still has as many steps "
                    "left: phase p takes "
                    "ceil(p / log2(max_keys)) launches, of N / 2^steps threads each, and each launch reads "
                    "and writes all keys once. "
                    "max_keys 2, 4, 8 and 16 are the source's ladder B2, B2+B4, B2+B4+B8, B2+B4+B8+B16.",
                .power_of_two = true,
                .min_block = 1,
                .max_block = 1024,
                .default_block = 256,
                .parameters = {max_keys_parameter()}};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const auto data = plan.buffer<Key>("keys", workload.n);
        for_phases(workload.n, [&](NetworkPhase& phase) {
            plan_register_steps(plan, phase, data, phase.steps_left(), max_keys_of(config), config.block);
        });
    }
};

}  // namespace sortscope::kernels
