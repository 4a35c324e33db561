// Rank sort, a baseline of Jan et al. 2013: each thread counts the keys that go before its own.
#pragma once

#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
/// Thread i of N stores key i at its rank: the number of keys that are smaller, or equal and earlier.
template <class Key>
struct RankStep {
    using key = Key;
    static constexpr std::string_view name = "rank_step";
    static constexpr auto buffers() { return std::tuple{&RankStep::from, &RankStep::to}; }

    Global<Key> from;
    Global<Key> to;
    uint32_t n = 0;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t i = c.global_thread();
        const Key own = c.load(from, i);
        uint32_t rank = 0;
        uint32_t j = 0;
        for (auto loop = c.loop(); loop.next(j < n); ++j) {
            const Key other = c.load(from, j);
            const bool earlier =
                j < i ? !before(own, other) : before(other, own);  // equal keys keep their order
            rank += earlier ? 1U : 0U;
        }
        c.store(to, rank, own);
    }
};

/// Plans the launch, from buffer "keys" to a buffer named `output`.
template <class Key>
void plan_rank(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config, const char* output) {
    const auto from = plan.buffer<Key>("keys", workload.n);
    const auto to = plan.buffer<Key>(output, workload.n);
    plan.launch({.stage = {1, 1, "rank"},
                 .threads = workload.n,
                 .block = config.block,
                 .required_bytes = step_bytes<Key>(workload.n)},
                RankStep<Key>{.from = from, .to = to, .n = uint32_t(workload.n)});
    plan.output(to);
}

struct Rank {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<RankStep<Key>>;

    static VariantInfo info() {
        return {.name = "rank",
                .source = "Jan et al. 2013",
                .section = "rank sort, a baseline",
                .summary = "Rank sort: each thread counts the keys before its own",
                .details =
                    "One launch of N threads. Each thread reads all N keys from global memory. It counts the "
                    "smaller keys and the equal keys before its own, and stores its key at that place of a "
                    "second buffer. All threads of a warp read the same key at the same time. N^2 loads, so "
                    "sizes end at 2^22. Required bytes: all keys read and written once. Stable, with equal "
                    "work for every input.",
                .max_n = uint64_t{1} << 22,
                .power_of_two = true,
                .block_rule = jan_rule_for_keys(),
                .steps = [](double n, double, bool) { return n; }};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        plan_rank<Key>(plan, workload, config, "ranked");
    }
};
}
