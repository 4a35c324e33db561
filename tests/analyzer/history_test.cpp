#include "analyzer/timing/history.hpp"

#include <gtest/gtest.h>

#include "tests/sample/made_cases.hpp"

namespace sortscope::analyzer {
namespace {
using made::file_of, made::timed;

std::vector<HistoryPoint> points_of(const std::vector<double>& ns) {
    std::vector<HistoryPoint> points;
    for (size_t i = 0; i < ns.size(); ++i) {
        const auto record = timed(int64_t(i), 1 << 20, ns[i]);
        points.push_back({RunId{int64_t(i + 1)}, record.id, *estimate(*record.time, {1e-7, 100}), false});
    }
    return points;
}

struct Found {
    size_t at;
    Verdict verdict;
    bool confirmed, holds;
    friend bool operator==(const Found&, const Found&) = default;
};

/// The changes in runs with the times `us`, and the positions of outliers.
std::pair<std::vector<Found>, std::vector<size_t>> changes_of(std::vector<double> us) {
    for (auto& one : us) one *= 1000;
    auto points = points_of(us);
    std::pair<std::vector<Found>, std::vector<size_t>> found;
    for (const auto& change : change_points(points, 1 << 20, 0.02)) {
        found.first.push_back({change.at, change.verdict, change.confirmed, change.holds()});
        const auto before = found.first.size() > 1 ? found.first.end()[-2].at : 0;
        EXPECT_NEAR(change.ratio.ratio, us[change.at] / us[before], 1e-3);
    }
    for (size_t i = 0; i < points.size(); ++i)
        if (points[i].outlier) found.second.push_back(i);
    return found;
}

TEST(ChangePoints, AreStepsThatTheNextRunConfirms) {
    using enum Verdict;
    using Changes = std::pair<std::vector<Found>, std::vector<size_t>>;
    EXPECT_EQ(changes_of({1000, 1001, 999, 1050, 1051, 1049}), (Changes{{{3, slower, true, true}}, {}}));
    EXPECT_EQ(changes_of({1000, 1001, 1200, 1000, 999}), (Changes{{}, {2}})) << "one run apart";
    EXPECT_EQ(changes_of({1000, 1001, 900}), (Changes{{{2, faster, false, true}}, {}})) << "the last run";
    EXPECT_EQ(changes_of({1000, 1000, 1100, 1100, 1000, 1000}),
              (Changes{{{2, slower, true, false}, {4, faster, true, true}}, {}}))
        << "there and back: the last run is as the first";
    EXPECT_EQ(changes_of({1000, 1000, 1200, 1200, 1100, 1100}),
              (Changes{{{2, slower, true, true}, {4, faster, true, true}}, {}}))
        << "a part of the change was taken back";
}

TEST(ChangePoints, ARunBetweenSameAndChangedIsUnclear) {
    auto points = points_of({1e6, 1e6, 1.02e6, 1e6});
    // The intervals are wider than the effect of 2 %, so the runs are neither the same nor different.
    for (auto& point : points) point.time.interval_ns = {0.97 * point.time.ns, 1.03 * point.time.ns, 0.99};
    for (auto& point : points) point.time.source = IntervalSource::range;
    EXPECT_TRUE(change_points(points, 1 << 20, 0.02).empty());
    EXPECT_FALSE(points[0].unclear) << "nothing to compare with";
    for (size_t at = 1; at < 4; ++at) EXPECT_TRUE(points[at].unclear) << at;
    points = points_of({1e6, 1e6});
    change_points(points, 1 << 20, 0.02);
    EXPECT_FALSE(points[1].unclear);
}

size_t failing_of(const std::vector<double>& ns, const std::vector<FailOn>& bad) {
    std::vector<CaseRecord> cases;
    for (size_t i = 0; i < ns.size(); ++i) {
        cases.push_back(timed(int64_t(i + 1), 1 << 20, ns[i]));
        cases.back().run = RunId{int64_t(i + 1)};
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
    EXPECT_EQ(failing_of({1e6, 1e6, 1.1e6, 1.1e6}, {{Verdict::slower, 0.2}}), 0U);
    // Counts a condition once, even if several verdicts fail it.
    EXPECT_EQ(failing_of({1e6, 1e6, 1.2e6, 1.2e6, 1.1e6, 1.1e6},
                         {{Verdict::slower, 0.02}, {Verdict::slower, 0.05}, {Verdict::faster, 0.02}}),
              1U)
        << "not mended wholly";
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
    EXPECT_EQ(std::tuple(found[0].condition.keys(), found[0].points.size()), std::tuple(1U << 20, 2U));
    EXPECT_EQ(found[0].points.back().version, "0.2.0");
    ASSERT_EQ(found[0].changes.size(), 1U);
    EXPECT_EQ(found[0].changes[0].causes,
              (std::vector{RecordingDifference{"program_version", "0.1.0", "0.2.0"}}));
    EXPECT_TRUE(histories(file_of("a.db", {first, second}), TimeMode::stream, 0.02).empty());
    // Cases are in order of collecting. In merged files, run numbers may have another order.
    const auto merged = histories(file_of("a.db", {second, first}), {}, 0.02);
    ASSERT_EQ(merged.size(), 1U);
    EXPECT_EQ(merged[0].points[0].run, RunId{2});
    ASSERT_EQ(merged[0].changes.size(), 1U);
    EXPECT_EQ(merged[0].changes[0].verdict, Verdict::faster);
}
}  // namespace
}
