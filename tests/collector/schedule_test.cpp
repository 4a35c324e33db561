#include "collector/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace sortscope::collector {
namespace {

using namespace std::chrono_literals;

TEST(RoundOrder, OneRoundKeepsTheOrderThatWasAskedFor) {
    EXPECT_EQ(round_order(4, {}, 0), (std::vector<std::size_t>{0, 1, 2, 3}));
    EXPECT_TRUE(round_order(0, {}, 0).empty());
}

TEST(RoundOrder, EachRoundIsAPermutationOfItsOwnThatTheSeedRepeats) {
    Schedule schedule;
    schedule.rounds = 3;
    schedule.order_seed = 7;
    std::vector<std::vector<std::size_t>> orders;
    for (std::uint32_t round = 0; round < 3; ++round) {
        auto order = round_order(50, schedule, round);
        EXPECT_EQ(order, round_order(50, schedule, round));
        orders.push_back(order);
        std::ranges::sort(order);
        for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i);
    }
    EXPECT_NE(orders[0], orders[1]);
    EXPECT_NE(orders[1], orders[2]);
    EXPECT_FALSE(std::ranges::is_sorted(orders[0])) << "the first is shuffled, too";
    schedule.order_seed = 8;
    EXPECT_NE(round_order(50, schedule, 0), orders[0]);
}

TEST(BatchSize, StaysWithinEachLimit) {
    const BatchLimits limits{4, 10, 100};
    const auto size = [&](std::vector<BatchItem> items) { return batch_size(items, limits); };
    EXPECT_EQ(size({}), 0U);
    EXPECT_EQ(size({{1, 1}, {1, 1}, {1, 1}}), 3U);
    EXPECT_EQ(size({{1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}), 4U) << "cases";
    EXPECT_EQ(size({{6, 1}, {4, 1}, {1, 1}}), 2U) << "seconds";
    EXPECT_EQ(size({{1, 60}, {1, 60}}), 1U) << "launches";
    EXPECT_EQ(size({{99, 999}, {1, 1}}), 1U) << "one at least";
}

TEST(SilenceLimit, FollowsFromWhatIsExpected) {
    Schedule schedule;
    EXPECT_EQ(silence_limit(0.1, schedule), 30s);
    EXPECT_EQ(silence_limit(10, schedule), 200s);
    schedule.case_limit = 5s;
    EXPECT_EQ(silence_limit(10, schedule), 5s);
    schedule.case_limit = 0ms;
    EXPECT_GT(silence_limit(1e12, schedule), 24h) << "no overflow";
}

}  // namespace
}  // namespace sortscope::collector
