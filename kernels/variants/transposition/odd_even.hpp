// Odd-even transposition sort, a baseline of Jan et al. 2013: compares neighbours in N launches.
#pragma once

#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
/// One step: thread t of N/2 swaps keys 2t + odd and 2t + odd + 1 if out of order.
template <class Key>
struct OddEvenStep {
    using key = Key;
    static constexpr std::string_view name = "odd_even_step";
    static constexpr auto buffers() { return std::tuple{&OddEvenStep::keys}; }

    Global<Key> keys;
    uint32_t n = 0;
    uint32_t odd = 0;  ///< 1 in odd steps: they skip the first and last key

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t i = 2 * c.global_thread() + odd;
        if (c.branch(i + 1 < n)) {
            const Key a = c.load(keys, i);
            const Key b = c.load(keys, i + 1);
            if (c.branch(before(b, a))) {
                c.store(keys, i, b);
                c.store(keys, i + 1, a);
            }
        }
    }
};

struct OddEven {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<OddEvenStep<Key>>;

    static VariantInfo info() {
        return {.name = "odd-even",
                .source = "Jan et al. 2013",
                .section = "odd-even sort, a baseline",
                .summary = "Odd-even transposition sort: N launches that compare neighbours",
                .details =
                    "Even steps order the neighbours 2t and 2t + 1, odd steps 2t + 1 and 2t + 2, in turn. N "
                    "launches of N/2 threads, whatever the input; N(N-1)/2 comparators. A key moves at most "
                    "one place a launch, so the time grows with the square of N: sizes end at 2^18. Stage p "
                    "is an even and an odd step.",
                .max_n = uint64_t{1} << 18,
                .power_of_two = true,
                .block_rule = jan_rule_for_pairs()};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const uint64_t n = workload.n;
        const auto data = plan.buffer<Key>("keys", n);
        for (uint64_t step = 0; step < n; ++step) {
            const uint64_t odd = step % 2;
            const uint64_t pairs = n / 2 - odd;
            plan.launch({.stage = {int(step / 2) + 1, int(odd) + 1, odd != 0 ? "odd" : "even"},
                         .threads = n / 2,
                         .block = config.block,
                         .required_bytes = step_bytes<Key>(2 * pairs),
                         .comparators = pairs},
                        OddEvenStep<Key>{.keys = data, .n = uint32_t(n), .odd = uint32_t(odd)});
        }
    }
};
}
