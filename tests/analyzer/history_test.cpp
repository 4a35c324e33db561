#include "analyzer/timing/history.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/sample/made_cases.hpp"

namespace sortscope::analyzer {
namespace {

using made::file_of;
using made::timed;

std::vector<HistoryPoint> points_of(const std::vector<double>& ns) {
    std::vector<HistoryPoint> points;
    for (std::size_t i = 0; i < ns.size(); ++i) {
        const auto record = timed(static_cast<std::int64_t>(i), 1 << 20, ns[i]);
        points.push_back({RunId{static_cast<std::int64_t>(i + 1)}, record.id,
                          *estimate(*record.time, {1e-7, 100}), false});
    }
    return points;
}

TEST(ChangePoints, AStepIsFoundOnceAndWhereItIs) {
    auto points = points_of({1e6, 1.001e6, 0.999e6, 1.05e6, 1.051e6, 1.049e6});
    const auto changes = change_points(points, 1 << 20, 0.02);
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes[0].at, 3U);
    EXPECT_EQ(changes[0].verdict, Verdict::slower);
    EXPECT_TRUE(changes[0].confirmed);
    EXPECT_NEAR(changes[0].ratio.ratio, 1.05, 1e-3);
}

TEST(ChangePoints, OneRunApartIsNoChange) {
    auto points = points_of({1e6, 1.001e6, 1.2e6, 1e6, 0.999e6});
    EXPECT_TRUE(change_points(points, 1 << 20, 0.02).empty());
    EXPECT_TRUE(points[2].outlier);
    EXPECT_FALSE(points[3].outlier);
}

TEST(ChangePoints, TheLastRunIsAChangeThatNobodyConfirms) {
    auto points = points_of({1e6, 1.001e6, 0.9e6});
    const auto changes = change_points(points, 1 << 20, 0.02);
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes[0].verdict, Verdict::faster);
    EXPECT_FALSE(changes[0].confirmed);
}

TEST(ChangePoints, ThereAndBack) {
    auto points = points_of({1e6, 1e6, 1.1e6, 1.1e6, 1e6, 1e6});
    const auto changes = change_points(points, 1 << 20, 0.02);
    ASSERT_EQ(changes.size(), 2U);
    EXPECT_EQ(changes[0].at, 2U);
    EXPECT_EQ(changes[1].at, 4U);
    EXPECT_EQ(changes[1].verdict, Verdict::faster);
    EXPECT_EQ(changes[0].last, Verdict::same) << "the last run is as the first";
    EXPECT_FALSE(changes[0].holds());
    EXPECT_TRUE(changes[1].holds()) << "faster than what was before it";
}

TEST(ChangePoints, AChangeOfWhichAPartWasTakenBackHolds) {
    auto points = points_of({1e6, 1e6, 1.2e6, 1.2e6, 1.1e6, 1.1e6});
    const auto changes = change_points(points, 1 << 20, 0.02);
    ASSERT_EQ(changes.size(), 2U);
    EXPECT_TRUE(changes[0].holds());
}

std::size_t failing_of(const std::vector<double>& ns, const std::vector<FailOn>& bad) {
    std::vector<CaseRecord> cases;
    for (std::size_t i = 0; i < ns.size(); ++i) {
        cases.push_back(timed(static_cast<std::int64_t>(i + 1), 1 << 20, ns[i]));
        cases.back().run = RunId{static_cast<std::int64_t>(i + 1)};
    }
    return failing(file_of("a.db", cases), {}, bad);
}

TEST(Histories, AGateIsGreenAgainWhereTheLastRunIsMended) {
    const std::vector<FailOn> slower{{Verdict::slower, 0.02}};
    EXPECT_EQ(failing_of({1e6, 1e6, 1.1e6, 1.1e6}, slower), 1U);
    EXPECT_EQ(failing_of({1e6, 1e6, 1.1e6, 1.1e6, 1e6, 1e6}, slower), 0U);
    EXPECT_EQ(failing_of({1e6, 1e6, 1.1e6, 1.1e6, 1e6}, slower), 0U) << "at once";
    EXPECT_EQ(failing_of({1e6, 1e6, 1.1e6}, slower), 1U);
    EXPECT_EQ(failing_of({2e6, 2e6, 1e6, 1e6, 1.1e6, 1.1e6}, slower), 1U)
        << "slower than it had become, if not than at first";
    EXPECT_EQ(failing_of({1e6, 1e6, 1.2e6, 1.2e6, 1.1e6, 1.1e6}, slower), 1U) << "not mended wholly";
}

TEST(Histories, AConditionFailsOnceWhateverItFails) {
    EXPECT_EQ(failing_of({1e6, 1e6, 1.1e6, 1.1e6}, {{Verdict::slower, 0.02}, {Verdict::slower, 0.05}}), 1U);
    EXPECT_EQ(failing_of({1e6, 1e6, 1.2e6, 1.2e6, 1.1e6, 1.1e6},
                         {{Verdict::slower, 0.02}, {Verdict::faster, 0.02}}),
              1U);
    EXPECT_EQ(failing_of({1e6, 1e6, 1.1e6, 1.1e6}, {{Verdict::slower, 0.2}}), 0U);
}

TEST(ChangePoints, StreamTimesWantMoreThanTheHostsDrift) {
    const auto changes_of = [](double factor, TimeMode mode) {
        auto points = points_of({1e6, 1.001e6, factor * 1e6, factor * 1.001e6});
        for (auto& point : points) point.time.mode = mode;
        return change_points(points, 1 << 20, 0.02).size();
    };
    EXPECT_EQ(changes_of(1.1, TimeMode::graph), 1U);
    EXPECT_EQ(changes_of(1.1, TimeMode::stream), 0U) << "hosts are known to drift by 15 % between recordings";
    EXPECT_EQ(changes_of(1.3, TimeMode::stream), 1U);
}

TEST(Histories, OneForEachConditionAndModeOfSeveralRuns) {
    auto first = timed(1, 1 << 20, 1e6), second = timed(2, 1 << 20, 1.1e6), alone = timed(3, 1 << 10, 1e5);
    second.run = RunId{2};
    const auto found = histories(file_of("a.db", {first, second, alone}), {}, 0.02);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].condition.keys(), 1U << 20);
    EXPECT_EQ(found[0].points.size(), 2U);
    EXPECT_TRUE(histories(file_of("a.db", {first, second}), TimeMode::stream, 0.02).empty());
    // Cases come in order of collecting: where files were merged, that is not the order of the runs' numbers.
    const auto merged = histories(file_of("a.db", {second, first}), {}, 0.02);
    ASSERT_EQ(merged.size(), 1U);
    EXPECT_EQ(merged[0].points[0].run, RunId{2});
    ASSERT_EQ(merged[0].changes.size(), 1U);
    EXPECT_EQ(merged[0].changes[0].verdict, Verdict::faster);
}

}  // namespace
}  // namespace sortscope::analyzer
