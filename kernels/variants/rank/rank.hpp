// Rank sort, for comparison in Jan et al. 2013: each thread counts the keys that go before its own.
#pragma once

#include "kernels/context/kernel.hpp"
#include "kernels/context/record.hpp"
#include "kernels/context/variant.hpp"
#include "kernels/variants/planners.hpp"
#include "kernels/variants/steps.hpp"

namespace sortscope::kernels {

/// Thread i of N stores key i at the number of keys that are smaller, or equal and before it.
template <class Key>
struct RankStep {
    using key = Key;
    static constexpr std::string_view name = "rank_step";
    static constexpr bool synchronises = false;
    static constexpr auto buffers() { return std::tuple{&RankStep::from, &RankStep::to}; }

    Global<Key> from;
    Global<Key> to;
    std::uint32_t n = 0;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const std::uint32_t i = c.global_thread();
        const Key own = c.load(from, i);
        std::uint32_t rank = 0;
        std::uint32_t j = 0;
        for (auto loop = c.loop(); loop.next(j < n); ++j) {
            const Key other = c.load(from, j);
            const bool earlier =
                j < i ? !before(own, other) : before(other, own);  // equal keys keep their order
            rank += earlier ? 1U : 0U;
        }
        c.store(to, rank, own);
    }
};

struct Rank {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<RankStep<Key>>;

    static VariantInfo info() {
        return {
            .name = "rank",
            .source = "Jan et al. 2013",
            .section = "rank sort, compared with",
            .summary = "Rank sort: each thread counts the keys before its own",
            .details =
                "One launch of N threads. Each thread reads all N keys from global memory, counts those that "
                "are smaller than its own, or equal and before it, and stores its key at that place of a "
                "second buffer. All threads of a warp read the same key at the same time. N^2 loads, so "
                "sizes "
                "end at 2^22; the byte bound is that of reading and writing all keys once. Stable, and "
                "indifferent to the input.",
            .max_n = std::uint64_t{1} << 22,
            .power_of_two = true,
            .min_block = 1,
            .max_block = 1024,
            .default_block = 256,
            .block_rule = jan_rule_for_keys(),
            .steps = [](double n, double, bool) { return n; }};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        RankStep<Key> kernel;
        kernel.from = plan.buffer<Key>("keys", workload.n);
        kernel.to = plan.buffer<Key>("ranked", workload.n);
        kernel.n = static_cast<std::uint32_t>(workload.n);
        plan.launch({.stage = {1, 1, "rank"},
                     .threads = workload.n,
                     .block = config.block,
                     .required_bytes = step_bytes<Key>(workload.n)},
                    kernel);
        plan.output(kernel.to);
    }
};

}  // namespace sortscope::kernels
