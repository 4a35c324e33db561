// Kernels with threads that wait for each other: barriers, shuffles and ballots.
#include <gmock/gmock.h>

#include "core/error.hpp"
#include "tests/core/expect_error.hpp"
#include "tests/kernels/simt/run_kernel.hpp"

namespace sortscope::kernels::simt {
namespace {
using enum SiteKind;
using sortscope::test::expect_error, test::run_kernel, test::zeros, testing::ElementsAre, testing::HasSubstr,
    testing::Pair;

using BarrierInLoop = test::Waiting<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    uint32_t i = 0;
    for (auto loop = c.loop(); loop.next(i < 3); ++i) {
        c.sync();
        if (c.branch(t % 2 == 0)) c.store(keys, t, i);
    }
    c.store(keys, t, 7);
}>;

TEST(Barriers, InALoop) {
    const auto run = run_kernel<BarrierInLoop>(64, 64, zeros(64));
    EXPECT_THAT(run.counts(barrier), ElementsAre(Pair(6, 3 * 64)));
    EXPECT_THAT(run.counts(global_store), ElementsAre(Pair(6, 96), Pair(2, 64)));
    using Branch = std::array<int64_t, 4>;
    EXPECT_THAT(run.branches(), ElementsAre(Branch{2 * 4, 4 * 64, 3 * 64, 0}, Branch{2 * 3, 3 * 64, 96, 6}))
        << "the loop's condition, and the one in its body";
}

using BarrierInNestedLoops = test::Waiting<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    uint32_t i = 0;
    for (auto outer = c.loop(); outer.next(i < 2); ++i) {
        uint32_t j = 0;
        for (auto inner = c.loop(); inner.next(j < 3); ++j) {
            c.sync();
            c.store(keys, t, j);
        }
        uint32_t k = 0;
        for (auto own = c.loop(); own.next(k < t % 3); ++k) c.store(keys, t, k);
        c.sync();
    }
    c.store(keys, t, 7);
}>;

TEST(Barriers, InNestedLoopsBesideOneWithTripCountsByLane) {
    const auto run = run_kernel<BarrierInNestedLoops>(32, 32, zeros(32));
    EXPECT_THAT(run.requests(barrier), ElementsAre(6, 2));
    // t % 3 is 1 in eleven of the 32 lanes and 2 in ten.
    EXPECT_THAT(run.counts(global_store),
                ElementsAre(Pair(6, 6 * 32), Pair(4, 2 * (11 + 2 * 10)), Pair(1, 32)));
    EXPECT_THAT(run.requests(SiteKind::branch), ElementsAre(3, 2 * 4, 2 * 3));
}

/// Each thread passes its value to its neighbour through global memory. A barrier separates store and load.
using PassOn = test::Waiting<[](auto& c, const auto& keys) {
    const uint32_t t = c.global_thread();
    const uint32_t first = c.block() * c.block_threads();
    c.store(keys, t, t + 100);
    c.sync();
    const auto value = c.load(keys, first + (c.thread() + 1) % c.block_threads());
    c.sync();
    c.store(keys, t, value);
}>;

TEST(Barriers, OrderTheThreadsOfABlock) {
    const auto run = run_kernel<PassOn>(192, 96, zeros(192));
    for (uint32_t t = 0; t < 192; ++t) EXPECT_EQ(run.keys[t], t / 96 * 96 + (t % 96 + 1) % 96 + 100);
}

using ReturnBeforeBarrier = test::Waiting<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    if (c.branch(t >= 40)) return;
    c.sync();
    c.store(keys, t, 1);
}>;

TEST(Barriers, ReturnedThreadsAreNotWaitedFor) {
    const auto run = run_kernel<ReturnBeforeBarrier>(96, 96, zeros(96));
    EXPECT_THAT(run.counts(barrier), ElementsAre(Pair(2, 40)));
    EXPECT_THAT(run.counts(global_store), ElementsAre(Pair(2, 40)));
}

template <uint32_t Period>
struct DifferentBarriers : test::OneBuffer<DifferentBarriers<Period>> {
    static constexpr std::string_view name = "different_barriers";
    static constexpr bool synchronises = true;
    Global<uint32_t> keys;
    template <class C>
    void operator()(C& c) const {
        if (c.thread() % Period < Period / 2)
            c.sync();
        else
            c.sync();
        c.store(keys, c.thread(), 1);
    }
};

TEST(Barriers, WaitingAtTwoAtOnceIsADefectOfTheKernel) {
    expect_error(ErrorKind::verification,
                 "wait at different barriers: thread 0 at kernels/simt/collective_test.cpp:", [] {
                     run_kernel<DifferentBarriers<2>>(32, 32, zeros(32));
                 });
    expect_error(ErrorKind::verification, "block 0",
                 [] { run_kernel<DifferentBarriers<64>>(64, 64, zeros(64)); });
}

using BarrierOrVote = test::Waiting<[](auto& c, const auto&) {
    if (c.thread() < 4)
        c.sync();
    else
        c.ballot(true);
}>;

TEST(Barriers, AVoteBesideABarrierIsADefectOfTheKernel) {
    expect_error(ErrorKind::verification, "wait at a barrier while others shuffle or vote",
                 [] { run_kernel<BarrierOrVote>(32, 32, zeros(32)); });
}

TEST(Barriers, TheInterpreterWorksOnAfterADefectiveKernel) {
    test::KernelHarness<DifferentBarriers<2>> harness(64, 64, zeros(64), {.workers = 2});
    for (int i = 0; i < 2; ++i) {
        EXPECT_THROW(harness.run(), Error);
        const auto run = harness.run_other<BarrierInLoop>(64, 64);
        EXPECT_THAT(run.requests(barrier), ElementsAre(6));
        EXPECT_THAT(run.counts(global_store), ElementsAre(Pair(6, 96), Pair(2, 64)));
    }
}

using ReverseLanes = test::Waiting<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    const uint32_t value = c.shuffle(t, 31 - t % 32);
    const double halves = c.shuffle(double(t) / 2, t % 32 / 8 * 8);
    c.store(keys, t, value * 1000 + uint32_t(halves * 2));
}>;

TEST(Shuffles, EachLaneGetsAnothersValue) {
    const auto run = run_kernel<ReverseLanes>(64, 64, zeros(64));
    for (uint32_t t = 0; t < 64; ++t)
        EXPECT_EQ(run.keys[t], (t / 32 * 32 + 31 - t % 32) * 1000 + t / 8 * 8) << t;
    EXPECT_THAT(run.counts(warp_collective), ElementsAre(Pair(2, 64), Pair(2, 64)));
}

/// A sum over the warp by ten exchanges: more than WarpExchange::sets.
using ButterflySum = test::Waiting<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    uint32_t sum = t;
    for (int round = 0; round < 2; ++round)
        for (uint32_t mask = 1; mask < 32; mask *= 2) sum += c.shuffle_xor(sum, mask);
    c.store(keys, t, sum);
}>;

TEST(Shuffles, ManyInARow) {
    const auto run = run_kernel<ButterflySum>(64, 64, zeros(64));
    for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(run.keys[t], (t < 32 ? 496U : 1520U) * 32) << t;
    EXPECT_THAT(run.requests(warp_collective), ElementsAre(20));
}

using Votes = test::Waiting<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    c.store(keys, t, c.ballot(t % 3 == 0));
    c.store(keys, t + 48, c.ballot(true));
}>;

TEST(Ballots, HaveABitForEachLaneOfThePartialWarpToo) {
    const auto run = run_kernel<Votes>(40, 40, zeros(96));
    for (uint32_t t = 0; t < 32; ++t) {
        EXPECT_EQ(run.keys[t], 0b01001001'00100100'10010010'01001001U);
        EXPECT_EQ(run.keys[t + 48], 0xFFFFFFFFU);
    }
    for (uint32_t t = 32; t < 40; ++t) {
        EXPECT_EQ(run.keys[t], 0b10010010U) << "threads 33, 36 and 39";
        EXPECT_EQ(run.keys[t + 48], 0xFFU);
    }
    EXPECT_THAT(run.counts(warp_collective), ElementsAre(Pair(2, 40), Pair(2, 40)));
}

/// Half of the lanes vote once and return. The others vote eight times: more than WarpExchange::sets.
using VoteAndReturn = test::Waiting<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    c.store(keys, t, c.ballot(true));
    if (c.branch(t % 2 == 1)) return;
    for (uint32_t i = 1; i < 8; ++i) c.store(keys, t + 32 * i, c.ballot(true));
}>;

TEST(Ballots, LanesThatReturnedDoNotVote) {
    const auto run = run_kernel<VoteAndReturn>(32, 32, zeros(256));
    EXPECT_EQ(run.keys[0], 0xFFFFFFFFU);
    for (uint32_t i = 1; i < 8; ++i) EXPECT_EQ(run.keys[32 * i], 0x55555555U) << "ballot " << i;
    EXPECT_THAT(run.counts(warp_collective), ElementsAre(Pair(1, 32), Pair(7, 7 * 16)));
}

using Transpose = test::Waiting<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    auto tile = c.template shared<uint32_t>(32 * 32);
    c.store(tile, t * 32, t);
    c.sync();
    c.store(keys, t, c.load(tile, (31 - t) * 32));
}>;

TEST(SharedMemory, AColumnOfATileConflicts) {
    const auto run = run_kernel<Transpose>(32, 32, zeros(32), {.shared_bytes = 4096});
    for (uint32_t t = 0; t < 32; ++t) EXPECT_EQ(run.keys[t], 31 - t);
    const auto store = run.of(shared_store).at(0);
    EXPECT_EQ(std::tuple(store.requests, store.bytes, store.extra_wavefronts), std::tuple(1, 128, 31));
    EXPECT_EQ(store.sectors, 0) << "shared memory has no sectors";
    EXPECT_EQ(run.of(shared_load).at(0).extra_wavefronts, 31);
}

/// Arrays of 1-byte, 8-byte and 4-byte words in this order. Each begins at a multiple of its word size.
using ThreeArrays = test::Waiting<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    auto bytes = c.template shared<uint8_t>(33);
    auto wide = c.template shared<uint64_t>(32);
    auto words = c.template shared<uint32_t>(32);
    c.store(bytes, t, uint8_t(t));
    c.store(wide, t, uint64_t{t} << 32);
    c.store(words, t, 1000 + t);
    c.sync();
    const uint32_t other = 31 - t;
    const auto high = uint32_t(c.load(wide, other) >> 32);
    c.store(keys, t, c.load(bytes, other) + 100 * high + c.load(words, other));
}>;

TEST(SharedMemory, ArraysStandSideBySide) {
    const auto run = run_kernel<ThreeArrays>(32, 32, zeros(32), {.shared_bytes = 40 + 256 + 128});
    for (uint32_t t = 0; t < 32; ++t) EXPECT_EQ(run.keys[t], (31 - t) * 102 + 1000);
    for (const auto& site : run.of(shared_store)) EXPECT_EQ(site.extra_wavefronts, 0);
}

TEST(SharedMemory, MoreThanTheLaunchHasIsADefectOfThePlan) {
    expect_error(ErrorKind::verification, "uses 424 bytes of shared memory, but its launch has 423",
                 [] { run_kernel<ThreeArrays>(32, 32, zeros(32), {.shared_bytes = 423}); });
}

using ReadsUnwritten = test::Flat<[](auto& c, const auto& keys) {
    auto tile = c.template shared<uint32_t>(1);
    c.store(keys, c.global_thread(), c.load(tile, 0));
    c.store(tile, 0, 5);
}>;

TEST(SharedMemory, StartsAsGarbageInEveryBlock) {
    const auto run = run_kernel<ReadsUnwritten>(4, 1, zeros(4), {.shared_bytes = 4});
    EXPECT_THAT(run.keys, testing::Each(0xCDCDCDCDU)) << "not those of another block";
}

template <bool Store>
struct BeyondTile : test::OneBuffer<BeyondTile<Store>> {
    static constexpr std::string_view name = Store ? "stores_beyond_tile" : "loads_beyond_tile";
    static constexpr bool synchronises = false;
    Global<uint32_t> keys;
    template <class C>
    void operator()(C& c) const {
        auto tile = c.template shared<uint32_t>(32);
        if constexpr (Store)
            c.store(tile, c.thread() + 1, 0);
        else
            c.store(keys, c.thread(), c.load(tile, c.thread() + 1));
    }
};

TEST(SharedMemory, BoundsAreThoseOfTheArrayNotOfTheLaunch) {
    expect_error(ErrorKind::verification,
                 "stored shared element 32 of an array of 32 elements (kernels/simt/collective_test.cpp:",
                 [] { run_kernel<BeyondTile<true>>(32, 32, zeros(32), {.shared_bytes = 4096}); });
    expect_error(ErrorKind::verification, "loaded shared element 32 of an array of 32 elements",
                 [] { run_kernel<BeyondTile<false>>(32, 32, zeros(32), {.shared_bytes = 4096}); });
}
}  // namespace
}
