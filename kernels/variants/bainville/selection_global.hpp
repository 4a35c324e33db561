// ParallelSelection (Bainville 2011): ranks each key among all keys in global memory.
#pragma once

#include "kernels/variants/rank/rank.hpp"

namespace sortscope::kernels {
struct SelectionGlobal {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<>;  // shares rank's kernel

    static VariantInfo info() {
        return {.name = "selection-global",
                .source = "Bainville 2011",
                .section = "ParallelSelection",
                .summary = "Rank of each key by comparing it with all keys in global memory",
                .details =
                    "One launch of N threads. Each thread compares its key with all N keys, loaded one by "
                    "one from global memory. It counts the keys that belong before its own and stores its "
                    "key at that rank in a second buffer. Equal keys keep their order, so the sort is "
                    "stable. N^2 comparisons: for up to 2^22 keys. Required bytes: all keys read and written "
                    "once; caches serve the other loads.",
                .max_n = uint64_t{1} << 22,
                .power_of_two = true,
                .steps = [](double n, double, bool) { return n; }};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        plan_rank<Key>(plan, workload, config, "sorted keys");
    }
};
}
