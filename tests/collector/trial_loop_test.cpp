#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collector/backend.hpp"

namespace sortscope::collector {
namespace {

using std::chrono::milliseconds;

TrialOptions options(std::uint32_t least, std::uint32_t most, double spread, milliseconds budget) {
    TrialOptions result;
    result.min_trials = least;
    result.max_trials = most;
    result.target_spread = spread;
    result.budget = budget;
    return result;
}

TEST(TrialLoop, StopsOnceTheSpreadIsSmall) {
    TrialLoop loop(options(4, 30, 0.02, milliseconds(1000)));
    for (int i = 0; i < 3; ++i) {
        loop.add(1000, milliseconds(1));
        EXPECT_FALSE(loop.done()) << "below the least number of trials";
    }
    loop.add(1001, milliseconds(1));
    EXPECT_TRUE(loop.done());
    EXPECT_EQ(loop.summary().stopped_by, "interquartile range within 2 % of the median");
}

TEST(TrialLoop, GoesOnWhileTheSpreadIsLarge) {
    TrialLoop loop(options(3, 30, 0.02, milliseconds(1000)));
    for (const std::int64_t time : {1000, 1500, 2000}) loop.add(time, milliseconds(1));
    EXPECT_FALSE(loop.done());
    // One outlier does not move the quartiles of many.
    for (int i = 0; i < 12; ++i) loop.add(1500, milliseconds(1));
    EXPECT_TRUE(loop.done());
    EXPECT_THAT(loop.summary().stopped_by, testing::HasSubstr("interquartile range"));
}

TEST(TrialLoop, StopsAtTheMostTrialsAllowed) {
    TrialLoop loop(options(2, 6, 0.001, milliseconds(1000)));
    for (int i = 0; i < 6; ++i) {
        EXPECT_FALSE(loop.done()) << i;
        loop.add(1000 + 200 * (i % 2), milliseconds(1));
    }
    EXPECT_TRUE(loop.done());
    EXPECT_EQ(loop.summary().stopped_by, "most trials allowed (6)");
    EXPECT_EQ(loop.summary().count, 6U);
}

TEST(TrialLoop, StopsWhenItsTimeIsUpButNotBeforeTheLeastNumber) {
    TrialLoop loop(options(3, 30, 0.001, milliseconds(500)));
    loop.add(1000, milliseconds(600));
    loop.add(2000, milliseconds(700));
    EXPECT_FALSE(loop.done());
    loop.add(3000, milliseconds(800));
    EXPECT_TRUE(loop.done());
    EXPECT_THAT(loop.summary().stopped_by, testing::StartsWith("time budget of 500"));
}

TEST(TrialLoop, OneTrialIsEnoughWhereOneIsAskedFor) {
    TrialLoop loop(options(1, 1, 0.5, milliseconds(1000)));
    loop.add(1000, milliseconds(1));
    EXPECT_TRUE(loop.done());
    EXPECT_EQ(loop.summary().stopped_by, "most trials allowed (1)") << "one trial has no spread to judge";
}

TEST(TrialLoop, SummaryOfOddAndEvenCounts) {
    TrialLoop loop(options(9, 9, 0, milliseconds(1000)));
    for (const std::int64_t time : {50, 10, 30, 20, 41}) loop.add(time, milliseconds(1));
    auto summary = loop.summary();
    EXPECT_EQ(summary.median_ns, 30);
    EXPECT_EQ(summary.min_ns, 10);
    EXPECT_EQ(summary.max_ns, 50);
    EXPECT_DOUBLE_EQ(summary.spread, (41.0 - 20.0) / 30.0);
    EXPECT_EQ(summary.count, 5U);
    EXPECT_EQ(summary.stopped_by, "interrupted");
    loop.add(33, milliseconds(1));
    EXPECT_EQ(loop.summary().median_ns, 32) << "31.5, rounded";
}

}  // namespace
}  // namespace sortscope::collector
