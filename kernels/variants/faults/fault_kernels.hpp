// Kernels of the family "faults": passes that move keys. Parameters in the plan give a kernel its fault.
#pragma once

#include "kernels/variants/bainville/registers.hpp"
#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
/// The faults do not depend on the key type, so all kernels use 32-bit keys.
using FaultKey = uint32_t;
using FaultKeys = TypeList<FaultKey>;

/// Keys of a thread in most passes: enough loads in flight that bandwidth limits the pass, not latency.
inline constexpr uint32_t keys_a_thread = 4;
/// Threads of a block in most passes.
inline constexpr uint32_t pass_block = 256;

/// Load or store a thread's keys at place(0), place(1), .. of a global or shared array. The site of each
/// access is the line of the call.
template <class C, class Array, class Place>
SORTSCOPE_DEVICE void load_keys(C& c, const Array& from, FaultKey (&x)[keys_a_thread], const Place& place,
                                SourcePlace at = SourcePlace::current()) {
    SORTSCOPE_UNROLL
    for (uint32_t k = 0; k < keys_a_thread; ++k) x[k] = c.load(from, place(k), at);
}
template <class C, class Array, class Place>
SORTSCOPE_DEVICE void store_keys(C& c, const Array& to, const FaultKey (&x)[keys_a_thread],
                                 const Place& place, SourcePlace at = SourcePlace::current()) {
    SORTSCOPE_UNROLL
    for (uint32_t k = 0; k < keys_a_thread; ++k) c.store(to, place(k), x[k], at);
}

/// Places in order: neighbouring lanes access neighbouring keys.
struct InOrder {
    uint32_t first, threads;
    SORTSCOPE_DEVICE uint32_t operator()(uint32_t k) const { return first + k * threads; }
};
/// InOrder over all keys (of_pass), or over a block's tile (of_tile).
template <class C>
SORTSCOPE_DEVICE InOrder of_pass(C& c) {
    return {c.block() * keys_a_thread * c.block_threads() + c.thread(), c.block_threads()};
}
template <class C>
SORTSCOPE_DEVICE InOrder of_tile(C& c) {
    return {c.thread(), c.block_threads()};
}

/// Stride of scattered accesses: 2^32 / golden ratio (Fibonacci hashing: Knuth, volume 3, section 6.4). The
/// stride is odd, so i * scatter modulo a power of two takes each place once. A warp's places are in
/// different lines, and accesses to neighbouring places are far apart in time.
inline constexpr uint32_t scatter = 0x9E3779B1;

/// Copies key i * load_stride to place i * store_stride, four keys a thread. A warp's lanes have adjacent i.
struct StridedCopy {
    using key = FaultKey;
    static constexpr std::string_view name = "strided_copy";
    static constexpr auto buffers() { return std::tuple{&StridedCopy::from, &StridedCopy::to}; }

    Global<FaultKey> from{}, to{};
    uint32_t mask = 0;  ///< number of keys - 1
    uint32_t load_stride = 1, store_stride = 1;
    uint32_t first = 0;  ///< first key of this launch

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const InOrder pass = of_pass(c);
        FaultKey x[keys_a_thread];
        load_keys(c, from, x, [&](uint32_t k) { return (first + pass(k)) * load_stride & mask; });
        store_keys(c, to, x, [&](uint32_t k) { return (first + pass(k)) * store_stride & mask; });
    }
};

/// Gathers scattered groups of 16 neighbouring keys (64 bytes). They begin `shift` keys after a sector
/// border.
struct GroupCopy {
    using key = FaultKey;
    static constexpr std::string_view name = "group_copy";
    static constexpr auto buffers() { return std::tuple{&GroupCopy::from, &GroupCopy::to}; }
    static constexpr uint32_t group = 16;

    Global<FaultKey> from{}, to{};
    uint32_t mask = 0;  ///< number of keys - 1
    uint32_t shift = 0;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const InOrder pass = of_pass(c);
        FaultKey x[keys_a_thread];
        load_keys(c, from, x, [&](uint32_t k) {
            return (pass(k) / group * scatter * group + shift + pass(k) % group) & mask;
        });
        store_keys(c, to, x, pass);
    }
};

/// Copies keys in order. For each key, loads `times` keys, n / 8 apart.
struct RereadingCopy {
    using key = FaultKey;
    static constexpr std::string_view name = "rereading_copy";
    static constexpr auto buffers() { return std::tuple{&RereadingCopy::from, &RereadingCopy::to}; }

    Global<FaultKey> from{}, to{};
    uint32_t mask = 0;   ///< number of keys - 1
    uint32_t times = 1;  ///< 1 to 8
    uint32_t used = 0;   ///< 0, unknown to the compiler: keeps the repeated loads

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const InOrder pass = of_pass(c);
        FaultKey x[keys_a_thread];
        load_keys(c, from, x, pass);
        for (uint32_t again = 1; again < times; ++again) {
            FaultKey others[keys_a_thread];
            load_keys(c, from, others, [&](uint32_t k) { return (pass(k) + again * (mask / 8 + 1)) & mask; });
            SORTSCOPE_UNROLL
            for (uint32_t k = 0; k < keys_a_thread; ++k) x[k] ^= others[k] & used;
        }
        store_keys(c, to, x, pass);
    }
};

/// Each thread clears one counter.
struct ClearCounters {
    using key = FaultKey;
    static constexpr std::string_view name = "clear_counters";
    static constexpr auto buffers() { return std::tuple{&ClearCounters::counters}; }

    Global<uint32_t> counters{};

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        c.store(counters, c.global_thread(), 0);
    }
};

/// Copies keys in order and counts threads: each thread of block b adds 1 to counter b * spread.
struct CountedCopy {
    using key = FaultKey;
    static constexpr std::string_view name = "counted_copy";
    static constexpr bool atomics = true;
    static constexpr auto buffers() {
        return std::tuple{&CountedCopy::from, &CountedCopy::to, &CountedCopy::counters};
    }

    Global<FaultKey> from{}, to{};
    Global<uint32_t> counters{};
    uint32_t spread = 0;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const InOrder pass = of_pass(c);
        FaultKey x[keys_a_thread];
        load_keys(c, from, x, pass);
        c.atomic_add(counters, c.block() * spread, 1);
        store_keys(c, to, x, pass);
    }
};

/// Transposes tiles of 32 x 32 keys four times in shared memory: the output equals the input.
struct TileTranspose {
    using key = FaultKey;
    static constexpr std::string_view name = "tile_transpose";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&TileTranspose::from, &TileTranspose::to}; }
    static constexpr uint32_t edge = 32, rounds = 4;

    Global<FaultKey> from{}, to{};
    uint32_t pitch = edge + 1;  ///< distance of rows in keys; with 32, a column is in one bank

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const InOrder pass = of_pass(c), own = of_tile(c);
        auto tile = c.template shared<FaultKey>(edge * (edge + 1));
        FaultKey x[keys_a_thread];
        load_keys(c, from, x, pass);
        for (uint32_t round = 0; round < rounds; ++round) {
            store_keys(c, tile, x, [&](uint32_t k) { return own(k) % edge * pitch + own(k) / edge; });
            c.sync();
            load_keys(c, tile, x, [&](uint32_t k) { return own(k) / edge * pitch + own(k) % edge; });
            c.sync();
        }
        store_keys(c, to, x, pass);
    }
};

/// Reverses each block's keys through shared memory.
struct TileReversal {
    using key = FaultKey;
    static constexpr std::string_view name = "tile_reversal";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&TileReversal::from, &TileReversal::to}; }

    Global<FaultKey> from{}, to{};
    uint32_t capacity = 0;        ///< keys that fit a block's shared memory: at least its own keys
    uint32_t extra_barriers = 0;  ///< barriers besides the one needed

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const InOrder pass = of_pass(c), own = of_tile(c);
        const uint32_t last = keys_a_thread * c.block_threads() - 1;
        auto tile = c.template shared<FaultKey>(capacity);
        FaultKey x[keys_a_thread];
        load_keys(c, from, x, pass);
        store_keys(c, tile, x, own);
        c.sync();
        for (uint32_t extra = 0; extra < extra_barriers; ++extra) {
            c.sync();
        }
        load_keys(c, tile, x, [&](uint32_t k) { return last - own(k); });
        store_keys(c, to, x, pass);
    }
};

/// Runs a linear congruential generator `steps` steps forward and back. Returns x, after arithmetic that no
/// compiler can remove.
SORTSCOPE_DEVICE inline uint32_t there_and_back(uint32_t x, uint32_t steps) {
    constexpr uint32_t factor = 1664525, inverse = 4276115653,
                       summand = 1013904223;  // Numerical Recipes, 7.1; factor * inverse = 1 mod 2^32
    for (uint32_t step = 0; step < steps; ++step) x = x * factor + summand;
    for (uint32_t step = 0; step < steps; ++step) x = (x - summand) * inverse;
    return x;
}

/// Copies keys in order, with arithmetic on key i if (i & unless) is 0.
struct ArithmeticCopy {
    using key = FaultKey;
    static constexpr std::string_view name = "arithmetic_copy";
    static constexpr auto buffers() { return std::tuple{&ArithmeticCopy::from, &ArithmeticCopy::to}; }

    Global<FaultKey> from{}, to{};
    uint32_t unless = 0;
    uint32_t steps = 0;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t i = c.global_thread();
        FaultKey x = c.load(from, i);
        if (c.branch((i & unless) == 0)) {
            x = there_and_back(x, steps);
        }
        c.store(to, i, x);
    }
};

/// Each thread moves keys one by one, a grid apart. Its next place depends on the loaded key, so it waits
/// for each load. `lanes` neighbouring threads move the same key.
struct ChainedCopy {
    using key = FaultKey;
    static constexpr std::string_view name = "chained_copy";
    static constexpr auto buffers() { return std::tuple{&ChainedCopy::from, &ChainedCopy::to}; }

    Global<FaultKey> from{}, to{};
    uint32_t n = 0;
    uint32_t lanes = 1;
    uint32_t used = 0;  ///< 0, unknown to the compiler: makes places depend on keys

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        uint32_t i = c.global_thread();
        const uint32_t grid = c.blocks() * c.block_threads();
        for (auto keys = c.loop(); keys.next(i / lanes < n);) {
            const FaultKey x = c.load(from, i / lanes);
            c.store(to, i / lanes, x);
            i += grid + (x & used);
        }
    }
};

/// Copies 16 bytes a thread, in order.
struct WideCopy {
    using key = FaultKey;
    using Word = KeyValue<uint64_t>;
    static constexpr std::string_view name = "wide_copy";
    static constexpr auto buffers() { return std::tuple{&WideCopy::from, &WideCopy::to}; }

    Global<Word> from, to;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const Word word = c.load(from, c.global_thread());
        c.store(to, c.global_thread(), word);
    }
};
}
