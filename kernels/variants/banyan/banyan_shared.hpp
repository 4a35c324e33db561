// BB Shared (Vali, Samani, del Rosario 2020): the Batcher-Banyan network in shared memory, for every size.
#pragma once

#include <utility>

#include "kernels/variants/banyan/routing.hpp"
#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
/// Routing through which a block fetches its keys from global memory.
enum class BanyanEntry : uint32_t { in_place, shuffle, butterfly };

/// Runs all columns of comparators between two routings that cross tiles. Each thread fetches two keys
/// through the first routing. The block starts in `first_level` at groups of 2^`first_bits` keys,
/// runs all levels up to `last_level` and stores its tile.
template <class Key>
struct BanyanTile {
    using key = Key;
    static constexpr std::string_view name = "banyan_tile";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&BanyanTile::from, &BanyanTile::to}; }

    Global<Key> from;
    Global<Key> to;  ///< equals `from` only if `entry` is in_place
    BanyanEntry entry = BanyanEntry::in_place;
    uint32_t entry_bits = 0;  ///< log2 of the group size of `entry`
    uint32_t first_level = 0;
    /// log2 of the first butterfly's group size; 1: the first level is a single CMP
    uint32_t first_bits = 1;
    uint32_t last_level = 0;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t threads = c.block_threads();
        const uint32_t t = c.thread();
        const uint32_t base = c.block() * 2 * threads;
        auto tile = c.template shared<Key>(2 * threads);
        const Key first = c.load(from, entry_source(base + t));
        const Key second = c.load(from, entry_source(base + t + threads));
        c.store(tile, t, first);
        c.store(tile, t + threads, second);
        uint32_t level = first_level;
        uint32_t bits = first_bits;
        for (auto levels = c.loop(); levels.next(level <= last_level); ++level, bits = level + 1) {
            for (auto columns = c.loop(); columns.next(bits > 1); --bits) {
                compare(c, tile, level);
                route(c, tile, butterfly_source(t, bits), butterfly_source(t + threads, bits));
            }
            compare(c, tile, level);
            if (c.branch(level < last_level))
                route(c, tile, shuffle_source(t, level + 2), shuffle_source(t + threads, level + 2));
        }
        c.sync();
        const Key low_key = c.load(tile, t);
        const Key high_key = c.load(tile, t + threads);
        c.store(to, base + t, low_key);
        c.store(to, base + t + threads, high_key);
    }

 private:
    SORTSCOPE_DEVICE uint32_t entry_source(uint32_t i) const {
        if (entry == BanyanEntry::shuffle) return shuffle_source(i, entry_bits);
        if (entry == BanyanEntry::butterfly) return butterfly_source(i, entry_bits);
        return i;
    }

    /// CMP(level) of the block's tile. Waits for earlier stores.
    template <class C, class Tile>
    SORTSCOPE_DEVICE static void compare(C& c, const Tile& tile, uint32_t level) {
        c.sync();
        const uint32_t t = c.thread();
        const bool descending = (c.global_thread() >> level & 1) != 0;
        const Key a = c.load(tile, 2 * t);
        const Key b = c.load(tile, 2 * t + 1);
        if (c.branch(descending ? before(a, b) : before(b, a))) {
            c.store(tile, 2 * t, b);
            c.store(tile, 2 * t + 1, a);
        }
    }

    /// A routing within the tile: this thread's two places get the keys at `low` and `high`. All reads
    /// precede all writes.
    template <class C, class Tile>
    SORTSCOPE_DEVICE static void route(C& c, const Tile& tile, uint32_t low, uint32_t high) {
        c.sync();
        const Key low_key = c.load(tile, low);
        const Key high_key = c.load(tile, high);
        c.sync();
        c.store(tile, c.thread(), low_key);
        c.store(tile, c.thread() + c.block_threads(), high_key);
    }
};

struct BanyanShared {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<BanyanTile<Key>>;

    static VariantInfo info() {
        return {
            .name = "banyan-shared",
            .source = "Vali, Samani, del Rosario 2020",
            .section = "Batcher-Banyan, BB Shared",
            .summary = "Batcher-Banyan network in shared memory tiles, for every size",
            .details =
                "N/2 threads; a block has a tile of two keys a thread. CMP, SHUFFLE and BUTTERFLY work on "
                "the tile, with barriers between them, while a routing's groups fit it. A routing that "
                "crosses tiles ends the launch. The next launch loads its keys from global memory through "
                "that routing and stores to a second buffer. The source stops at 2^13 keys; this variant "
                "goes on. With tiles of 2^T keys and D = L - T levels above them: 1 + D + D(D+1)/2 launches "
                "for N = 2^L keys. Stage 1 is all levels that fit the tile; stage p is level T + p - 2.",
            .power_of_two = true};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const uint64_t n = workload.n;
        auto current = plan.buffer<Key>("keys", n);
        auto other = plan.buffer<Key>("routed", n);
        const auto levels = uint32_t(log2_exact(n));
        const auto tile = uint32_t(log2_exact(2 * std::min<uint64_t>(config.block, n / 2)));

        BanyanTile<Key> within;
        within.last_level = tile - 1;
        launch(plan, within, current, current, 1, 1, "levels 0.." + std::to_string(tile - 1),
               tile * (tile + 1) / 2, config);
        for (uint32_t level = tile; level < levels; ++level) {
            const int stage = int(level - tile) + 2;
            int substage = 0;
            BanyanTile<Key> across;
            across.first_level = across.last_level = level;
            across.entry = BanyanEntry::shuffle;
            across.entry_bits = level + 1;  // the SHUFFLE at the end of the previous level
            launch(plan, across, current, other, stage, ++substage,
                   "SHUFFLE " + std::to_string(2ULL << level), 1, config);
            std::swap(current, other);
            across.entry = BanyanEntry::butterfly;
            for (uint32_t bits = level + 1; bits > tile; --bits) {
                across.entry_bits = bits;
                across.first_bits = bits == tile + 1 ? tile : 1;  // the last launch finishes the level
                launch(plan, across, current, other, stage, ++substage,
                       "BUTTERFLY " + std::to_string(1ULL << bits), across.first_bits, config);
                std::swap(current, other);
            }
        }
        plan.output(current);
    }

    /// Appends one launch of `kernel` with `columns` columns of comparators.
    template <class Key>
    static void launch(PlanBuilder& plan, BanyanTile<Key> kernel, Global<Key> from, Global<Key> to, int stage,
                       int substage, std::string label, uint32_t columns, const LaunchConfig& config) {
        kernel.from = from;
        kernel.to = to;
        const uint64_t n = from.size;
        const uint64_t block = std::min<uint64_t>(config.block, n / 2);
        plan.launch({.stage = {stage, substage, std::move(label)},
                     .threads = n / 2,
                     .block = config.block,
                     .shared_bytes = uint32_t(2 * block * sizeof(Key)),
                     .required_bytes = step_bytes<Key>(n),
                     .comparators = n / 2 * columns},
                    kernel);
    }
};
}
