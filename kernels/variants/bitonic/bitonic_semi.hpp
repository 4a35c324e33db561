// Semi-optimized bitonic sort (Mu, Cui, Song 2016): once a span fits shared memory, the rest of its phase is one launch.
#pragma once

#include "kernels/context/annotations.hpp"
#include "kernels/context/global.hpp"
#include "kernels/context/record.hpp"
#include "kernels/context/variant.hpp"
#include "kernels/variants/steps.hpp"
#include "kernels/context/type_list.hpp"

namespace sortscope::kernels {

/// One step through global memory: thread t of N/2 swaps the pair at distance j if it is out of order.
template <class Key>
struct BitonicSemiGlobal {
    using key = Key;
    static constexpr std::string_view name = "bitonic_semi_global";
    static constexpr bool synchronises = false;
    static constexpr auto buffers() { return std::tuple{&BitonicSemiGlobal::keys}; }

    Global<Key> keys;
    std::uint32_t j = 0;  ///< distance of the pair, a power of two
    std::uint32_t k = 0;  ///< length of the bitonic sequences of this phase

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const std::uint32_t t = c.global_thread();
        const std::uint32_t low = t & (j - 1);
        const std::uint32_t i = (t << 1) - low;
        const bool ascending = (i & k) == 0;
        const Key a = c.load(keys, i);
        const Key b = c.load(keys, i + j);
        if (c.branch(ascending ? before(b, a) : before(a, b))) {
            c.store(keys, i, b);
            c.store(keys, i + j, a);
        }
    }
};

/// All remaining steps of a phase in shared memory: a block loads two keys a thread, runs steps j, j/2, .., 1, stores them.
template <class Key>
struct BitonicSemiShared {
    using key = Key;
    static constexpr std::string_view name = "bitonic_semi_shared";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&BitonicSemiShared::keys}; }

    Global<Key> keys;
    std::uint32_t first_j = 0;  ///< first distance, at most the block's number of threads
    std::uint32_t k = 0;        ///< length of the bitonic sequences of this phase

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const std::uint32_t threads = c.block_threads();
        const std::uint32_t t = c.thread();
        const std::uint32_t base = c.block() * 2 * threads;
        auto tile = c.template shared<Key>(2 * threads);
        const std::uint64_t low_place = base + t;  // 64 bits wide and named: else nvcc works them out again after the loop
        const std::uint64_t high_place = low_place + threads;
        const Key first = c.load(keys, low_place);
        const Key second = c.load(keys, high_place);
        c.store(tile, t, first);
        c.store(tile, t + threads, second);
        std::uint32_t j = first_j;
        for (auto loop = c.loop(); loop.next(j > 0); j >>= 1) {
            c.sync();
            const std::uint32_t low = t & (j - 1);
            const std::uint32_t i = (t << 1) - low;
            const bool ascending = ((base + i) & k) == 0;
            const Key a = c.load(tile, i);
            const Key b = c.load(tile, i + j);
            if (c.branch(ascending ? before(b, a) : before(a, b))) {
                c.store(tile, i, b);
                c.store(tile, i + j, a);
            }
        }
        c.sync();
        const Key low_key = c.load(tile, t);
        const Key high_key = c.load(tile, t + threads);
        c.store(keys, low_place, low_key);
        c.store(keys, high_place, high_key);
    }
};

struct BitonicSemi {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<BitonicSemiGlobal<Key>, BitonicSemiShared<Key>>;

    static VariantInfo info() {
        return {.name = "bitonic-semi",
                .source = "Mu, Cui, Song 2016",
                .section = "semi-optimized bitonic sort",
                .summary = "Bitonic sort that finishes each phase in shared memory",
                .details = "N/2 threads. As long as a step's pairs stand further apart than a block's two keys a thread reach, each step is a "
                           "launch of its own through global memory. Then all remaining steps of the phase run in one launch: the block loads "
                           "its tile into shared memory, orders it with a barrier before each step, and stores it. With tiles of 2^T keys that "
                           "makes T + sum over phases p > T of (p - T + 1) launches for N = 2^L keys.",
                .power_of_two = true,
                .min_block = 1,
                .max_block = 1024,
                .default_block = 256};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const std::uint64_t n = workload.n;
        const auto data = plan.buffer<Key>("keys", n);
        const std::uint64_t block = std::min<std::uint64_t>(config.block, n / 2);
        int stage = 0;
        for (std::uint64_t k = 2; k <= n; k *= 2) {
            ++stage;
            int substage = 0;
            std::uint64_t j = k / 2;
            for (; j > block; j /= 2) {
                BitonicSemiGlobal<Key> kernel;
                kernel.keys = data;
                kernel.j = static_cast<std::uint32_t>(j);
                kernel.k = static_cast<std::uint32_t>(k);
                plan.launch({.stage = {stage, ++substage, "k=" + std::to_string(k) + " j=" + std::to_string(j)},
                             .threads = n / 2,
                             .block = config.block,
                             .bound_bytes = step_bytes<Key>(n),
                             .comparators = n / 2},
                            kernel);
            }
            BitonicSemiShared<Key> kernel;
            kernel.keys = data;
            kernel.first_j = static_cast<std::uint32_t>(j);
            kernel.k = static_cast<std::uint32_t>(k);
            const auto steps = static_cast<std::uint64_t>(log2_exact(j) + 1);
            plan.launch({.stage = {stage, ++substage, "k=" + std::to_string(k) + " tile"},
                         .threads = n / 2,
                         .block = config.block,
                         .shared_bytes = static_cast<std::uint32_t>(2 * block * sizeof(Key)),
                         .bound_bytes = step_bytes<Key>(n),
                         .comparators = n / 2 * steps},
                        kernel);
        }
    }
};

}  // namespace sortscope::kernels
