// Loops: lanes with different trip counts meet at each iteration, and behind the loop.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/kernels/simt/run_kernel.hpp"

namespace sortscope::kernels::simt {
namespace {

using test::run_kernel;
using test::zeros;
using testing::ElementsAre;
using enum SiteKind;

using NestedLoops = test::Flat<[](auto& c, const auto& keys) {
    const std::uint32_t t = c.thread();
    std::uint32_t i = 0;
    for (auto outer = c.loop(); outer.next(i < t % 4); ++i) {
        c.store(keys, t, 1);
        std::uint32_t j = 0;
        for (auto inner = c.loop(); inner.next(j < i); ++j) c.store(keys, t, 2);
        c.store(keys, t, 3);
    }
    c.store(keys, t, 4);
}>;

TEST(Loops, NestedWithTripCountsByLane) {
    // Trips are 0, 1, 2, 3: the iterations have 24, 16 and 8 lanes; the inner loop runs 0, 1 and 2 times.
    const auto run = run_kernel<NestedLoops>(32, 32, zeros(32));
    EXPECT_THAT(run.requests(global_store), ElementsAre(3, 3, 3, 1));
    EXPECT_THAT(run.threads(global_store), ElementsAre(48, 16 + 2 * 8, 48, 32));
    const auto branches = run.of(SiteKind::branch);
    ASSERT_EQ(branches.size(), 2U);
    EXPECT_EQ(branches[0].requests, 4);
    EXPECT_EQ(branches[0].threads, 32 + 24 + 16 + 8);
    EXPECT_EQ(branches[0].taken_threads, 24 + 16 + 8);
    EXPECT_EQ(branches[0].divergent_warps, 3);
    EXPECT_EQ(branches[1].requests, 1 + 2 + 3);
    EXPECT_EQ(branches[1].threads, 24 + 2 * 16 + 3 * 8);
    EXPECT_EQ(branches[1].taken_threads, 16 + 2 * 8);
    EXPECT_EQ(branches[1].divergent_warps, 0);
}

using LongLoop = test::Flat<[](auto& c, const auto& keys) {
    std::uint32_t i = 0;
    for (auto loop = c.loop(); loop.next(i < 100'000); ++i) {
        const std::uint32_t old = c.load(keys, i % 32);
        if (c.branch(i % 4 == 0)) c.store(keys, i % 32, old + 1);
    }
}>;

TEST(Loops, OfALoneThreadAreCountedInPortionsOfItsLog) {
    static_assert(300'000 > LaneLog::spill_events);
    const auto run = run_kernel<LongLoop>(1, 1, zeros(32));
    EXPECT_THAT(run.requests(global_load), ElementsAre(100'000));
    EXPECT_THAT(run.requests(global_store), ElementsAre(25'000));
    const auto branches = run.of(SiteKind::branch);
    ASSERT_EQ(branches.size(), 2U);
    EXPECT_EQ(branches[0].requests, 100'001) << "the loop's tests";
    EXPECT_EQ(branches[0].taken_threads, 100'000);
    EXPECT_EQ(branches[1].taken_threads, 25'000);
}

using InnerByLane = test::Flat<[](auto& c, const auto& keys) {
    const std::uint32_t t = c.thread();
    std::uint32_t i = 0;
    for (auto outer = c.loop(); outer.next(i < 2); ++i) {
        std::uint32_t j = 0;
        for (auto inner = c.loop(); inner.next(j < t % 4); ++j) c.store(keys, t, j);
        c.store(keys, t, 9);
    }
}>;

TEST(Loops, LanesWaitBehindAnInnerLoopBeforeTheNextOuterIteration) {
    const auto run = run_kernel<InnerByLane>(64, 64, zeros(64));
    EXPECT_THAT(run.requests(global_store), ElementsAre(2 * 2 * 3, 2 * 2));
    EXPECT_THAT(run.threads(global_store), ElementsAre(2 * 2 * 48, 2 * 64));
}

using BreakOut = test::Flat<[](auto& c, const auto& keys) {
    const std::uint32_t t = c.thread();
    std::uint32_t i = 0;
    for (auto loop = c.loop(); loop.next(i < 8); ++i) {
        if (c.branch(i == t % 4)) break;
        c.store(keys, t, i);
    }
    c.store(keys, t, 9);
}>;

TEST(Loops, LanesThatBreakMeetTheOthersBehindTheLoop) {
    const auto run = run_kernel<BreakOut>(32, 32, zeros(32));
    EXPECT_THAT(run.requests(global_store), ElementsAre(3, 1));
    EXPECT_THAT(run.threads(global_store), ElementsAre(24 + 16 + 8, 32));
    const auto branches = run.of(SiteKind::branch);
    ASSERT_EQ(branches.size(), 2U);
    EXPECT_EQ(branches[0].requests, 4) << "the loop's own condition, which no lane sees fail";
    EXPECT_EQ(branches[0].threads, 32 + 24 + 16 + 8);
    EXPECT_EQ(branches[0].divergent_warps, 0);
    EXPECT_EQ(branches[1].requests, 4);
    EXPECT_EQ(branches[1].taken_threads, 32);
    EXPECT_EQ(branches[1].divergent_warps, 3);
}

using ReturnFromLoop = test::Flat<[](auto& c, const auto& keys) {
    const std::uint32_t t = c.thread();
    std::uint32_t i = 0;
    for (auto outer = c.loop(); outer.next(i < 3); ++i) {
        std::uint32_t j = 0;
        for (auto inner = c.loop(); inner.next(j < 2); ++j) {
            if (c.branch(t % 2 == 1 && i == 1)) return;
            c.store(keys, t, 1);
        }
        c.store(keys, t, 2);
    }
    c.store(keys, t, 3);
}>;

TEST(Loops, LanesThatReturnFromWithinLeaveTheOthersInStep) {
    const auto run = run_kernel<ReturnFromLoop>(32, 32, zeros(32));
    EXPECT_THAT(run.requests(global_store), ElementsAre(6, 3, 1));
    EXPECT_THAT(run.threads(global_store), ElementsAre(2 * (32 + 16 + 16), 32 + 16 + 16, 16));
}

using LoopInBranch = test::Flat<[](auto& c, const auto& keys) {
    const std::uint32_t t = c.thread();
    if (c.branch(t < 16)) {
        std::uint32_t i = 0;
        for (auto loop = c.loop(); loop.next(i < 1 + t % 2); ++i) c.store(keys, t, 1);
    } else {
        std::uint32_t i = 0;
        for (auto loop = c.loop(); loop.next(i < 3); ++i) c.store(keys, t, 2);
    }
    c.store(keys, t, 3);
}>;

TEST(Loops, ALoopOnEachSideOfABranch) {
    const auto run = run_kernel<LoopInBranch>(32, 32, zeros(32));
    EXPECT_THAT(run.requests(global_store), ElementsAre(2, 3, 1));
    EXPECT_THAT(run.threads(global_store), ElementsAre(16 + 8, 48, 32));
}

/// Walks down from its own index to the nearest multiple of four: the loop's condition itself loads.
using LoadInCondition = test::Flat<[](auto& c, const auto& keys) {
    const std::uint32_t t = c.thread();
    std::uint32_t i = t;
    for (auto loop = c.loop(); loop.next(c.load(keys, i) > 0); --i) c.store(keys, t + 32, i);
    c.store(keys, t + 64, i);
}>;

TEST(Loops, AConditionMayLoad) {
    auto keys = zeros(96);
    for (std::uint32_t i = 0; i < 32; ++i) keys[i] = i % 4;
    const auto run = run_kernel<LoadInCondition>(32, 32, keys);
    EXPECT_THAT(run.requests(global_load), ElementsAre(4));
    EXPECT_THAT(run.threads(global_load), ElementsAre(32 + 24 + 16 + 8));
    EXPECT_THAT(run.requests(global_store), ElementsAre(3, 1));
    EXPECT_THAT(run.threads(global_store), ElementsAre(24 + 16 + 8, 32));
    const auto branch = run.of(SiteKind::branch).at(0);
    EXPECT_EQ(branch.requests, 4);
    EXPECT_EQ(branch.threads, 80);
    EXPECT_EQ(branch.taken_threads, 48);
    EXPECT_EQ(branch.divergent_warps, 3);
}

}  // namespace
}  // namespace sortscope::kernels::simt
