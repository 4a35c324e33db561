#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "collector/trial_loop.hpp"

namespace sortscope::collector {
namespace {

using std::chrono::milliseconds;
using namespace std::chrono_literals;

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
    EXPECT_EQ(loop.stopped_by(), "interquartile range within 2 % of the median");
}

TEST(TrialLoop, GoesOnWhileTheSpreadIsLarge) {
    TrialLoop loop(options(3, 30, 0.02, milliseconds(1000)));
    for (const std::int64_t time : {1000, 1500, 2000}) loop.add(time, milliseconds(1));
    EXPECT_FALSE(loop.done());
    // One outlier does not move the quartiles of many.
    for (int i = 0; i < 12; ++i) loop.add(1500, milliseconds(1));
    EXPECT_TRUE(loop.done());
    EXPECT_THAT(loop.stopped_by(), testing::HasSubstr("interquartile range"));
}

TEST(TrialLoop, StopsAtTheMostTrialsAllowed) {
    TrialLoop loop(options(2, 6, 0.001, milliseconds(1000)));
    for (int i = 0; i < 6; ++i) {
        EXPECT_FALSE(loop.done()) << i;
        loop.add(1000 + 200 * (i % 2), milliseconds(1));
    }
    EXPECT_TRUE(loop.done());
    EXPECT_EQ(loop.stopped_by(), "most trials allowed (6)");
}

TEST(TrialLoop, StopsWhenItsTimeIsUpButNotBeforeTheLeastNumber) {
    TrialLoop loop(options(3, 30, 0.001, milliseconds(500)));
    loop.add(1000, milliseconds(600));
    loop.add(2000, milliseconds(700));
    EXPECT_FALSE(loop.done());
    loop.add(3000, milliseconds(800));
    EXPECT_TRUE(loop.done());
    EXPECT_THAT(loop.stopped_by(), testing::StartsWith("time budget of 500"));
}

TEST(TrialLoop, OneTrialIsEnoughWhereOneIsAskedFor) {
    TrialLoop loop(options(1, 1, 0.5, milliseconds(1000)));
    loop.add(1000, milliseconds(1));
    EXPECT_TRUE(loop.done());
    EXPECT_EQ(loop.stopped_by(), "most trials allowed (1)") << "one trial has no spread to judge";
}

TEST(TrialLoop, AnUnfinishedLoopWasInterrupted) {
    TrialLoop loop(options(9, 9, 0, milliseconds(1000)));
    for (const std::int64_t time : {50, 10, 30, 20, 41}) loop.add(time, milliseconds(1));
    EXPECT_FALSE(loop.done());
    EXPECT_EQ(loop.stopped_by(), "interrupted");
}

TEST(TrialLoop, AVeryLongSortStopsAfterTwoTrials) {
    TrialLoop loop(options(5, 30, 0.02, milliseconds(100)));
    loop.add(1, milliseconds(400));
    EXPECT_FALSE(loop.done());
    loop.add(1, milliseconds(800));
    EXPECT_TRUE(loop.done());
    EXPECT_EQ(loop.stopped_by(), "a long sort: 2 trials in 500.0 ms or more");
}

TEST(TrialLoop, TrialsLeftOutEndItsPatience) {
    auto entropy = options(5, 500, 0.02, milliseconds(1000));
    entropy.rule = StopRule::entropy;
    TrialLoop loop(entropy);
    loop.add(1000, milliseconds(900));
    loop.leave_out(milliseconds(4900));
    EXPECT_FALSE(loop.done());
    loop.leave_out(milliseconds(5000));
    EXPECT_TRUE(loop.done());
    EXPECT_EQ(loop.stopped_by(), "trials left out: 1 that count in 5.000 s or more");
    entropy.rule = StopRule::count;
    TrialLoop fixed(entropy);
    fixed.leave_out(milliseconds(60'000));
    EXPECT_FALSE(fixed.done()) << "however long they take";
}

TEST(WarmUps, AreThreeShortRuns) {
    WarmUps warm_ups;
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(warm_ups.leaves_out(1ms)) << i;
    EXPECT_FALSE(warm_ups.leaves_out(1ms));
}

TEST(WarmUps, AreFewerOfASortOfTenthsOfASecond) {
    WarmUps warm_ups;
    EXPECT_TRUE(warm_ups.leaves_out(80ms));
    EXPECT_TRUE(warm_ups.leaves_out(80ms));
    EXPECT_FALSE(warm_ups.leaves_out(80ms));
}

TEST(WarmUps, ALongRunIsATrial) { EXPECT_FALSE(WarmUps().leaves_out(200ms)); }

TEST(TrialLoop, AFixedCountKnowsNoOtherLimit) {
    auto fixed = options(5, 7, 0.5, milliseconds(1));
    fixed.rule = StopRule::count;
    TrialLoop loop(fixed);
    for (int i = 0; i < 6; ++i) loop.add(1000, std::chrono::hours(1));
    EXPECT_FALSE(loop.done()) << "steady, and long past its budget";
    EXPECT_DOUBLE_EQ(loop.fraction_done(), 6.0 / 7);
    loop.add(1000, std::chrono::hours(1));
    EXPECT_TRUE(loop.done());
    EXPECT_EQ(loop.stopped_by(), "fixed count of 7");
    EXPECT_EQ(loop.fraction_done(), 1);
}

TEST(TrialLoop, ABudgetThatIsSpentBeforeThereAreEnoughTrialsIsNotTheEnd) {
    auto few = options(3, 4, 0.5, milliseconds(100));
    few.rule = StopRule::budget;
    TrialLoop loop(few);
    loop.add(1000, milliseconds(150));
    EXPECT_FALSE(loop.done());
    EXPECT_LT(loop.fraction_done(), 1) << "a step that tells 1 was taken to its end";
}

TEST(TrialLoop, ABudgetIsSpentHoweverSteadyTheTimesAre) {
    auto all = options(3, 4, 0.5, milliseconds(100));
    all.rule = StopRule::budget;
    TrialLoop loop(all);
    for (int i = 1; i <= 9; ++i) loop.add(1000, milliseconds(10 * i));
    EXPECT_FALSE(loop.done()) << "more trials than max_trials, which is no limit here";
    EXPECT_DOUBLE_EQ(loop.fraction_done(), 0.9);
    loop.add(1000, milliseconds(100));
    EXPECT_TRUE(loop.done());
    EXPECT_EQ(loop.stopped_by(), "time budget of 100.0 ms");

    all.budget = std::chrono::hours(10);
    TrialLoop endless(all);
    for (std::uint32_t i = 0; i < most_trials; ++i) {
        ASSERT_FALSE(endless.done()) << i;
        endless.add(1000, milliseconds(1));
    }
    EXPECT_EQ(endless.stopped_by(), "most trials allowed (10000)");
}

TEST(TrialLoop, EntropyStopsWhenTrialsBringNoNewValues) {
    auto steady = options(10, 10000, 0, milliseconds(1000));
    steady.rule = StopRule::entropy;
    TrialLoop loop(steady);
    int taken = 0;
    // Five values in turn: their entropy comes up to log2(5) and stays there.
    while (!loop.done() && taken < 10000) loop.add(1000 + 32 * (taken++ % 5), milliseconds(1));
    EXPECT_EQ(loop.stopped_by(), "entropy steady (angle within 0.048 degrees, r2 0.36 or more)");
    EXPECT_GT(taken, 50);
    EXPECT_LT(taken, 1000);

    auto wandering = steady;
    wandering.max_trials = 200;
    TrialLoop never(wandering);
    for (int i = 0; i < 200; ++i) never.add(1000 + 7 * i, milliseconds(1));  // each trial another value
    EXPECT_EQ(never.stopped_by(), "most trials allowed (200)");
}

TEST(Entropy, IsThatOfTheValuesFrequencies) {
    EXPECT_EQ(value_entropy(std::vector<double>{}), 0);
    EXPECT_EQ(value_entropy(std::vector<double>{3, 3, 3}), 0);
    EXPECT_DOUBLE_EQ(value_entropy(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8}), 3);
    EXPECT_DOUBLE_EQ(value_entropy(std::vector<double>{1, 1, 2, 2}), 1);
    EXPECT_NEAR(value_entropy(std::vector<double>{1, 1, 1, 2}), 0.8112781, 1e-6);
}

TEST(Entropy, IsSteadyByTheAngleAndTheFitOfItsTrend) {
    EXPECT_FALSE(entropy_is_steady({}, 0.048, 0.36));
    EXPECT_FALSE(entropy_is_steady(std::vector<double>{1}, 0.048, 0.36));
    EXPECT_TRUE(entropy_is_steady(std::vector<double>{1, 1, 1}, 0.048, 0.36))
        << "a line through equal values fits";
    std::vector<double> gentle, steep, scattered;
    for (int i = 0; i < 100; ++i) {
        gentle.push_back(1 + 8e-4 * i);          // 0.0458 degrees
        steep.push_back(1 + 9e-4 * i);           // 0.0516 degrees
        scattered.push_back(1 + 0.5 * (i % 2));  // no trend, and no line either
    }
    EXPECT_TRUE(entropy_is_steady(gentle, 0.048, 0.36));
    EXPECT_FALSE(entropy_is_steady(steep, 0.048, 0.36));
    EXPECT_TRUE(entropy_is_steady(steep, 0.06, 0.36));
    EXPECT_FALSE(entropy_is_steady(scattered, 0.048, 0.36));
    // What was before the last 299 is forgotten.
    std::vector<double> late(1000, 5.0);
    for (int i = 0; i < 701; ++i) late[static_cast<std::size_t>(i)] = i % 2;
    EXPECT_TRUE(entropy_is_steady(late, 0.048, 0.36));
}

TEST(TrialOptions, ModesShareABudget) {
    TrialOptions whole;
    whole.budget = milliseconds(1000);
    EXPECT_EQ(share_of_budget(whole, milliseconds(0), 2).budget, milliseconds(500));
    EXPECT_EQ(share_of_budget(whole, milliseconds(100), 1).budget, milliseconds(900))
        << "what the first left is the second's";
    EXPECT_EQ(share_of_budget(whole, milliseconds(3000), 1).budget, milliseconds(1)) << "never nothing";
    EXPECT_EQ(share_of_budget(whole, milliseconds(0), 2).min_trials, whole.min_trials);
}

TEST(StopRule, HasNames) {
    EXPECT_EQ(parse_enum<StopRule>("entropy"), StopRule::entropy);
    EXPECT_EQ(sortscope::name_of(StopRule::count), "count");
    EXPECT_THROW(parse_enum<StopRule>("luck"), Error);
}

}  // namespace
}  // namespace sortscope::collector
