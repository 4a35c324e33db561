// The family "faults": every fault, its twin, and two passes without fault.
#pragma once

#include "kernels/variants/faults/memory_faults.hpp"
#include "kernels/variants/faults/shared_faults.hpp"
#include "kernels/variants/faults/work_faults.hpp"

namespace sortscope::kernels {

/// Copies 16 bytes a thread, in order.
template <class Key>
struct WideCopy {
    using key = Key;
    using Word = KeyValue<std::uint64_t>;
    static constexpr std::string_view name = "wide_copy";
    static constexpr bool synchronises = false;
    static constexpr auto buffers() { return std::tuple{&WideCopy::from, &WideCopy::to}; }

    Global<Word> from, to;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const Word word = c.load(from, c.global_thread());
        c.store(to, c.global_thread(), word);
    }
};

struct CleanCopy {
    using keys = FaultKeys;
    template <class Key>
    using kernels = TypeList<WideCopy<Key>>;
    static VariantInfo info() {
        return fault_info("clean-copy", "Copies keys by loads and stores of 16 bytes: bound by memory",
                          "Every thread moves 16 bytes, in order. No fault: advice has nothing to say but "
                          "that memory bounds it.");
    }
    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig&) {
        using Word = typename WideCopy<Key>::Word;
        const std::uint64_t words = workload.n * sizeof(Key) / sizeof(Word);
        const auto as_words = [&](const Global<Key>& keys) {
            return Global<Word>{nullptr, words, keys.buffer};
        };
        plan_pass<Key>(plan, workload.n, "move", words, pass_block, [&](auto from, auto to) {
            return WideCopy<Key>{.from = as_words(from), .to = as_words(to)};
        });
    }
};

struct CleanArithmetic {
    using keys = FaultKeys;
    template <class Key>
    using kernels = TypeList<>;
    static VariantInfo info() {
        return fault_info("clean-arithmetic",
                          "Copies keys with equal arithmetic for all: bound by instructions",
                          "Every thread moves a key and does the same long arithmetic with it. No fault: all "
                          "lanes are active, all schedulers busy.");
    }
    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig&) {
        plan_arithmetic<Key>(plan, workload.n, 0, 128);
    }
};

struct Faults {
    template <class Pass>
    using Faulty = FaultVariant<Pass, true>;
    template <class Pass>
    using Mended = FaultVariant<Pass, false>;
    using variants =
        TypeList<Faulty<StridedLoads>, Mended<StridedLoads>, Faulty<StridedStores>, Mended<StridedStores>,
                 Faulty<MisalignedLoads>, Mended<MisalignedLoads>, Faulty<RedundantReads>,
                 Mended<RedundantReads>, Faulty<Atomics>, Mended<Atomics>, Faulty<BankConflicts>,
                 Mended<BankConflicts>, Faulty<SharedOccupancy>, Mended<SharedOccupancy>, Faulty<Barriers>,
                 Mended<Barriers>, Faulty<Divergence>, Mended<Divergence>, Faulty<SmallBlocks>,
                 Mended<SmallBlocks>, Faulty<FewBlocks>, Mended<FewBlocks>, Faulty<Tail>, Mended<Tail>,
                 Faulty<LaunchGaps>, Mended<LaunchGaps>, CleanCopy, CleanArithmetic>;
};

}  // namespace sortscope::kernels
