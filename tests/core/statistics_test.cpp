#include "core/statistics.hpp"

#include <gtest/gtest.h>
#include <random>

#include "core/times.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope {
namespace {
using test::expect_error;
using Reals = std::vector<double>;

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
    // Definition 7: position q * (n - 1), so 0.75 and 2.25 in {10, 20, 30, 40}.
    const Reals values{40, 10, 30, 20};
    for (const auto& [q, expected] : {std::pair(0.25, 17.5), {0.75, 32.5}, {0.1, 13}, {0, 10}, {1, 40}})
        EXPECT_DOUBLE_EQ(quantile(values, q), expected) << q;
    EXPECT_DOUBLE_EQ(quantile(Reals{7}, 0.3), 7);
}

TEST(Quantile, OfNoValuesOrOutsideZeroToOneIsADefect) {
    expect_error(ErrorKind::internal, "no values", [] { return quantile({}, 0.5); });
    expect_error(ErrorKind::internal, "no values", [] { return relative_spread({}); });
    for (const double q : {-0.01, 1.01, std::numeric_limits<double>::quiet_NaN()})
        expect_error(ErrorKind::internal, "between 0 and 1", [&] { return quantile(Reals{1, 2, 3}, q); });
}

TEST(RelativeSpread, IsInterquartileRangeOverMedian) {
    EXPECT_DOUBLE_EQ(relative_spread(Reals{10, 20, 30, 40, 50}), 20.0 / 30.0);
    for (const auto& values : {Reals{5, 5, 5}, {5}, {0, 0, 0, 8}}) EXPECT_EQ(relative_spread(values), 0);
}

TEST(MedianInterval, OfFewValuesIsTheirRangeAndSaysWhatThatReaches) {
    const auto five = median_interval(Reals{3, 1, 5, 2, 4}, 0.99);
    EXPECT_EQ(std::tuple(five.low, five.high), std::tuple(1, 5));
    EXPECT_DOUBLE_EQ(five.level, 1 - 2.0 / 32);  // misses only if all five are on one side of the median
    EXPECT_DOUBLE_EQ(median_interval(Reals{7}).level, 0);
    EXPECT_DOUBLE_EQ(range_level(0), 0);
    expect_error(ErrorKind::internal, "no values", [] { median_interval({}); });
}

TEST(MedianInterval, IsTheInnermostPairThatHasTheLevel) {
    Reals values(5000);
    std::iota(values.begin(), values.end(), 1);
    // 30 coins: P(B < 8) = 0.0026 and P(B < 9) = 0.0081, so l is 8.
    const auto thirty = median_interval(std::span(values).first(30), 0.99);
    EXPECT_EQ(std::tuple(thirty.low, thirty.high), std::tuple(8, 23));
    EXPECT_NEAR(thirty.level, 0.99478, 1e-5);
    const auto many = median_interval(values, 0.99);  // 2^-5000 underflows
    EXPECT_NEAR(many.level, 0.99, 1e-3);
    EXPECT_NEAR(many.high - many.low, 2 * 2.576 * std::sqrt(5000) / 2, 3);
}

TEST(MedianInterval, HoldsTheMedianOfAnyDistributionAsOftenAsItSays) {
    std::mt19937_64 random(1);
    std::lognormal_distribution<double> skewed(0, 1);  // median 1
    for (const size_t count : {5U, 12U, 30U}) {
        int held = 0;
        double level = 0;
        constexpr int repeats = 20000;
        std::vector<double> values(count);
        for (int i = 0; i < repeats; ++i) {
            for (auto& value : values) value = skewed(random);
            const auto interval = median_interval(values, 0.99);
            level = interval.level;
            if (interval.low <= 1 && 1 <= interval.high) ++held;
        }
        EXPECT_NEAR(held / double{repeats}, level, 0.004) << count;
    }
}

TrialRecord timed(int64_t duration_ns, TimeMode mode, uint32_t round = 0, bool accepted = true) {
    TrialRecord trial;
    trial.kind = TrialKind::time;
    trial.duration_ns = duration_ns;
    trial.time_mode = mode;
    trial.round = round;
    trial.accepted = accepted;
    return trial;
}

TEST(Times, ModesAreNeverMixed) {
    const std::vector trials{timed(100, TimeMode::graph), timed(900, TimeMode::stream),
                             timed(102, TimeMode::graph)};
    const auto graph = summarize_times(trials, TimeMode::graph, "spread");
    ASSERT_TRUE(graph);
    EXPECT_EQ(std::tuple(graph->median_ns, graph->count, graph->stopped_by), std::tuple(101, 2u, "spread"));
    EXPECT_EQ(graph->mode, TimeMode::graph);
    EXPECT_EQ(summarize_times(trials, TimeMode::stream)->median_ns, 900);
    EXPECT_FALSE(summarize_times(trials, TimeMode::host));
}

TEST(Times, AreOfAcceptedTimeTrialsOfTheirModeThatHaveATime) {
    std::vector trials{timed(100, TimeMode::graph), timed(900, TimeMode::stream),
                       timed(102, TimeMode::graph), timed(500, TimeMode::graph, 0, false),
                       timed(104, TimeMode::graph), timed(105, TimeMode::graph)};
    trials[4].duration_ns.reset();
    trials[5].kind = TrialKind::activity;
    const auto found = accepted_times(trials, TimeMode::graph);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(std::tuple(found[0], found[1]), std::tuple(&trials[0], &trials[2]));
    EXPECT_TRUE(is_time_of(trials[3], TimeMode::graph)) << "left out, but a time all the same";
    EXPECT_FALSE(is_time_of(trials[4], TimeMode::graph));
}

TEST(Times, ARoundWithMoreTrialsWeighsNoMore) {
    std::vector<TrialRecord> trials(9, timed(100, TimeMode::graph, 0));
    trials.push_back(timed(110, TimeMode::graph, 1));
    trials.push_back(timed(130, TimeMode::graph, 2));
    const auto summary = summarize_times(trials, TimeMode::graph);
    ASSERT_TRUE(summary);
    EXPECT_EQ(std::tuple(summary->median_ns, summary->min_ns, summary->max_ns), std::tuple(110, 100, 130));
    EXPECT_EQ(summary->rounds, (std::vector<RoundTime>{{0, 100, 0, 9}, {1, 110, 0, 1}, {2, 130, 0, 1}}));
    EXPECT_FALSE(summarize_times({}, TimeMode::graph));
}

TEST(Times, ASingleTrialHasNoSpread) {
    const auto spread = [](size_t trials) {
        return spread_of(*summarize_times(std::vector(trials, timed(100, TimeMode::graph)), TimeMode::graph));
    };
    EXPECT_EQ(std::tuple(spread(1), spread(2)), std::tuple(std::nullopt, 0));
}

TEST(Times, ACaseHasATimeForEachModeTaken) {
    CaseRecord record;
    record.time_mode = TimeMode::graph;
    record.time = TimeSummary{.median_ns = 10, .mode = TimeMode::graph};
    record.other_times.push_back(TimeSummary{.median_ns = 20, .mode = TimeMode::stream});
    EXPECT_EQ(time_in(record, TimeMode::graph)->median_ns, 10);
    EXPECT_EQ(time_in(record, TimeMode::stream)->median_ns, 20);
    EXPECT_EQ(time_in(record, TimeMode::host), nullptr);
}
}  // namespace
}
