// Batcher's odd-even merge sort: one launch per step, in place, one pair of keys per thread.
#pragma once

#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
/// One step of merging sorted runs of `run` keys: orders keys `distance` apart within 2 * run keys.
template <class Key>
struct OddEvenMergeStep {
    using key = Key;
    static constexpr std::string_view name = "odd_even_merge_step";
    static constexpr auto buffers() { return std::tuple{&OddEvenMergeStep::keys}; }

    Global<Key> keys;
    uint32_t n = 0;
    uint32_t run = 0;       ///< a power of two
    uint32_t distance = 0;  ///< run, run / 2, .., 1

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t t = c.global_thread();
        const uint32_t first = distance == run ? 0 : distance;
        const uint32_t i = first + 2 * (t & ~(distance - 1)) + (t & (distance - 1));
        const uint32_t k = i + distance;
        if (c.branch(k < n && i / (2 * run) == k / (2 * run))) {
            const Key a = c.load(keys, i);
            const Key b = c.load(keys, k);
            if (c.branch(before(b, a))) {
                c.store(keys, i, b);
                c.store(keys, k, a);
            }
        }
    }
};

struct OddEvenMerge {
    using keys = TypeList<uint32_t, float>;
    template <class Key>
    using kernels = TypeList<OddEvenMergeStep<Key>>;

    static VariantInfo info() {
        return {
            .name = "odd-even-merge",
            .source = "Batcher 1968",
            .section = "odd-even merge",
            .summary = "Odd-even merge sort, one launch a step, one pair a thread",
            .details =
                "Sorted runs of 1, 2, 4, .. keys are merged in pairs. L(L+1)/2 launches for N = 2^L keys; "
                "fewer comparators than the bitonic network, and two branches a thread.",
            .power_of_two = true};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const uint64_t n = workload.n;
        const auto data = plan.buffer<Key>("keys", n);
        int stage = 0;
        for (uint64_t run = 1; run < n; run *= 2) {
            ++stage;
            int substage = 0;
            for (uint64_t distance = run; distance > 0; distance /= 2) {
                // The first step of a merge pairs all keys. Later steps omit `distance` keys at each end.
                const uint64_t pairs = distance == run ? n / 2 : n / 2 - n / (2 * run) * distance;
                plan.launch({.stage = {stage, ++substage, "distance=" + std::to_string(distance)},
                             .threads = n / 2,
                             .block = config.block,
                             .required_bytes = step_bytes<Key>(2 * pairs),
                             .comparators = pairs},
                            OddEvenMergeStep<Key>{.keys = data,
                                                  .n = uint32_t(n),
                                                  .run = uint32_t(run),
                                                  .distance = uint32_t(distance)});
            }
        }
    }
};
}
