// ParallelSelection (Bainville 2011): ranks each key among all keys in global memory.
#pragma once

#include "kernels/context/kernel.hpp"
#include "kernels/context/record.hpp"
#include "kernels/context/variant.hpp"
#include "kernels/variants/steps.hpp"

namespace sortscope::kernels {

/// Thread i of N counts the keys that go before its own, and stores its key there.
template <class Key>
struct SelectionGlobalRank {
    using key = Key;
    static constexpr std::string_view name = "selection_global_rank";
    static constexpr bool synchronises = false;
    static constexpr auto buffers() {
        return std::tuple{&SelectionGlobalRank::in, &SelectionGlobalRank::out};
    }

    Global<Key> in;
    Global<Key> out;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const std::uint32_t i = c.global_thread();
        const auto n = static_cast<std::uint32_t>(in.size);
        const Key own = c.load(in, i);
        std::uint32_t rank = 0;
        std::uint32_t j = 0;
        for (auto loop = c.loop(); loop.next(j < n); ++j) {
            const Key other = c.load(in, j);
            const bool earlier =
                j < i ? !before(own, other) : before(other, own);  // equal keys keep their order
            rank += earlier ? 1U : 0U;
        }
        c.store(out, rank, own);
    }
};

struct SelectionGlobal {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<SelectionGlobalRank<Key>>;

    static VariantInfo info() {
        return {.name = "selection-global",
                .source = "Bainville 2011",
                .section = "ParallelSelection",
                .summary = "Rank of each key by comparing it with all keys in global memory",
                .details =
                    "One launch of N threads. Each thread compares its key with all N keys, which it loads "
                    "one after the other from global "
                    "memory, counts those that belong before it, and stores its key at that rank in a second "
                    "buffer. Equal keys keep "
                    "their order, so the sort is stable. N^2 comparisons: for up to 2^22 keys. The byte "
                    "bound is one reading and one "
                    "writing of all keys; the loads beyond it are left to the caches.",
                .max_n = std::uint64_t{1} << 22,
                .power_of_two = true,
                .min_block = 1,
                .max_block = 1024,
                .default_block = 256,
                .steps = [](double n, double, bool) { return n; }};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        SelectionGlobalRank<Key> kernel;
        kernel.in = plan.buffer<Key>("keys", workload.n);
        kernel.out = plan.buffer<Key>("sorted keys", workload.n);
        plan.launch({.stage = {1, 1, "rank"},
                     .threads = workload.n,
                     .block = config.block,
                     .required_bytes = step_bytes<Key>(workload.n)},
                    kernel);
        plan.output(kernel.out);
    }
};

}  // namespace sortscope::kernels
