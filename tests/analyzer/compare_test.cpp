#include "analyzer/compare.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analyzer/history.hpp"
#include "core/error.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::analyzer {
namespace {

using test::expect_error;

/// A case of a graph-mode sort of three rounds, the medians a fraction `jitter` apart.
CaseRecord timed(std::int64_t id, std::uint64_t n, double ns, double jitter = 0.0005) {
    CaseRecord record;
    record.id = CaseId{id};
    record.run = RunId{1};
    record.variant = "bitonic-b2";
    record.workload.n = n;
    record.config.block = 256;
    record.backend = record.device.backend = BackendKind::cupti;
    record.device.name = "NVIDIA H200";
    record.device.uuid = "GPU-1";
    record.time_mode = TimeMode::graph;
    TimeSummary time;
    time.mode = TimeMode::graph;
    time.median_ns = std::llround(ns);
    time.min_ns = std::llround(ns * (1 - jitter));
    time.max_ns = std::llround(ns * (1 + jitter));
    time.count = 30;
    for (std::uint32_t round = 0; round < 3; ++round) time.rounds.push_back({round, std::llround(ns * (1 + jitter * (round - 1.0))), 0.001, 10});
    record.time = time;
    return record;
}

/// The same with one round.
CaseRecord one_round(CaseRecord record, TimeMode mode) {
    record.time->rounds.resize(1);
    record.time->mode = record.time_mode = mode;
    return record;
}

CaseFile file_of(const std::string& name, std::vector<CaseRecord> cases) {
    CaseFile file;
    file.name = name;
    RunRecord first, second;
    first.id = RunId{1};
    first.program_version = "0.1.0";
    second.id = RunId{2};
    second.program_version = "0.2.0";
    file.runs = {first, second};
    file.cases = std::move(cases);
    file.variances = RoundVariances(file.cases);
    return file;
}

std::vector<CaseRecord> sizes(double factor = 1) {
    std::vector<CaseRecord> cases;
    for (int log2 = 10; log2 < 20; ++log2) cases.push_back(timed(log2 - 9, 1ULL << log2, factor * 1e4 * (log2 - 5), 0.0004 + 0.0001 * (log2 % 3)));
    return cases;
}

Comparison compared(const std::vector<CaseFile>& files, const CompareOptions& options = {}) {
    static std::vector<Side> sides;  // pairs point into the files, not the sides
    sides = sides_of(files, options);
    return compare(sides.at(0), sides.at(1), options);
}

Axis across(ConditionPart part) { return {Axis::Kind::part, part, {}}; }

TEST(Compare, FilesOfOneTimeAreTheSame) {
    const std::vector files{file_of("a.db", sizes()), file_of("b.db", sizes())};
    const auto result = compared(files);
    EXPECT_EQ(result.pairs.size(), 10U);
    EXPECT_EQ(result.count(Verdict::same), 10U);
    EXPECT_NEAR(*result.mean_ratio, 1, 1e-9);
    EXPECT_EQ(failing(result, Verdict::slower, 0.02), 0U);
}

TEST(Compare, ThreePercentAreSlowerAndFailAsAsked) {
    const std::vector files{file_of("a.db", sizes()), file_of("b.db", sizes(1.03))};
    const auto result = compared(files);
    EXPECT_EQ(result.count(Verdict::slower), 10U);
    EXPECT_NEAR(*result.mean_ratio, 1.03, 1e-4);
    EXPECT_EQ(failing(result, Verdict::slower, 0.02), 10U);
    EXPECT_EQ(failing(result, Verdict::slower, 0.05), 0U);
    EXPECT_EQ(failing(result, Verdict::faster, 0.02), 0U);
    const std::vector reversed{file_of("b.db", sizes(1.03)), file_of("a.db", sizes())};
    EXPECT_EQ(compared(reversed).count(Verdict::faster), 10U);
}

TEST(Compare, OneRoundGivesNoVerdictWithinWhatProcessesDifferBy) {
    std::vector<CaseRecord> base, other;
    for (auto& record : sizes()) base.push_back(one_round(record, TimeMode::stream));
    for (auto& record : sizes(1.3)) other.push_back(one_round(record, TimeMode::stream));
    const std::vector files{file_of("a.db", base), file_of("b.db", other)};
    const auto result = compared(files);
    for (const auto& pair : result.pairs) {
        const bool few = pair.base.record->workload.n < 1ULL << 15;
        EXPECT_EQ(*pair.verdict, few ? Verdict::unclear : Verdict::slower) << pair.base.record->workload.n;
        EXPECT_FALSE(pair.ratio->of_rounds);
    }
}

TEST(Compare, MissingOnesAreListedOnTheirSide) {
    auto base = sizes(), other = sizes();
    base.erase(base.begin());
    other.pop_back();
    other.front().status = CaseStatus::failed;  // no case of a comparison
    const std::vector files{file_of("a.db", base), file_of("b.db", other)};
    const auto sides = sides_of(files, {});
    const auto result = compare(sides[0], sides[1], {});
    EXPECT_EQ(result.pairs.size(), 8U);
    ASSERT_EQ(result.only_base.size(), 1U);
    EXPECT_EQ(result.only_base[0].record->workload.n, 1U << 19);
    EXPECT_TRUE(result.only_other.empty());
    EXPECT_EQ(sides[1].not_ok, 1U);
}

TEST(Compare, OfSeveralCasesOfAConditionTheNewestCounts) {
    auto again = timed(99, 1 << 10, 123456);
    auto cases = sizes();
    cases.push_back(again);
    const std::vector files{file_of("a.db", sizes()), file_of("b.db", cases)};
    const auto result = compared(files);
    const auto& pair = result.pairs.front();
    EXPECT_EQ(pair.other.record->id, CaseId{99});
    EXPECT_EQ(pair.other.older, 1U);
    EXPECT_NEAR(pair.other_time->ns, 123456, 1);
}

TEST(Compare, TimesOfOneModeMeet) {
    // The base has graph and stream times, the other stream alone, of one round.
    auto base = timed(1, 1 << 20, 1e6);
    TimeSummary stream;
    stream.mode = TimeMode::stream;
    stream.median_ns = stream.min_ns = stream.max_ns = 2000000;
    stream.count = 10;
    base.other_times.push_back(stream);
    auto other = one_round(timed(1, 1 << 20, 2e6), TimeMode::stream);
    const std::vector files{file_of("a.db", {base}), file_of("b.db", {other})};
    const auto result = compared(files);
    EXPECT_EQ(result.pairs[0].mode, TimeMode::stream);
    EXPECT_NEAR(result.pairs[0].ratio->ratio, 1, 1e-9);
    CompareOptions options;
    options.time_mode = TimeMode::graph;
    const auto none = compared(files, options);
    EXPECT_EQ(none.pairs[0].mode, TimeMode::none);
    EXPECT_FALSE(none.pairs[0].ratio);
    EXPECT_FALSE(none.pairs[0].verdict);
}

TEST(Compare, AcrossTimeModesOfOneFile) {
    auto record = timed(1, 1 << 20, 1e6);
    auto stream = *record.time;
    stream.mode = TimeMode::stream;
    for (auto& round : stream.rounds) round.median_ns *= 2;
    record.other_times.push_back(stream);
    const std::vector files{file_of("a.db", {record})};
    CompareOptions options;
    options.across = {across(ConditionPart::time_mode)};
    options.values = {"graph", "stream"};
    const auto result = compared(files, options);
    ASSERT_EQ(result.pairs.size(), 1U);
    EXPECT_NEAR(result.pairs[0].ratio->ratio, 2, 1e-6);
}

TEST(Compare, AcrossVariantsLeavesTheirParametersFree) {
    auto cases = sizes();
    for (auto record : sizes(0.5)) {
        record.variant = "bitonic-c4";
        record.config.params["max_keys"] = 16;
        record.id = CaseId{static_cast<std::int64_t>(record.id) + 100};
        cases.push_back(record);
    }
    const std::vector files{file_of("a.db", cases)};
    CompareOptions options;
    options.across = {across(ConditionPart::variant)};
    options.values = {"bitonic-b2", "bitonic-c4"};
    const auto result = compared(files, options);
    EXPECT_EQ(result.pairs.size(), 10U);
    EXPECT_EQ(result.count(Verdict::faster), 10U);
    options.values = {"bitonic-b2", "bitonic-c5"};
    expect_error(ErrorKind::usage, "Did you mean 'bitonic-c4'", [&] { sides_of(files, options); });
}

TEST(Compare, AcrossAParameterBlockRunAndVersion) {
    auto a = timed(1, 1 << 20, 1e6), b = timed(2, 1 << 20, 2e6);
    a.config.params["ways"] = 2;
    b.config.params["ways"] = 4;
    const std::vector files{file_of("a.db", {a, b})};
    CompareOptions options;
    options.across = {parse_axis("ways", files[0].cases)};
    EXPECT_EQ(sides_of(files, options)[1].name, "ways 4");
    EXPECT_NEAR(compared(files, options).pairs.at(0).ratio->ratio, 2, 1e-6);
    b.config.params["ways"] = 2;
    b.run = RunId{2};
    const std::vector runs{file_of("a.db", {a, b})};
    options.across = {parse_axis("run", runs[0].cases)};
    options.values = {"2", "1"};
    EXPECT_NEAR(compared(runs, options).pairs.at(0).ratio->ratio, 0.5, 1e-6);
    options.across = {parse_axis("version", runs[0].cases)};
    options.values.clear();
    EXPECT_EQ(sides_of(runs, options)[1].name, "version 0.2.0");
    expect_error(ErrorKind::usage, "Did you mean 'device'", [&] { parse_axis("devise", runs[0].cases); });
}

TEST(Compare, SaysWhichPartIsInTheWay) {
    auto other = sizes();
    for (auto& record : other) record.device.uuid = "GPU-2";
    const std::vector files{file_of("a.db", sizes()), file_of("b.db", other)};
    EXPECT_EQ(compared(files).in_the_way, std::vector{ConditionPart::device});
    CompareOptions options;
    options.across = {across(ConditionPart::device)};
    EXPECT_EQ(compared(files, options).pairs.size(), 10U);
}

TEST(Compare, TellsTwoGpusOfOneNameApart) {
    auto cases = sizes();
    for (auto other : sizes()) {
        other.device.uuid = "GPU-2";
        other.id = CaseId{static_cast<std::int64_t>(other.id) + 100};
        cases.push_back(other);
    }
    const std::vector files{file_of("a.db", cases)};
    CompareOptions options;
    options.across = {across(ConditionPart::device)};
    const auto sides = sides_of(files, options);
    ASSERT_EQ(sides.size(), 2U);
    EXPECT_EQ(sides[0].name, "NVIDIA H200 GPU-1");
    EXPECT_EQ(sides[1].name, "NVIDIA H200 GPU-2");
    EXPECT_EQ(compared(files, options).pairs.size(), 10U);
    options.values = {"NVIDIA H200 GPU-2", "NVIDIA H200 GPU-1"};
    EXPECT_EQ(sides_of(files, options)[0].name, "NVIDIA H200 GPU-2");
}

TEST(Compare, NeedsTwoSides) {
    const std::vector files{file_of("a.db", sizes())};
    expect_error(ErrorKind::usage, "add --across", [&] { sides_of(files, {}); });
    CompareOptions options;
    options.across = {across(ConditionPart::variant)};
    expect_error(ErrorKind::usage, "have one variant: bitonic-b2", [&] { sides_of(files, options); });
}

// ---- over runs

std::vector<HistoryPoint> points_of(const std::vector<double>& ns) {
    std::vector<HistoryPoint> points;
    for (std::size_t i = 0; i < ns.size(); ++i) {
        const auto record = timed(static_cast<std::int64_t>(i), 1 << 20, ns[i]);
        points.push_back({RunId{static_cast<std::int64_t>(i + 1)}, record.id, *estimate(*record.time, {1e-7, 100}), false});
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
}

TEST(Histories, OneForEachConditionAndModeOfSeveralRuns) {
    auto first = timed(1, 1 << 20, 1e6), second = timed(2, 1 << 20, 1.1e6), alone = timed(3, 1 << 10, 1e5);
    second.run = RunId{2};
    const auto found = histories(file_of("a.db", {first, second, alone}), {}, 0.02);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].condition.n, 1U << 20);
    EXPECT_EQ(found[0].points.size(), 2U);
    EXPECT_TRUE(histories(file_of("a.db", {first, second}), TimeMode::stream, 0.02).empty());
}

}  // namespace
}  // namespace sortscope::analyzer
