#include "analyzer/curves/throughput.hpp"
#include "tests/sample/edit.hpp"

#include <gtest/gtest.h>

namespace sortscope::analyzer {
namespace {
/// A curve of graph times with tight intervals; `ns` from 2^10 on.
Curve curve_of(const std::string& variant, const std::vector<double>& ns, double half = 0.001) {
    Curve curve;
    Condition condition;
    condition.subject = variant;
    condition.time_mode = TimeMode::graph;
    curve.condition = condition.leaving_free({"n"});
    double x = 1024;
    for (const double one : ns) {
        CurvePoint point;
        point.x = x;
        point.median_ns = one;
        point.rate_mkeys_per_s = 1e3 * x / one;
        point.interval_ns = Interval{one * (1 - half), one * (1 + half), 0.99};
        point.of_rounds = true;
        curve.points.push_back(point);
        x *= 2;
    }
    return curve;
}

TEST(Crossings, WhereTheLogarithmsMeet) {
    // 2 : 1 at 2^11, 1 : 2 at 2^12: half way.
    const auto first = curve_of("a", {200, 200, 200, 200});
    const auto second = curve_of("b", {50, 100, 400, 800});
    const auto pair = crossings(first, second);
    ASSERT_EQ(pair.crossings.size(), 1U);
    EXPECT_NEAR(pair.crossings[0].log2_n, 11.5, 1e-12);
    EXPECT_TRUE(pair.crossings[0].first_wins);
    EXPECT_DOUBLE_EQ(pair.crossings[0].clear_below, 11);
    EXPECT_DOUBLE_EQ(pair.crossings[0].clear_above, 12);
    EXPECT_TRUE(*pair.first_wins_last);
    EXPECT_EQ(pair.clear, 4U);
}

TEST(Crossings, NoneWhereOneIsAlwaysFasterOrNever) {
    auto pair = crossings(curve_of("a", {100, 200, 400}), curve_of("b", {200, 400, 500}));
    EXPECT_TRUE(pair.crossings.empty() && *pair.first_wins_last);
    pair = crossings(curve_of("a", {100, 101, 99, 100}), curve_of("b", {101, 100, 100, 99}));
    EXPECT_TRUE(pair.crossings.empty());
    EXPECT_EQ(pair.clear, 0U);
    EXPECT_FALSE(pair.first_wins_last);
}

TEST(Crossings, SizesWithoutAVerdictAreSteppedOver) {
    const auto pair = crossings(curve_of("a", {200, 101, 99, 100}), curve_of("b", {100, 100, 100, 200}));
    ASSERT_EQ(pair.crossings.size(), 1U);
    EXPECT_DOUBLE_EQ(pair.crossings[0].clear_below, 10);
    EXPECT_DOUBLE_EQ(pair.crossings[0].clear_above, 13);
    EXPECT_GT(pair.crossings[0].log2_n, 11);
    EXPECT_LT(pair.crossings[0].log2_n, 12);
}

TEST(AgainstTheFastest, OnePairForEachOther) {
    std::vector curves{curve_of("a", {100, 200, 400}), curve_of("b", {90, 250, 500}), curve_of("c", {10, 20}),
                       curve_of("d", {1}), curve_of("minmax", {1, 2, 4})};
    curves.back().promise = Promise::extremes;
    const auto pairs = against_the_fastest(curves);
    ASSERT_EQ(pairs.size(), 2U);
    EXPECT_EQ(pairs[0].first->condition.subject, "a");
    EXPECT_EQ(std::tuple(pairs[0].second->condition.subject, pairs[0].crossings.size()), std::tuple("b", 1U));
    EXPECT_FALSE(*pairs[1].first_wins_last);  // c is faster wherever both are, and ends before
}

TEST(AddLimits, PartOfTheCopyBandwidth) {
    std::vector curves{curve_of("a", {100})};
    curves[0].points[0].bound_gb_per_s = 2000;
    add_limits(curves, {});
    EXPECT_FALSE(curves[0].points[0].part_of_copy);
    const std::vector<DeviceLimit> limits{{"copy_bandwidth", 4e12, "bytes/s", 0.01}};
    add_limits(curves, limits);
    EXPECT_DOUBLE_EQ(*curves[0].points[0].part_of_copy, 0.5);
}

TEST(AddIntervals, OfTheCaseOfEachPoint) {
    CaseFile file;
    auto& record = file.cases.emplace_back();
    record.id = CaseId{7};
    edit(record).workload.n = 1 << 20;
    record.subject.name = "a";
    record.required_bytes = 1 << 24;
    record.time_mode = TimeMode::graph;
    record.time = TimeSummary{100000, 99000, 102000, 0.01, 20, "", TimeMode::graph};
    auto curves = curves_over("n", file.cases);
    add_intervals(curves, file);
    const auto& point = curves[0].points[0];
    EXPECT_DOUBLE_EQ(point.interval_ns->low, 99000);
    EXPECT_FALSE(point.of_rounds);
    EXPECT_DOUBLE_EQ(point.effective_gb_per_s, 2.0 * 4 * (1 << 20) / 100000);
    EXPECT_DOUBLE_EQ(*point.bound_gb_per_s, double(1 << 24) / 100000);
}
}  // namespace
}
