// Passes with a fault in their global memory accesses.
#pragma once

#include "kernels/variants/faults/fault.hpp"

namespace sortscope::kernels {

/// Stride of scattered accesses. It is odd, so i * scatter modulo a power of two takes each place once. A
/// warp's places are all in different lines, and neighbours in memory are far apart in time (2^32 / golden
/// ratio, as in Fibonacci hashing: Knuth, volume 3, section 6.4).
inline constexpr std::uint32_t scatter = 0x9E3779B1;

/// Four keys a thread, a warp's lanes in order: from place i * load_stride to place i * store_stride.
template <class Key>
struct StridedCopy {
    using key = Key;
    static constexpr std::string_view name = "strided_copy";
    static constexpr bool synchronises = false;
    static constexpr auto buffers() { return std::tuple{&StridedCopy::from, &StridedCopy::to}; }

    Global<Key> from, to;
    std::uint32_t mask = 0;  ///< number of keys - 1
    std::uint32_t load_stride = 1, store_stride = 1;
    std::uint32_t first = 0;  ///< first key of this launch

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const InOrder pass = of_pass(c);
        Key x[keys_a_thread];
        load_keys(c, from, x, [&](std::uint32_t k) { return (first + pass(k)) * load_stride & mask; });
        store_keys(c, to, x, [&](std::uint32_t k) { return (first + pass(k)) * store_stride & mask; });
    }
};

struct StridedLoads {
    static constexpr FaultText text{
        "strided-loads", "Copies keys with loads far apart: each lane its own sector", "Copies keys in order",
        "Every thread moves four keys. With the fault a warp's lanes load keys that lie far apart, so that "
        "each needs "
        "a sector of 32 bytes of which four are used; stores are in order. Without it loads are in order as "
        "well."};
    template <class Key>
    using kernels = TypeList<StridedCopy<Key>>;
    template <class Key>
    static void plan(PlanBuilder& plan, std::uint64_t n, const LaunchConfig&, bool faulty) {
        plan_pass<Key>(plan, n, "move", n / keys_a_thread, pass_block, [&](auto from, auto to) {
            return StridedCopy<Key>{.from = from,
                                    .to = to,
                                    .mask = static_cast<std::uint32_t>(n - 1),
                                    .load_stride = faulty ? scatter : 1};
        });
    }
};

struct StridedStores {
    static constexpr FaultText text{"strided-stores",
                                    "Copies keys with stores far apart: each lane its own sector",
                                    "Copies keys in order",
                                    "Every thread moves four keys. With the fault a warp's lanes store keys "
                                    "to places that lie far apart, so that "
                                    "each touches a sector of 32 bytes for four; loads are in order. Without "
                                    "it stores are in order as well."};
    template <class Key>
    using kernels = TypeList<>;
    template <class Key>
    static void plan(PlanBuilder& plan, std::uint64_t n, const LaunchConfig&, bool faulty) {
        plan_pass<Key>(plan, n, "move", n / keys_a_thread, pass_block, [&](auto from, auto to) {
            return StridedCopy<Key>{.from = from,
                                    .to = to,
                                    .mask = static_cast<std::uint32_t>(n - 1),
                                    .store_stride = faulty ? scatter : 1};
        });
    }
};

/// Groups of 16 neighbouring keys (64 bytes), each from its own place, `shift` keys off the sector borders.
template <class Key>
struct GroupCopy {
    using key = Key;
    static constexpr std::string_view name = "group_copy";
    static constexpr bool synchronises = false;
    static constexpr auto buffers() { return std::tuple{&GroupCopy::from, &GroupCopy::to}; }
    static constexpr std::uint32_t group = 16;

    Global<Key> from, to;
    std::uint32_t mask = 0;  ///< number of keys - 1
    std::uint32_t shift = 0;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const InOrder pass = of_pass(c);
        Key x[keys_a_thread];
        load_keys(c, from, x, [&](std::uint32_t k) {
            return (pass(k) / group * scatter * group + shift + pass(k) % group) & mask;
        });
        store_keys(c, to, x, pass);
    }
};

struct MisalignedLoads {
    static constexpr FaultText text{
        "misaligned-loads", "Gathers groups of 16 keys that begin in the middle of a sector",
        "Gathers groups of 16 keys, each two sectors",
        "Sixteen lanes load 16 neighbouring keys, the others those of a group far away; stores are in order. "
        "With the fault "
        "every group begins in the middle of a sector of 32 bytes, so that three are moved for two."};
    template <class Key>
    using kernels = TypeList<GroupCopy<Key>>;
    template <class Key>
    static void plan(PlanBuilder& plan, std::uint64_t n, const LaunchConfig&, bool faulty) {
        plan_pass<Key>(plan, n, "gather", n / keys_a_thread, pass_block, [&](auto from, auto to) {
            return GroupCopy<Key>{
                .from = from, .to = to, .mask = static_cast<std::uint32_t>(n - 1), .shift = faulty ? 4U : 0U};
        });
    }
};

/// A copy in order that reads `times` keys, n / 8 apart, for each that it moves.
template <class Key>
struct RereadingCopy {
    using key = Key;
    static constexpr std::string_view name = "rereading_copy";
    static constexpr bool synchronises = false;
    static constexpr auto buffers() { return std::tuple{&RereadingCopy::from, &RereadingCopy::to}; }

    Global<Key> from, to;
    std::uint32_t mask = 0;   ///< number of keys - 1
    std::uint32_t times = 1;  ///< 1 to 8
    std::uint32_t used = 0;   ///< mask of the further keys: no bit, unknown to the compiler

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const InOrder pass = of_pass(c);
        Key x[keys_a_thread];
        load_keys(c, from, x, pass);
        for (std::uint32_t again = 1; again < times; ++again) {
            Key others[keys_a_thread];
            load_keys(c, from, others,
                      [&](std::uint32_t k) { return (pass(k) + again * (mask / 8 + 1)) & mask; });
            SORTSCOPE_UNROLL
            for (std::uint32_t k = 0; k < keys_a_thread; ++k) x[k] ^= others[k] & used;
        }
        store_keys(c, to, x, pass);
    }
};

struct RedundantReads {
    static constexpr FaultText text{"redundant-reads", "Copies keys, each of which eight blocks read",
                                    "Copies keys, each of which one block reads",
                                    "Every thread moves four keys in order. With the fault it reads the keys "
                                    "of seven other blocks as well and does "
                                    "nothing with them: eight times the bytes that the pass needs."};
    template <class Key>
    using kernels = TypeList<RereadingCopy<Key>>;
    template <class Key>
    static void plan(PlanBuilder& plan, std::uint64_t n, const LaunchConfig&, bool faulty) {
        plan_pass<Key>(plan, n, "move", n / keys_a_thread, pass_block, [&](auto from, auto to) {
            return RereadingCopy<Key>{
                .from = from, .to = to, .mask = static_cast<std::uint32_t>(n - 1), .times = faulty ? 8U : 1U};
        });
    }
};

/// Clears counters.
template <class Key>
struct ClearCounters {
    using key = Key;
    static constexpr std::string_view name = "clear_counters";
    static constexpr bool synchronises = false;
    static constexpr auto buffers() { return std::tuple{&ClearCounters::counters}; }

    Global<std::uint32_t> counters;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        c.store(counters, c.global_thread(), 0);
    }
};

/// A copy in order that counts its threads; a block uses the counter at `spread` times its number.
template <class Key>
struct CountedCopy {
    using key = Key;
    static constexpr std::string_view name = "counted_copy";
    static constexpr bool synchronises = false;
    static constexpr bool atomics = true;
    static constexpr auto buffers() {
        return std::tuple{&CountedCopy::from, &CountedCopy::to, &CountedCopy::counters};
    }

    Global<Key> from, to;
    Global<std::uint32_t> counters;
    std::uint32_t spread = 0;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const InOrder pass = of_pass(c);
        Key x[keys_a_thread];
        load_keys(c, from, x, pass);
        c.atomic_add(counters, c.block() * spread, 1);
        store_keys(c, to, x, pass);
    }
};

struct Atomics {
    static constexpr FaultText text{"atomics", "Copies keys and counts them by one counter for all threads",
                                    "Copies keys and counts them by a counter a block",
                                    "Every thread moves four keys in order and adds 1 to a counter; a first "
                                    "launch clears the counters. With the fault "
                                    "all threads share one address, at which additions take turns. Without "
                                    "it each block has a sector of its own."};
    template <class Key>
    using kernels = TypeList<ClearCounters<Key>, CountedCopy<Key>>;
    template <class Key>
    static void plan(PlanBuilder& plan, std::uint64_t n, const LaunchConfig&, bool faulty) {
        constexpr std::uint32_t spread = 8;  // counters of a sector
        const std::uint64_t threads = n / keys_a_thread;
        const std::uint64_t count = threads / pass_block * spread;
        CountedCopy<Key> kernel;
        kernel.from = plan.buffer<Key>("keys", n);
        kernel.to = plan.buffer<Key>("moved", n);
        kernel.counters = plan.buffer<std::uint32_t>("counters", count);
        kernel.spread = faulty ? 0 : spread;
        plan.launch({.stage = {1, 1, "clear"},
                     .threads = count,
                     .block = pass_block,
                     .required_bytes = count * sizeof(std::uint32_t)},
                    ClearCounters<Key>{.counters = kernel.counters});
        plan.launch({.stage = {1, 2, "move"},
                     .threads = threads,
                     .block = pass_block,
                     .required_bytes = step_bytes<Key>(n)},
                    kernel);
        plan.output(kernel.to);
    }
};

}  // namespace sortscope::kernels
