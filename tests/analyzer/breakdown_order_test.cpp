#include "analyzer/launches/breakdown.hpp"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/expect_error.hpp"

namespace sortscope::analyzer {
namespace {

using ::testing::ElementsAre;

/// Three stages of 20, 50 and 30 ns; the second has two launches.
Breakdown three_stages() {
    Breakdown breakdown;
    breakdown.weight = Weight::time;
    const std::vector<std::int64_t> times{20, 50, 30};
    for (std::size_t i = 0; i < times.size(); ++i) {
        BreakdownRow row;
        row.sums.stage = static_cast<int>(i) + 1;
        row.sums.launches = i == 1 ? 2 : 1;
        row.sums.time_ns = times[i];
        row.share = static_cast<double>(times[i]) / 100;
        breakdown.rows.push_back(row);
    }
    return breakdown;
}

std::vector<int> stages(const Breakdown& breakdown) {
    std::vector<int> found;
    for (const auto& row : breakdown.rows) found.push_back(row.sums.stage);
    return found;
}

TEST(SortRows, GreatestFirstAndAbsentLast) {
    auto breakdown = three_stages();
    sort_rows(breakdown, "share");
    EXPECT_THAT(stages(breakdown), ElementsAre(2, 3, 1));
    breakdown.rows[0].sums.time_ns.reset();
    sort_rows(breakdown, "time");
    EXPECT_THAT(stages(breakdown), ElementsAre(3, 1, 2)) << "what has no time comes last";
    sort_rows(breakdown, "gld_sectors");
    EXPECT_THAT(stages(breakdown), ElementsAre(3, 1, 2)) << "equal ones keep their order";
}

TEST(SortRows, RefusesWhatIsNoMetric) {
    auto breakdown = three_stages();
    test::expect_error(ErrorKind::usage, "Did you mean 'gld_sectors'",
                       [&] { sort_rows(breakdown, "gld_sector"); });
}

TEST(FirstRows, AddsUpTheOthers) {
    auto breakdown = three_stages();
    sort_rows(breakdown, "share");
    const auto part = first_rows(breakdown, 1);
    ASSERT_EQ(part.rows.size(), 1U);
    EXPECT_EQ(part.rows[0]->sums.stage, 2);
    EXPECT_EQ(part.other_rows, 2U);
    ASSERT_TRUE(part.others);
    EXPECT_EQ(part.others->sums.launches, 2U);
    EXPECT_DOUBLE_EQ(*part.others->share, 0.5);
    for (const std::size_t all : {0U, 3U, 9U}) {
        EXPECT_EQ(first_rows(breakdown, all).rows.size(), 3U);
        EXPECT_FALSE(first_rows(breakdown, all).others);
    }
}

}  // namespace
}  // namespace sortscope::analyzer
