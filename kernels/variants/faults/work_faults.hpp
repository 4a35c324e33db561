// Passes with a fault in the distribution of work to lanes, blocks and launches.
#pragma once

#include "kernels/context/kernel.hpp"
#include "kernels/variants/faults/fault.hpp"
#include "kernels/variants/faults/memory_faults.hpp"

namespace sortscope::kernels {

/// `steps` steps of a linear congruential generator and back: x, after arithmetic that no compiler can
/// remove.
SORTSCOPE_DEVICE inline std::uint32_t there_and_back(std::uint32_t x, std::uint32_t steps) {
    constexpr std::uint32_t factor = 1664525, inverse = 4276115653,
                            summand = 1013904223;  // Numerical Recipes, 7.1; factor * inverse = 1 mod 2^32
    for (std::uint32_t step = 0; step < steps; ++step) x = x * factor + summand;
    for (std::uint32_t step = 0; step < steps; ++step) x = (x - summand) * inverse;
    return x;
}

/// A copy in order, with arithmetic on keys at places without the bits of `unless`.
template <class Key>
struct ArithmeticCopy {
    using key = Key;
    static constexpr std::string_view name = "arithmetic_copy";
    static constexpr bool synchronises = false;
    static constexpr auto buffers() { return std::tuple{&ArithmeticCopy::from, &ArithmeticCopy::to}; }

    Global<Key> from, to;
    std::uint32_t unless = 0;
    std::uint32_t steps = 0;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const std::uint32_t i = c.global_thread();
        Key x = c.load(from, i);
        if (c.branch((i & unless) == 0)) {
            x = there_and_back(x, steps);
        }
        c.store(to, i, x);
    }
};

/// Plans a pass of ArithmeticCopy.
template <class Key>
void plan_arithmetic(PlanBuilder& plan, std::uint64_t n, std::uint32_t unless, std::uint32_t steps) {
    plan_pass<Key>(plan, n, "work", n, pass_block, [&](auto from, auto to) {
        return ArithmeticCopy<Key>{.from = from, .to = to, .unless = unless, .steps = steps};
    });
}

struct Divergence {
    static constexpr FaultText text{"divergence", "Works at every fourth key: one lane of four is active",
                                    "Works at every fourth warp's keys: all lanes are active",
                                    "Every thread moves a key, and one of four does long arithmetic with it. "
                                    "With the fault those are every fourth lane, "
                                    "so that all warps do it with a quarter of their lanes; without it they "
                                    "are the lanes of every fourth warp."};
    template <class Key>
    using kernels = TypeList<ArithmeticCopy<Key>>;
    template <class Key>
    static void plan(PlanBuilder& plan, std::uint64_t n, const LaunchConfig&, bool faulty) {
        plan_arithmetic<Key>(plan, n, faulty ? 3 : 3 << 5, 256);
    }
};

/// Threads that move keys one by one, a grid apart; the last key decides the next place. `lanes` neighbours
/// move each key.
template <class Key>
struct ChainedCopy {
    using key = Key;
    static constexpr std::string_view name = "chained_copy";
    static constexpr bool synchronises = false;
    static constexpr auto buffers() { return std::tuple{&ChainedCopy::from, &ChainedCopy::to}; }

    Global<Key> from, to;
    std::uint32_t n = 0;
    std::uint32_t lanes = 1;
    std::uint32_t used = 0;  ///< mask of a key for the next place: no bit, unknown to the compiler

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        std::uint32_t i = c.global_thread();
        const std::uint32_t grid = c.blocks() * c.block_threads();
        for (auto keys = c.loop(); keys.next(i / lanes < n);) {
            const Key x = c.load(from, i / lanes);
            c.store(to, i / lanes, x);
            i += grid + (x & used);
        }
    }
};

/// Plans a pass of ChainedCopy by `blocks` blocks.
template <class Key>
void plan_chains(PlanBuilder& plan, std::uint64_t n, std::uint64_t blocks, std::uint32_t block,
                 std::uint32_t lanes = 1) {
    plan_pass<Key>(plan, n, "move", blocks * block, block, [&](auto from, auto to) {
        return ChainedCopy<Key>{.from = from, .to = to, .n = static_cast<std::uint32_t>(n), .lanes = lanes};
    });
}

struct SmallBlocks {
    static constexpr FaultText text{"small-blocks",
                                    "Copies keys in blocks of one warp: half of the warps fit",
                                    "Copies keys in blocks of eight warps",
                                    "Every thread moves four keys one after the other, so that the warps "
                                    "which a multiprocessor holds decide. With the "
                                    "fault blocks have 32 threads, of which a multiprocessor takes 32 at "
                                    "most: half of its 64 warps, or fewer."};
    template <class Key>
    using kernels = TypeList<ChainedCopy<Key>>;
    template <class Key>
    static void plan(PlanBuilder& plan, std::uint64_t n, const LaunchConfig&, bool faulty) {
        const std::uint32_t block = faulty ? 32 : pass_block;
        plan_chains<Key>(plan, n, n / keys_a_thread / block, block);
    }
};

struct FewBlocks {
    static constexpr FaultText text{
        "few-blocks", "Copies keys by 16 blocks: most multiprocessors idle",
        "Copies keys by as many blocks as there is work for",
        "Threads move keys one after the other. With the fault there are 16 blocks, whatever the number of "
        "keys, so that most "
        "multiprocessors of a large GPU have none; without it every thread moves four keys."};
    template <class Key>
    using kernels = TypeList<>;
    template <class Key>
    static void plan(PlanBuilder& plan, std::uint64_t n, const LaunchConfig&, bool faulty) {
        const std::uint64_t enough = n / keys_a_thread / pass_block;
        plan_chains<Key>(plan, n, faulty ? std::min<std::uint64_t>(16, enough) : enough, pass_block);
    }
};

struct Tail {
    static constexpr FaultText text{
        "tail", "Copies keys by one block more than fit at once",
        "Copies keys by as many blocks as fit at once",
        "Blocks of 1024 threads, two of which fill a multiprocessor, move keys one after the other in equal "
        "shares, four lanes "
        "at each, so that latency alone decides how long a block takes. With the fault there is one block "
        "more than a full wave has, and all multiprocessors but one wait for it. The wave is the "
        "GPU's own: twice its multiprocessors, 264 on an H200."};
    template <class Key>
    using kernels = TypeList<>;
    static std::vector<VariantParameter> parameters() {
        return {
            {.name = "wave",
             .summary = "blocks that run at once: two for each of the GPU's multiprocessors",
             .values = {36,  40,  48,  56,  60,  72,  80,  92,  96,  112, 120, 128, 132, 136, 144, 156, 160,
                        164, 168, 170, 204, 216, 228, 232, 256, 264, 284, 288, 296, 304, 320, 340, 376},
             .default_value = 264}};
    }
    template <class Key>
    static void plan(PlanBuilder& plan, std::uint64_t n, const LaunchConfig& config, bool faulty) {
        const auto wave = static_cast<std::uint64_t>(parameter_value(config, parameters().front()));
        plan_chains<Key>(plan, n, faulty ? wave + 1 : wave, 1024, 4);
    }
};

struct LaunchGaps {
    static constexpr FaultText text{"launch-gaps", "Copies keys by 128 launches of hardly any work",
                                    "Copies keys by one launch",
                                    "Every thread moves four keys in order. With the fault the keys are cut "
                                    "into 128 parts with a launch each, which "
                                    "takes longer to begin and to end than to move them."};
    template <class Key>
    using kernels = TypeList<>;
    template <class Key>
    static void plan(PlanBuilder& plan, std::uint64_t n, const LaunchConfig&, bool faulty) {
        const std::uint64_t parts = faulty ? 128 : 1;
        const auto from = plan.buffer<Key>("keys", n);
        const auto to = plan.buffer<Key>("moved", n);
        for (std::uint64_t part = 0; part < parts; ++part)
            plan.launch({.stage = {1, static_cast<int>(part) + 1,
                                   faulty ? "part " + std::to_string(part + 1) : "move"},
                         .threads = n / parts / keys_a_thread,
                         .block = pass_block,
                         .required_bytes = step_bytes<Key>(n / parts)},
                        StridedCopy<Key>{.from = from,
                                         .to = to,
                                         .mask = static_cast<std::uint32_t>(n - 1),
                                         .first = static_cast<std::uint32_t>(n / parts * part)});
        plan.output(to);
    }
};

}  // namespace sortscope::kernels
