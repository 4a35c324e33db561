// Loops: lanes with different trip counts meet at each iteration and after the loop.
#include <gmock/gmock.h>

#include "tests/kernels/simt/run_kernel.hpp"

namespace sortscope::kernels::simt {
namespace {
using test::run_kernel, test::zeros, testing::ElementsAre, testing::Pair;
using Branch = std::array<int64_t, 4>;
using enum SiteKind;

using NestedLoops = test::Flat<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    uint32_t i = 0;
    for (auto outer = c.loop(); outer.next(i < t % 4); ++i) {
        c.store(keys, t, 1);
        uint32_t j = 0;
        for (auto inner = c.loop(); inner.next(j < i); ++j) c.store(keys, t, 2);
        c.store(keys, t, 3);
    }
    c.store(keys, t, 4);
}>;

TEST(Loops, NestedWithTripCountsByLane) {
    // Lanes make 0 to 3 trips, so the three iterations have 24, 16 and 8 lanes. In them, the inner loop runs
    // 0, 1 and 2 times.
    const auto run = run_kernel<NestedLoops>(32, 32, zeros(32));
    EXPECT_THAT(run.counts(global_store),
                ElementsAre(Pair(3, 48), Pair(3, 16 + 2 * 8), Pair(3, 48), Pair(1, 32)));
    EXPECT_THAT(run.branches(), ElementsAre(Branch{4, 32 + 24 + 16 + 8, 24 + 16 + 8, 3},
                                            Branch{1 + 2 + 3, 24 + 2 * 16 + 3 * 8, 16 + 2 * 8, 0}));
}

using LongLoop = test::Flat<[](auto& c, const auto& keys) {
    uint32_t i = 0;
    for (auto loop = c.loop(); loop.next(i < 100'000); ++i) {
        const uint32_t old = c.load(keys, i % 32);
        if (c.branch(i % 4 == 0)) c.store(keys, i % 32, old + 1);
    }
}>;

TEST(Loops, OfALoneThreadAreCountedInPortionsOfItsLog) {
    static_assert(300'000 > LaneLog::spill_events);
    const auto run = run_kernel<LongLoop>(1, 1, zeros(32));
    EXPECT_THAT(run.requests(global_load), ElementsAre(100'000));
    EXPECT_THAT(run.requests(global_store), ElementsAre(25'000));
    EXPECT_THAT(run.branches(),
                ElementsAre(Branch{100'001, 100'001, 100'000, 0}, Branch{100'000, 100'000, 25'000, 0}))
        << "the loop's tests, then the branch";
}

using InnerByLane = test::Flat<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    uint32_t i = 0;
    for (auto outer = c.loop(); outer.next(i < 2); ++i) {
        uint32_t j = 0;
        for (auto inner = c.loop(); inner.next(j < t % 4); ++j) c.store(keys, t, j);
        c.store(keys, t, 9);
    }
}>;

TEST(Loops, LanesWaitBehindAnInnerLoopBeforeTheNextOuterIteration) {
    const auto run = run_kernel<InnerByLane>(64, 64, zeros(64));
    EXPECT_THAT(run.counts(global_store), ElementsAre(Pair(2 * 2 * 3, 2 * 2 * 48), Pair(2 * 2, 2 * 64)));
}

using BreakOut = test::Flat<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    uint32_t i = 0;
    for (auto loop = c.loop(); loop.next(i < 8); ++i) {
        if (c.branch(i == t % 4)) break;
        c.store(keys, t, i);
    }
    c.store(keys, t, 9);
}>;

TEST(Loops, LanesThatBreakMeetTheOthersBehindTheLoop) {
    const auto run = run_kernel<BreakOut>(32, 32, zeros(32));
    EXPECT_THAT(run.counts(global_store), ElementsAre(Pair(3, 24 + 16 + 8), Pair(1, 32)));
    EXPECT_THAT(run.branches(), ElementsAre(Branch{4, 32 + 24 + 16 + 8, 32 + 24 + 16 + 8, 0},
                                            Branch{4, 32 + 24 + 16 + 8, 32, 3}))
        << "no lane sees the loop's own condition fail";
}

using ReturnFromLoop = test::Flat<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    uint32_t i = 0;
    for (auto outer = c.loop(); outer.next(i < 3); ++i) {
        uint32_t j = 0;
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
    EXPECT_THAT(run.counts(global_store),
                ElementsAre(Pair(6, 2 * (32 + 16 + 16)), Pair(3, 32 + 16 + 16), Pair(1, 16)));
}

using LoopInBranch = test::Flat<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    if (c.branch(t < 16)) {
        uint32_t i = 0;
        for (auto loop = c.loop(); loop.next(i < 1 + t % 2); ++i) c.store(keys, t, 1);
    } else {
        uint32_t i = 0;
        for (auto loop = c.loop(); loop.next(i < 3); ++i) c.store(keys, t, 2);
    }
    c.store(keys, t, 3);
}>;

TEST(Loops, ALoopOnEachSideOfABranch) {
    const auto run = run_kernel<LoopInBranch>(32, 32, zeros(32));
    EXPECT_THAT(run.counts(global_store), ElementsAre(Pair(2, 16 + 8), Pair(3, 48), Pair(1, 32)));
}

/// Each thread walks down from its own index to the nearest multiple of four. The loop's condition loads.
using LoadInCondition = test::Flat<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    uint32_t i = t;
    for (auto loop = c.loop(); loop.next(c.load(keys, i) > 0); --i) c.store(keys, t + 32, i);
    c.store(keys, t + 64, i);
}>;

TEST(Loops, AConditionMayLoad) {
    auto keys = zeros(96);
    for (uint32_t i = 0; i < 32; ++i) keys[i] = i % 4;
    const auto run = run_kernel<LoadInCondition>(32, 32, keys);
    EXPECT_THAT(run.counts(global_load), ElementsAre(Pair(4, 32 + 24 + 16 + 8)));
    EXPECT_THAT(run.counts(global_store), ElementsAre(Pair(3, 24 + 16 + 8), Pair(1, 32)));
    EXPECT_THAT(run.branches(), ElementsAre(Branch{4, 80, 48, 3}));
}
}  // namespace
}
