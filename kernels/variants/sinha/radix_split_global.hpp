// Radix sort by splits (Sinha 2010), for any number of keys: one bit per stage, three launches each.
#pragma once

#include <algorithm>
#include <bit>
#include <utility>

#include "kernels/variants/planners.hpp"
#include "kernels/variants/sinha/ordered_bits.hpp"

namespace sortscope::kernels {
/// Sum of `x` over the warp's lanes up to this lane, by five shuffles (Hillis, Steele 1986).
template <class C>
SORTSCOPE_DEVICE uint32_t sum_in_warp(C& c, uint32_t x) {
    const uint32_t lane = c.thread() % 32;
    for (uint32_t reach = 1; reach < 32; reach <<= 1) {
        const uint32_t left = c.shuffle(x, lane < reach ? lane : lane - reach);
        x += lane < reach ? 0U : left;
    }
    return x;
}

/// Sums of a block's warps.
struct WarpSums {
    uint32_t earlier = 0;  ///< sum of the warps before this thread's
    uint32_t total = 0;    ///< sum of all warps
};

/// Size of the shared array of sum_over_warps(): a place for each warp of the largest block. Smaller blocks
/// need all places too, as compilers load four at a time.
inline constexpr uint32_t warp_places = 32;

/// Sums `of_warp`, equal in all lanes of a warp, over the block's warps. `sums` is a shared array of
/// warp_places. Has one barrier; the caller needs another before the next use of `sums`.
template <class C, class Sums>
SORTSCOPE_DEVICE WarpSums sum_over_warps(C& c, Sums& sums, uint32_t of_warp) {
    const uint32_t own = c.thread() / 32;
    const uint32_t warps = c.block_threads() / 32;
    if (c.branch(c.thread() % 32 == 0)) {
        c.store(sums, own, of_warp);
    }
    c.sync();
    WarpSums result;
    uint32_t warp = 0;
    for (auto loop = c.loop(); loop.next(warp < warps); ++warp) {
        const uint32_t sum = c.load(sums, warp);
        result.earlier += warp < own ? sum : 0U;
        result.total += sum;
    }
    return result;
}

/// Counts each block's keys with 0 at `bit`. One key per thread; threads behind the last key have no key.
template <class Key>
struct RadixCountZeros {
    using key = Key;
    static constexpr std::string_view name = "radix_count_zeros";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&RadixCountZeros::keys, &RadixCountZeros::counts}; }

    Global<Key> keys;
    Global<uint32_t> counts;  ///< one place for each block, then one for the total, unused here
    uint32_t bit = 0;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        auto sums = c.template shared<uint32_t>(warp_places);
        const uint32_t i = c.global_thread();
        bool is_zero = false;
        if (c.branch(i < keys.size)) {
            const Key own = c.load(keys, i);
            is_zero = (ordered_bits(key_of(own)) >> bit & 1) == 0;
        }
        const uint32_t zeros = c.ballot(is_zero);
        const WarpSums warps = sum_over_warps(c, sums, uint32_t(std::popcount(zeros)));
        if (c.branch(c.thread() == 0)) {
            c.store(counts, c.block(), warps.total);
        }
    }
};

/// Replaces each block's count by the sum of the counts before it, and the last place by the total. One
/// block, tile by tile.
template <class Key>
struct RadixScanCounts {
    using key = Key;
    static constexpr std::string_view name = "radix_scan_counts";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&RadixScanCounts::counts}; }

    Global<uint32_t> counts;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        auto sums = c.template shared<uint32_t>(warp_places);
        const auto blocks = uint32_t(counts.size) - 1;
        uint32_t before_tile = 0;
        uint32_t first = 0;
        for (auto tiles = c.loop(); tiles.next(first < blocks); first += c.block_threads()) {
            const uint32_t i = first + c.thread();
            uint32_t count = 0;
            if (c.branch(i < blocks)) {
                count = c.load(counts, i);
            }
            const uint32_t sum = sum_in_warp(c, count);
            const WarpSums warps = sum_over_warps(c, sums, c.shuffle(sum, 31));
            if (c.branch(i < blocks)) {
                c.store(counts, i, before_tile + warps.earlier + sum - count);
            }
            before_tile += warps.total;
            c.sync();  // the next tile overwrites `sums`
        }
        if (c.branch(c.thread() == 0)) {
            c.store(counts, blocks, before_tile);
        }
    }
};

/// Moves keys with 0 at `bit` to the front and keys with 1 behind them, stably.
template <class Key>
struct RadixScatter {
    using key = Key;
    static constexpr std::string_view name = "radix_scatter";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() {
        return std::tuple{&RadixScatter::in, &RadixScatter::out, &RadixScatter::zeros_before};
    }

    Global<Key> in;
    Global<Key> out;
    /// Output of RadixScanCounts: the zeros before each block, and the total
    Global<uint32_t> zeros_before;
    uint32_t bit = 0;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        auto sums = c.template shared<uint32_t>(warp_places);
        const uint32_t i = c.global_thread();
        const uint32_t lanes_before = (1U << c.thread() % 32) - 1;
        const bool has_key = i < in.size;
        Key own{};
        bool is_zero = false;
        if (c.branch(has_key)) {
            own = c.load(in, i);
            is_zero = (ordered_bits(key_of(own)) >> bit & 1) == 0;
        }
        const uint32_t zeros = c.ballot(is_zero);
        const WarpSums warps = sum_over_warps(c, sums, uint32_t(std::popcount(zeros)));
        if (c.branch(has_key)) {
            const uint32_t before_block = c.load(zeros_before, c.block());
            const uint32_t all_zeros = c.load(zeros_before, c.blocks());
            const uint32_t before_own =
                before_block + warps.earlier + uint32_t(std::popcount(zeros & lanes_before));
            c.store(out, is_zero ? before_own : all_zeros + i - before_own, own);
        }
    }
};

struct RadixSplitGlobal {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<RadixCountZeros<Key>, RadixScanCounts<Key>, RadixScatter<Key>>;

    static VariantInfo info() {
        return {
            .name = "radix-split-global",
            .source = "Sinha 2010",
            .section = "radix sort by splits, its general form",
            .summary = "Radix sort, one bit a stage of three launches, for any number of keys",
            .details =
                "The split of radix-split over many blocks, from the lowest bit of the key. For each bit, "
                "one launch counts the keys of each block whose bit is 0, and one block sums the counts. A "
                "third launch scatters the keys to a second buffer: zeros to the front, ones behind them, "
                "both in their order. Then the buffers swap roles. Within a block, a key's place comes from "
                "a ballot of its warp and the sums of the warps before. A stage is a bit: 32 or 64 stages of "
                "three launches. Each bit reads the keys twice and writes them once. Floats are split by "
                "their bits with the sign flipped (all bits, of a negative one). Required bytes of a launch: "
                "the keys and counts that it reads and writes, each once.",
            .min_block = 32};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        constexpr uint32_t word = sizeof(uint32_t);
        const uint64_t n = workload.n;
        const uint64_t blocks = (n + config.block - 1) / config.block;
        const auto scan_threads = uint32_t(std::clamp<uint64_t>(std::bit_ceil(blocks), 32, 1024));
        auto from = plan.buffer<Key>("keys", n);
        auto to = plan.buffer<Key>("other keys", n);
        const auto counts = plan.buffer<uint32_t>("zeros of blocks", blocks + 1);
        for (uint32_t bit = 0; bit < 8 * sizeof(key_of_t<Key>); ++bit) {
            const int stage = int(bit) + 1;
            const std::string label = "bit " + std::to_string(bit);
            const auto shape = [&](int substage, const char* what, uint64_t bytes) {
                return LaunchShape{.stage = {stage, substage, label + " " + what},
                                   .threads = blocks * config.block,
                                   .block = config.block,
                                   .shared_bytes = warp_places * word,
                                   .required_bytes = bytes};
            };
            plan.launch(shape(1, "count", n * sizeof(Key) + blocks * word),
                        RadixCountZeros<Key>{.keys = from, .counts = counts, .bit = bit});
            auto scan = shape(2, "scan", (2 * blocks + 1) * word);
            scan.threads = scan.block = scan_threads;
            plan.launch(scan, RadixScanCounts<Key>{.counts = counts});
            plan.launch(shape(3, "scatter", step_bytes<Key>(n) + (blocks + 1) * word),
                        RadixScatter<Key>{.in = from, .out = to, .zeros_before = counts, .bit = bit});
            std::swap(from, to);
        }
        plan.output(from);
    }
};
}
