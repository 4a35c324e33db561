// Kernels with threads that wait for each other: barriers, shuffles and ballots.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/core/expect_error.hpp"
#include "tests/kernels/simt/run_kernel.hpp"

namespace sortscope::kernels::simt {
namespace {

using sortscope::test::expect_error;
using test::run_kernel;
using test::zeros;
using testing::ElementsAre;
using testing::HasSubstr;
using enum SiteKind;

using BarrierInLoop = test::Waiting<[](auto& c, const auto& keys) {
    const std::uint32_t t = c.thread();
    std::uint32_t i = 0;
    for (auto loop = c.loop(); loop.next(i < 3); ++i) {
        c.sync();
        if (c.branch(t % 2 == 0)) c.store(keys, t, i);
    }
    c.store(keys, t, 7);
}>;

TEST(Barriers, InALoop) {
    const auto run = run_kernel<BarrierInLoop>(64, 64, zeros(64));
    EXPECT_THAT(run.requests(barrier), ElementsAre(6));
    EXPECT_THAT(run.threads(barrier), ElementsAre(3 * 64));
    EXPECT_THAT(run.requests(global_store), ElementsAre(6, 2));
    EXPECT_THAT(run.threads(global_store), ElementsAre(96, 64));
    EXPECT_THAT(run.requests(SiteKind::branch), ElementsAre(2 * 4, 2 * 3))
        << "the loop's condition, and the one in its body";
    EXPECT_EQ(run.of(SiteKind::branch).at(0).taken_threads, 3 * 64);
    EXPECT_EQ(run.of(SiteKind::branch).at(0).divergent_warps, 0);
}

using BarrierInNestedLoops = test::Waiting<[](auto& c, const auto& keys) {
    const std::uint32_t t = c.thread();
    std::uint32_t i = 0;
    for (auto outer = c.loop(); outer.next(i < 2); ++i) {
        std::uint32_t j = 0;
        for (auto inner = c.loop(); inner.next(j < 3); ++j) {
            c.sync();
            c.store(keys, t, j);
        }
        std::uint32_t k = 0;
        for (auto own = c.loop(); own.next(k < t % 3); ++k) c.store(keys, t, k);
        c.sync();
    }
    c.store(keys, t, 7);
}>;

TEST(Barriers, InNestedLoopsBesideOneWithTripCountsByLane) {
    const auto run = run_kernel<BarrierInNestedLoops>(32, 32, zeros(32));
    EXPECT_THAT(run.requests(barrier), ElementsAre(6, 2));
    EXPECT_THAT(run.requests(global_store), ElementsAre(6, 4, 1));
    // Of 32 lanes t % 3 is 1 for eleven and 2 for ten.
    EXPECT_THAT(run.threads(global_store), ElementsAre(6 * 32, 2 * (11 + 2 * 10), 32));
    EXPECT_THAT(run.requests(SiteKind::branch), ElementsAre(3, 2 * 4, 2 * 3));
}

/// Each thread passes its value to its neighbour through global memory, over a barrier.
using PassOn = test::Waiting<[](auto& c, const auto& keys) {
    const std::uint32_t t = c.global_thread();
    const std::uint32_t first = c.block() * c.block_threads();
    c.store(keys, t, t + 100);
    c.sync();
    const auto value = c.load(keys, first + (c.thread() + 1) % c.block_threads());
    c.sync();
    c.store(keys, t, value);
}>;

TEST(Barriers, OrderTheThreadsOfABlock) {
    const auto run = run_kernel<PassOn>(192, 96, zeros(192));
    for (std::uint32_t t = 0; t < 192; ++t) EXPECT_EQ(run.keys[t], t / 96 * 96 + (t % 96 + 1) % 96 + 100);
}

using ReturnBeforeBarrier = test::Waiting<[](auto& c, const auto& keys) {
    const std::uint32_t t = c.thread();
    if (c.branch(t >= 40)) return;
    c.sync();
    c.store(keys, t, 1);
}>;

TEST(Barriers, ReturnedThreadsAreNotWaitedFor) {
    const auto run = run_kernel<ReturnBeforeBarrier>(96, 96, zeros(96));
    EXPECT_THAT(run.requests(barrier), ElementsAre(2));
    EXPECT_THAT(run.threads(barrier), ElementsAre(40));
    EXPECT_THAT(run.threads(global_store), ElementsAre(40));
}

template <std::uint32_t Period>
struct DifferentBarriers : test::OneBuffer<DifferentBarriers<Period>> {
    static constexpr std::string_view name = "different_barriers";
    static constexpr bool synchronises = true;
    Global<std::uint32_t> keys;
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
        EXPECT_THAT(run.threads(global_store), ElementsAre(96, 64));
    }
}

using ReverseLanes = test::Waiting<[](auto& c, const auto& keys) {
    const std::uint32_t t = c.thread();
    const std::uint32_t value = c.shuffle(t, 31 - t % 32);
    const double halves = c.shuffle(static_cast<double>(t) / 2, t % 32 / 8 * 8);
    c.store(keys, t, value * 1000 + static_cast<std::uint32_t>(halves * 2));
}>;

TEST(Shuffles, EachLaneGetsAnothersValue) {
    const auto run = run_kernel<ReverseLanes>(64, 64, zeros(64));
    for (std::uint32_t t = 0; t < 64; ++t)
        EXPECT_EQ(run.keys[t], (t / 32 * 32 + 31 - t % 32) * 1000 + t / 8 * 8) << t;
    EXPECT_THAT(run.requests(warp_collective), ElementsAre(2, 2));
    EXPECT_THAT(run.threads(warp_collective), ElementsAre(64, 64));
}

/// A sum over the warp by ten exchanges, more than the exchange has sets.
using ButterflySum = test::Waiting<[](auto& c, const auto& keys) {
    const std::uint32_t t = c.thread();
    std::uint32_t sum = t;
    for (int round = 0; round < 2; ++round)
        for (std::uint32_t mask = 1; mask < 32; mask *= 2) sum += c.shuffle_xor(sum, mask);
    c.store(keys, t, sum);
}>;

TEST(Shuffles, ManyInARow) {
    const auto run = run_kernel<ButterflySum>(64, 64, zeros(64));
    for (std::uint32_t t = 0; t < 64; ++t) EXPECT_EQ(run.keys[t], (t < 32 ? 496U : 1520U) * 32) << t;
    EXPECT_THAT(run.requests(warp_collective), ElementsAre(20));
}

using Votes = test::Waiting<[](auto& c, const auto& keys) {
    const std::uint32_t t = c.thread();
    c.store(keys, t, c.ballot(t % 3 == 0));
    c.store(keys, t + 48, c.ballot(true));
}>;

TEST(Ballots, HaveABitForEachLaneOfThePartialWarpToo) {
    const auto run = run_kernel<Votes>(40, 40, zeros(96));
    for (std::uint32_t t = 0; t < 32; ++t) {
        EXPECT_EQ(run.keys[t], 0b01001001'00100100'10010010'01001001U);
        EXPECT_EQ(run.keys[t + 48], 0xFFFFFFFFU);
    }
    for (std::uint32_t t = 32; t < 40; ++t) {
        EXPECT_EQ(run.keys[t], 0b10010010U) << "threads 33, 36 and 39";
        EXPECT_EQ(run.keys[t + 48], 0xFFU);
    }
    EXPECT_THAT(run.requests(warp_collective), ElementsAre(2, 2));
    EXPECT_THAT(run.threads(warp_collective), ElementsAre(40, 40));
}

/// Half of the lanes vote once and return; the others vote on, more often than the exchange has sets.
using VoteAndReturn = test::Waiting<[](auto& c, const auto& keys) {
    const std::uint32_t t = c.thread();
    c.store(keys, t, c.ballot(true));
    if (c.branch(t % 2 == 1)) return;
    for (std::uint32_t i = 1; i < 8; ++i) c.store(keys, t + 32 * i, c.ballot(true));
}>;

TEST(Ballots, LanesThatReturnedDoNotVote) {
    const auto run = run_kernel<VoteAndReturn>(32, 32, zeros(256));
    EXPECT_EQ(run.keys[0], 0xFFFFFFFFU);
    for (std::uint32_t i = 1; i < 8; ++i) EXPECT_EQ(run.keys[32 * i], 0x55555555U) << "ballot " << i;
    EXPECT_THAT(run.threads(warp_collective), ElementsAre(32, 7 * 16));
}

}  // namespace
}  // namespace sortscope::kernels::simt
