// Passes with a fault in shared memory, barriers or occupancy.
#pragma once

#include "kernels/variants/faults/fault.hpp"

namespace sortscope::kernels {

/// Tiles of 32 x 32 keys, transposed in shared memory four times, so that they end unchanged.
template <class Key>
struct TileTranspose {
    using key = Key;
    static constexpr std::string_view name = "tile_transpose";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&TileTranspose::from, &TileTranspose::to}; }
    static constexpr std::uint32_t edge = 32, rounds = 4;

    Global<Key> from, to;
    std::uint32_t pitch = edge + 1;  ///< keys from row to row; with 32, a column is in one bank

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const InOrder pass = of_pass(c), own = of_tile(c);
        auto tile = c.template shared<Key>(edge * (edge + 1));
        Key x[keys_a_thread];
        load_keys(c, from, x, pass);
        for (std::uint32_t round = 0; round < rounds; ++round) {
            store_keys(c, tile, x, [&](std::uint32_t k) { return own(k) % edge * pitch + own(k) / edge; });
            c.sync();
            load_keys(c, tile, x, [&](std::uint32_t k) { return own(k) / edge * pitch + own(k) % edge; });
            c.sync();
        }
        store_keys(c, to, x, pass);
    }
};

struct BankConflicts {
    static constexpr FaultText text{
        "bank-conflicts", "Transposes tiles in shared memory by columns of one bank",
        "Transposes tiles in shared memory, rows padded by a key",
        "Tiles of 32 x 32 keys are transposed four times in shared memory. With the fault a row has 32 keys, "
        "so that the "
        "32 lanes which store a column meet in one bank; without it rows are 33 keys apart."};
    template <class Key>
    using kernels = TypeList<TileTranspose<Key>>;
    template <class Key>
    static void plan(PlanBuilder& plan, std::uint64_t n, const LaunchConfig&, bool faulty) {
        constexpr std::uint32_t edge = TileTranspose<Key>::edge;
        plan_pass<Key>(
            plan, n, "transpose", n / keys_a_thread, pass_block,
            [&](auto from, auto to) {
                return TileTranspose<Key>{.from = from, .to = to, .pitch = faulty ? edge : edge + 1};
            },
            edge * (edge + 1) * sizeof(Key));
    }
};

/// Reverses each block's keys through shared memory.
template <class Key>
struct TileReversal {
    using key = Key;
    static constexpr std::string_view name = "tile_reversal";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&TileReversal::from, &TileReversal::to}; }

    Global<Key> from, to;
    std::uint32_t capacity = 0;        ///< keys of shared memory a block: its own or more
    std::uint32_t extra_barriers = 0;  ///< in addition to the one needed

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const InOrder pass = of_pass(c), own = of_tile(c);
        const std::uint32_t last = keys_a_thread * c.block_threads() - 1;
        auto tile = c.template shared<Key>(capacity);
        Key x[keys_a_thread];
        load_keys(c, from, x, pass);
        store_keys(c, tile, x, own);
        c.sync();
        for (std::uint32_t extra = 0; extra < extra_barriers; ++extra) {
            c.sync();
        }
        load_keys(c, tile, x, [&](std::uint32_t k) { return last - own(k); });
        store_keys(c, to, x, pass);
    }
};

/// Plans a pass of TileReversal in blocks of `block` threads.
template <class Key>
void plan_reversal(PlanBuilder& plan, std::uint64_t n, std::uint32_t block, std::uint32_t shared_bytes,
                   std::uint32_t extra_barriers) {
    plan_pass<Key>(
        plan, n, "reverse", n / keys_a_thread, block,
        [&](auto from, auto to) {
            return TileReversal<Key>{.from = from,
                                     .to = to,
                                     .capacity = static_cast<std::uint32_t>(shared_bytes / sizeof(Key)),
                                     .extra_barriers = extra_barriers};
        },
        shared_bytes);
}

struct SharedOccupancy {
    static constexpr FaultText text{"shared-occupancy",
                                    "Reverses tiles; a block takes 96 KiB of shared memory",
                                    "Reverses tiles; a block takes the 2 KiB it needs",
                                    "Blocks of 128 threads put 512 keys in reverse order by way of shared "
                                    "memory, for which they need 2 KiB. With the "
                                    "fault each takes 96 KiB, so that a multiprocessor holds two or fewer "
                                    "and has too few loads under way."};
    template <class Key>
    using kernels = TypeList<TileReversal<Key>>;
    template <class Key>
    static void plan(PlanBuilder& plan, std::uint64_t n, const LaunchConfig&, bool faulty) {
        constexpr std::uint32_t block = 128;
        plan_reversal<Key>(plan, n, block, faulty ? 96 * 1024 : block * keys_a_thread * sizeof(Key), 0);
    }
};

struct Barriers {
    static constexpr FaultText text{"barriers", "Reverses tiles with 512 barriers where one is needed",
                                    "Reverses tiles with the one barrier needed",
                                    "Blocks of 1024 threads put 4096 keys in reverse order by way of shared "
                                    "memory. One barrier stands between storing "
                                    "there and loading; with the fault 511 more follow it."};
    template <class Key>
    using kernels = TypeList<>;
    template <class Key>
    static void plan(PlanBuilder& plan, std::uint64_t n, const LaunchConfig&, bool faulty) {
        constexpr std::uint32_t block = 1024;
        plan_reversal<Key>(plan, n, block, block * keys_a_thread * sizeof(Key), faulty ? 511 : 0);
    }
};

}  // namespace sortscope::kernels
