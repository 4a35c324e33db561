// ParallelBitonic B2, B4, B8, B16 (Bainville 2011) with their host schedule: several steps a launch, in
// registers.
#pragma once

#include <algorithm>
#include <string>

#include "kernels/variants/bainville/registers.hpp"
#include "kernels/variants/bitonic/bitonic_b2.hpp"

namespace sortscope::kernels {
/// Runs log2(Count) steps, the first at distance `inc`. Each of N/Count threads loads Count keys, merges them
/// in registers and stores them.
template <class Key, uint32_t Count>
struct BitonicRegisterSteps {
    using key = Key;
    static_assert(Count == 4 || Count == 8 || Count == 16, "the kernels are B4, B8 and B16");
    static constexpr std::string_view name = Count == 4   ? "bitonic_b4_steps"
                                             : Count == 8 ? "bitonic_b8_steps"
                                                          : "bitonic_b16_steps";
    static constexpr auto buffers() { return std::tuple{&BitonicRegisterSteps::keys}; }

    Global<Key> keys;
    uint32_t inc = 0;  ///< distance of the first step's pairs, at least Count/2
    uint32_t dir = 0;  ///< twice the length of the runs being merged

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t step = inc / (Count / 2);
        const uint32_t i = first_of_keys(c.global_thread(), step, Count);
        const bool ascending = (i & dir) == 0;
        Key x[Count];
        SORTSCOPE_UNROLL
        for (uint32_t k = 0; k < Count; ++k) {
            x[k] = c.load(keys, i + k * step);
        }
        merge_in_registers(x, ascending);
        SORTSCOPE_UNROLL
        for (uint32_t k = 0; k < Count; ++k) {
            c.store(keys, i + k * step, x[k]);
        }
    }
};

/// Plans one launch of `kernel` for the next `steps` steps of `phase`.
template <class Kernel>
void plan_merge(PlanBuilder& plan, NetworkPhase& phase, Kernel kernel, int steps, uint64_t threads,
                uint32_t block, uint64_t shared_bytes = 0) {
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

/// Plans the next `steps` steps of `phase` with kernels B2 to B16, of at most `max_keys` keys a thread. The
/// widest kernel goes first: ceil(steps / log2(max_keys)) launches.
template <class Key>
void plan_register_steps(PlanBuilder& plan, NetworkPhase& phase, const Global<Key>& keys, int steps,
                         uint64_t max_keys, uint32_t block) {
    while (steps > 0) {
        const int now = std::min(steps, log2_exact(max_keys));
        const uint64_t threads = keys.size >> now;
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
            .summary = "most keys a thread: 2 allows only B2, 16 allows B2 to B16",
            .values = {2, 4, 8, 16},
            .default_value = 16};
}

inline uint64_t max_keys_of(const LaunchConfig& config) {
    return uint64_t(parameter_value(config, max_keys_parameter()));
}

/// Plans each phase: register kernels, then one launch of `Finish` for the last steps. `Finish` has
/// `a_thread` keys (2 or 4) a thread and runs log2(a_thread) steps at a time. It runs as many of the last
/// steps as fit a block's keys.
template <template <class> class Finish, class Key>
void plan_finished_phases(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config,
                          uint64_t a_thread, bool in_shared_memory) {
    const uint64_t n = workload.n;
    const auto data = plan.buffer<Key>("keys", n);
    const uint64_t tile = std::min<uint64_t>(a_thread * config.block, n);
    const int at_a_time = log2_exact(a_thread);
    for_phases(n, [&](NetworkPhase& phase) {
        const int finish = std::min(phase.steps_left(), log2_exact(tile)) / at_a_time * at_a_time;
        plan_register_steps(plan, phase, data, phase.steps_left() - finish, max_keys_of(config),
                            config.block);
        if (finish == 0) return;
        plan_merge(plan, phase, Finish<Key>{.keys = data}, finish, n / a_thread, config.block,
                   in_shared_memory ? tile * sizeof(Key) : 0);
    });
}

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
                    "The bitonic network in place. B2 does one step with 2 keys a thread; B4, B8 and B16 do "
                    "two, three and four with 4, 8 and 16. A thread loads its keys once, merges them in "
                    "registers without a branch and stores them once. Each launch takes the widest kernel "
                    "that `max_keys` and the phase's remaining steps allow. Phase p takes ceil(p / "
                    "log2(max_keys)) launches of N / 2^steps threads. Each launch reads and writes all keys "
                    "once. max_keys 2, 4, 8 and 16 are the source's ladder B2, B2+B4, B2+B4+B8, "
                    "B2+B4+B8+B16.",
                .power_of_two = true,
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
}
