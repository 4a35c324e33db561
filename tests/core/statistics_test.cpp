#include "core/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/core/expect_error.hpp"

namespace sortscope {
namespace {

using test::expect_error;

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
    // Definition 7: position q * (n - 1), here 0.75 and 2.25 of {10, 20, 30, 40}.
    const std::vector<double> values{40, 10, 30, 20};
    EXPECT_DOUBLE_EQ(quantile(values, 0.25), 17.5);
    EXPECT_DOUBLE_EQ(quantile(values, 0.75), 32.5);
    EXPECT_DOUBLE_EQ(quantile(values, 0.1), 13);
    EXPECT_DOUBLE_EQ(quantile(values, 0), 10);
    EXPECT_DOUBLE_EQ(quantile(values, 1), 40);
    EXPECT_DOUBLE_EQ(quantile(std::vector<double>{7}, 0.3), 7);
}

TEST(Quantile, OfNoValuesOrOutsideZeroToOneIsADefect) {
    expect_error(ErrorKind::internal, "no values", [] { return quantile({}, 0.5); });
    expect_error(ErrorKind::internal, "no values", [] { return relative_spread({}); });
    const std::vector<double> values{1, 2, 3};
    for (const double q : {-0.01, 1.01, std::numeric_limits<double>::quiet_NaN()})
        expect_error(ErrorKind::internal, "between 0 and 1", [&] { return quantile(values, q); });
}

TEST(Median, OfOddAndEvenCounts) {
    EXPECT_DOUBLE_EQ(median(std::vector<double>{9, 1, 5}), 5);
    EXPECT_DOUBLE_EQ(median(std::vector<double>{9, 1, 5, 7}), 6);
}

TEST(RelativeSpread, IsInterquartileRangeOverMedian) {
    EXPECT_DOUBLE_EQ(relative_spread(std::vector<double>{10, 20, 30, 40, 50}), 20.0 / 30.0);
    EXPECT_DOUBLE_EQ(relative_spread(std::vector<double>{5, 5, 5}), 0);
    EXPECT_DOUBLE_EQ(relative_spread(std::vector<double>{5}), 0);
    EXPECT_DOUBLE_EQ(relative_spread(std::vector<double>{0, 0, 0, 8}), 0) << "not infinite";
}

TEST(MedianInterval, OfFewValuesIsTheirRangeAndSaysWhatThatReaches) {
    const auto five = median_interval(std::vector<double>{3, 1, 5, 2, 4}, 0.99);
    EXPECT_DOUBLE_EQ(five.low, 1);
    EXPECT_DOUBLE_EQ(five.high, 5);
    EXPECT_DOUBLE_EQ(five.level, 1 - 2.0 / 32);  // none or all of five below the median
    EXPECT_DOUBLE_EQ(median_interval(std::vector<double>{7}).level, 0);
    EXPECT_DOUBLE_EQ(range_level(0), 0);
    expect_error(ErrorKind::internal, "no values", [] { median_interval({}); });
}

TEST(MedianInterval, IsTheInnermostPairThatHasTheLevel) {
    std::vector<double> values;
    for (int i = 1; i <= 30; ++i) values.push_back(i);
    // P(B < 8) = 0.0026 and P(B < 9) = 0.0081 of 30 coins: the 8th smallest and the 8th largest.
    const auto thirty = median_interval(values, 0.99);
    EXPECT_DOUBLE_EQ(thirty.low, 8);
    EXPECT_DOUBLE_EQ(thirty.high, 23);
    EXPECT_NEAR(thirty.level, 0.99478, 1e-5);
    for (int i = 31; i <= 5000; ++i) values.push_back(i);  // beyond what 2^-n can hold
    const auto many = median_interval(values, 0.99);
    EXPECT_NEAR(many.level, 0.99, 1e-3);
    EXPECT_NEAR(many.high - many.low, 2 * 2.576 * std::sqrt(5000) / 2, 3);
}

TEST(MedianInterval, HoldsTheMedianOfAnyDistributionAsOftenAsItSays) {
    std::mt19937_64 random(1);
    std::lognormal_distribution<double> skewed(0, 1);  // its median is 1
    for (const std::size_t count : {5U, 12U, 30U}) {
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

}  // namespace
}  // namespace sortscope
