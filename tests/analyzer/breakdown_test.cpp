#include "analyzer/launches/breakdown.hpp"

#include <gmock/gmock.h>

#include "tests/core/expect_error.hpp"
#include "tests/sample/made_launches.hpp"
#include "tests/sample/memory_source.hpp"

namespace sortscope::analyzer {
namespace {
using enum CounterId;
using enum Provenance;
using made::launch, made::make_case, made::timed_case, test::expect_error, ::testing::ElementsAre,
    ::testing::IsEmpty;

TEST(BreakdownOfCase, ByStage) {
    const auto result = breakdown(timed_case(), Grouping::stage);
    EXPECT_EQ(result.weight, Weight::time);
    ASSERT_EQ(result.rows.size(), 2U);
    const auto &first = result.rows[0], &second = result.rows[1];
    EXPECT_EQ(std::tuple(first.sums.label, second.sums.label, second.sums.stage, second.sums.substage),
              std::tuple("k=2 j=1", "k=4", 2, 0));
    EXPECT_EQ(std::tuple(second.sums.launches, second.sums.first_launch), std::tuple(2U, 1U));
    EXPECT_EQ(second.sums.time_ns, 300);
    EXPECT_DOUBLE_EQ(first.share.value(), 0.25);
    EXPECT_DOUBLE_EQ(second.share.value(), 0.75);
    EXPECT_EQ(std::tuple(result.total.sums.time_ns, result.total.share), std::tuple(400, 1.0));
    EXPECT_EQ(std::tuple(result.total.sums.launches, result.gaps_ns), std::tuple(3U, 30));
    EXPECT_EQ(counter(first.sums.counters, branches), 1);
    EXPECT_EQ(counter(second.sums.counters, gld_sectors), 24);
    EXPECT_EQ(counter(result.total.sums.counters, gld_sectors), 32);
    EXPECT_FALSE(counter(result.total.sums.counters, branches));
    EXPECT_THAT(result.kernels, ElementsAre("step", "last"));
    EXPECT_THAT(first.parts, IsEmpty()) << "one kernel did it all";
    EXPECT_EQ(first.kernel, 0U);
    ASSERT_EQ(second.parts.size(), 2U);
    EXPECT_EQ(std::tuple(second.parts[0].kernel, second.parts[0].sums.time_ns), std::tuple(0U, 200));
    EXPECT_EQ(std::tuple(second.parts[1].kernel, second.parts[1].sums.time_ns), std::tuple(1U, 100));
    EXPECT_EQ(counter(second.parts[1].sums.counters, gld_sectors), 8);
}

TEST(BreakdownOfCase, BySubstageLaunchAndKernel) {
    const auto substages = breakdown(timed_case(), Grouping::substage);
    ASSERT_EQ(substages.rows.size(), 3U);
    EXPECT_EQ(substages.rows[2].sums.substage, 2);
    EXPECT_EQ(substages.rows[2].sums.label, "k=4 j=1");
    const auto kernels = breakdown(timed_case(), Grouping::kernel);
    EXPECT_EQ(kernels.rows.at(0).sums.label, "step");
    EXPECT_EQ(std::tuple(kernels.rows[0].sums.time_ns, kernels.rows[0].sums.stage), std::tuple(300, 0));
    EXPECT_EQ(std::tuple(kernels.rows.at(1).sums.label, kernels.rows[1].kernel), std::tuple("last", 1U));
    for (const auto grouping : groupings) {
        double sum = 0;
        for (const auto& row : breakdown(timed_case(), grouping).rows) sum += row.share.value();
        EXPECT_NEAR(sum, 1, 1e-12);
    }
}

TEST(BreakdownOfCase, LaunchesOfOneSubstageStayApartByLaunch) {
    const auto record =
        make_case({launch({1, 1, "mirror"}, "a", {0, 10}), launch({1, 1, "mirrored"}, "a", {10, 30})});
    EXPECT_EQ(breakdown(record, Grouping::launch).rows.size(), 2U);
    ASSERT_EQ(breakdown(record, Grouping::substage).rows.size(), 1U);
    EXPECT_EQ(breakdown(record, Grouping::substage).rows[0].sums.time_ns, 40);
    EXPECT_EQ(breakdown(record, Grouping::substage).rows[0].sums.label, "") << "no common word";
}

TEST(BreakdownOfCase, ModelledCaseIsWeighedBySectors) {
    auto record =
        make_case({launch({1, 1, ""}, "a", {}, {{gld_sectors, modelled, 10}, {gst_sectors, modelled, 20}}),
                   launch({2, 1, ""}, "a", {}, {{gld_sectors, modelled, 40}, {gst_sectors, modelled, 50}})});
    const auto expect_shares = [&] {
        const auto result = breakdown(record, Grouping::stage);
        EXPECT_EQ(std::tuple(result.weight, result.weight_provenance), std::tuple(Weight::sectors, modelled));
        EXPECT_FALSE(result.rows[0].sums.time_ns || result.gaps_ns);
        EXPECT_DOUBLE_EQ(result.rows[0].share.value(), 0.25);
        EXPECT_DOUBLE_EQ(result.rows[1].share.value(), 0.75);
    };
    expect_shares();
    // The first launch now has measured sectors, too, but not all launches have them.
    auto& counters = record.launches[0].counters;
    counters.insert(counters.begin(), {{gld_sectors, measured, 1000}, {gst_sectors, measured, 1000}});
    expect_shares();
}

TEST(BreakdownOfCase, WithoutTimesOfAllLaunchesHasNoWeight) {
    const auto result = breakdown(make_case({launch({1, 1, ""}, "a", {0, 10}), launch({2, 1, ""}, "a", {})}),
                                  Grouping::stage);
    EXPECT_EQ(result.weight, Weight::none);
    EXPECT_FALSE(result.total.sums.time_ns || result.total.share || result.rows[0].share || result.gaps_ns);
    EXPECT_EQ(result.rows[0].sums.time_ns, 10);
    const auto nothing = breakdown(make_case({}), Grouping::stage);
    EXPECT_TRUE(nothing.rows.empty());
    EXPECT_EQ(nothing.weight, Weight::none);
    EXPECT_FALSE(nothing.total.sums.time_ns || nothing.gaps_ns);
    EXPECT_EQ(nothing.total.sums.launches, 0U);
    EXPECT_THAT(nothing.metrics(), IsEmpty());
    const auto zero = breakdown(make_case({launch({1, 1, ""}, "a", {0, 0})}), Grouping::stage);
    EXPECT_EQ(zero.weight, Weight::none);
    EXPECT_FALSE(zero.rows[0].share);
}

TEST(BreakdownOfCase, KernelsThatAlternateHaveOnePartEach) {
    auto record = make_case(
        {launch({1, 1, ""}, "a", {0, 1}), launch({1, 2, ""}, "b", {1, 2}), launch({1, 3, ""}, "a", {3, 4})});
    const auto result = breakdown(record, Grouping::stage);
    ASSERT_EQ(result.rows.size(), 1U);
    ASSERT_EQ(result.rows[0].parts.size(), 2U);
    EXPECT_EQ(result.rows[0].parts[0].sums.time_ns, 5);
    EXPECT_EQ(result.rows[0].parts[0].sums.launches, 2U);
    EXPECT_EQ(result.rows[0].parts[1].sums.time_ns, 2);
}

TEST(BreakdownOfCase, MetricsOfAnyRowAndItsRest) {
    auto result = breakdown(timed_case(), Grouping::stage);
    std::vector<std::string_view> ids;
    for (const auto* found : result.metrics()) ids.push_back(found->id);
    EXPECT_THAT(ids, ElementsAre("time", "gld_sectors", "branches")) << "the first row alone has branches";
    result.sort_ns = 2 * *result.total.sums.time_ns;
    EXPECT_DOUBLE_EQ(result.rest_share().value(), 0.5);
    result.sort_ns.reset();
    EXPECT_FALSE(result.rest_share());
}

Breakdown with_gaps(CaseRecord record, Grouping grouping, Gaps gaps = Gaps::read) {
    if (record.launch_count == 0) record.launch_count = record.launches.size();
    return breakdown(sample::MemorySource(record), record, grouping, gaps);
}

TEST(BreakdownGaps, StandInFrontOfTheirLaunchesAndAddUp) {
    auto record = make_case({launch({1, 1, ""}, "a", {100, 20}), launch({2, 1, ""}, "b", {125, 10}),
                             launch({2, 2, ""}, "a", {150, 5}), launch({3, 1, ""}, "b", {152, 5})});
    const auto by_stage = with_gaps(record, Grouping::stage);
    EXPECT_EQ(by_stage.rows[0].gap_ns, 0) << "the first has none";
    EXPECT_EQ(by_stage.rows[1].gap_ns, 5 + 15);
    EXPECT_EQ(by_stage.rows[2].gap_ns, 0) << "it began while another ran";
    EXPECT_EQ(by_stage.total.gap_ns, breakdown(record, Grouping::stage).gaps_ns);
    EXPECT_EQ(with_gaps(record, Grouping::substage).rows[2].gap_ns, 15);
    const auto by_kernel = with_gaps(record, Grouping::kernel);
    EXPECT_EQ(std::tuple(by_kernel.rows[0].gap_ns, by_kernel.rows[1].gap_ns), std::tuple(15, 5));
    const auto by_launch = with_gaps(record, Grouping::launch);
    EXPECT_EQ(by_launch.rows[2].gap_ns, 15);
    EXPECT_EQ(shortened(by_launch, 1).others->gap_ns, 20);
    EXPECT_FALSE(with_gaps(record, Grouping::stage, Gaps::unread).rows[1].gap_ns) << "nobody looked";
    record.launch_count = most_gap_launches + 1;
    EXPECT_FALSE(with_gaps(record, Grouping::stage).rows[1].gap_ns) << "too many to look at each";
    const auto untimed = make_case({launch({1, 1, ""}, "a", {100, 20}), launch({2, 1, ""}, "b", {})});
    EXPECT_FALSE(with_gaps(untimed, Grouping::stage).rows[0].gap_ns);
    EXPECT_FALSE(with_gaps(untimed, Grouping::stage).total.gap_ns);
}

TEST(BreakdownOfCase, AMetricOfARowInOneProvenance) {
    auto record =
        make_case({launch({1, 1, ""}, "a", {}, {{gld_sectors, measured, 8}, {gld_sectors, modelled, 9}})});
    record.launches[0].grid = {8, 2, 1};
    record.launches[0].block = {64, 1, 1};
    const auto result = breakdown(record, Grouping::launch);
    const auto& row = result.rows[0];
    EXPECT_EQ(result.value(metric("gld_sectors"), row.sums, modelled), (MetricValue{9, modelled}));
    EXPECT_FALSE(result.value(metric("gld_sectors"), row.sums, counted));
    EXPECT_EQ(std::tuple(row.grid, row.block), std::tuple((Dim3{8, 2, 1}), (Dim3{64, 1, 1})));
    EXPECT_FALSE(breakdown(record, Grouping::substage).rows[0].grid);
}

/// Three stages of 20, 50 and 30 ns; the second has two launches.
Breakdown three_stages() {
    Breakdown breakdown;
    breakdown.weight = Weight::time;
    for (const int time : {20, 50, 30}) {
        auto& row = breakdown.rows.emplace_back();
        row.sums.stage = int(breakdown.rows.size());
        row.sums.launches = time == 50 ? 2 : 1;
        row.sums.time_ns = time;
        row.share = time / 100.0;
    }
    return breakdown;
}

TEST(SortRows, GreatestFirstAndAbsentLast) {
    auto breakdown = three_stages();
    const auto sorted = [&](const std::string& by) {
        sort_rows(breakdown, by);
        std::vector<int> stages;
        for (const auto& row : breakdown.rows) stages.push_back(row.sums.stage);
        return stages;
    };
    EXPECT_THAT(sorted("share"), ElementsAre(2, 3, 1));
    breakdown.rows[0].sums.time_ns.reset();
    EXPECT_THAT(sorted("time"), ElementsAre(3, 1, 2)) << "what has no time comes last";
    EXPECT_THAT(sorted("gld_sectors"), ElementsAre(3, 1, 2)) << "equal ones keep their order";
    expect_error(ErrorKind::usage, "Did you mean 'gld_sectors'", [&] { sort_rows(breakdown, "gld_sector"); });
}

TEST(FirstRows, AddsUpTheOthers) {
    auto breakdown = three_stages();
    sort_rows(breakdown, "share");
    const auto part = first_rows(breakdown, 1);
    ASSERT_EQ(part.rows.size(), 1U);
    EXPECT_EQ(std::tuple(part.rows[0]->sums.stage, part.other_rows), std::tuple(2, 2U));
    ASSERT_TRUE(part.others);
    EXPECT_EQ(part.others->sums.launches, 2U);
    EXPECT_DOUBLE_EQ(*part.others->share, 0.5);
    for (const size_t all : {0U, 3U, 9U}) {
        EXPECT_EQ(first_rows(breakdown, all).rows.size(), 3U);
        EXPECT_FALSE(first_rows(breakdown, all).others);
    }
}

TEST(StageMatrix, CellsAreSubstagesAndAStageIsARatioOfItsSums) {
    const auto step = [](int stage, int substage, int64_t ns, int64_t sectors) {
        return launch({stage, substage, ""}, "step", {0, ns},
                      {{gld_bytes, measured, 320}, {gld_sectors, measured, sectors}});
    };
    const auto record = make_case({step(1, 1, 10, 10), step(2, 1, 20, 10), step(2, 2, 30, 30)});
    const auto by_substage = breakdown(record, Grouping::substage);
    const auto by_stage = breakdown(record, Grouping::stage);
    const auto time = stage_matrix(by_substage, by_stage, time_metric());
    EXPECT_EQ(std::tuple(time.substages, time.cells.size()), std::tuple(2, 3U));
    EXPECT_EQ(time.cells.at({2, 2}).value, Number(30));
    EXPECT_EQ(time.stages.at(2).value, Number(50));
    const auto efficiency = stage_matrix(by_substage, by_stage, metric("gld_efficiency_pct"));
    EXPECT_DOUBLE_EQ(efficiency.cells.at({2, 1}).value.as_double(), 100);
    EXPECT_DOUBLE_EQ(efficiency.stages.at(2).value.as_double(), 50) << "640 of 1280 bytes";
    EXPECT_TRUE(stage_matrix(by_substage, by_stage, metric("gst_efficiency_pct")).cells.empty());
}

TEST(StageMatrix, LeavesTheStagesOfGreatestValue) {
    StageMatrix matrix;
    for (int stage = 1; stage <= 4; ++stage)
        matrix.stages[stage] = matrix.cells[{stage, 1}] = {Number(stage == 2 ? 100 : stage), measured};
    leave_greatest(matrix, 2);
    EXPECT_EQ(matrix.stages.size(), 2U);
    EXPECT_TRUE(matrix.stages.contains(2) && matrix.stages.contains(4));
    EXPECT_EQ(matrix.cells.size(), 2U);
}

TEST(ShortenedBreakdown, KeepsTheGreatestInTheirOrderAndAddsUpTheOthers) {
    std::vector<LaunchRecord> launches;
    for (const int64_t duration : {50, 1, 30, 2, 17})
        launches.push_back(launch({int(launches.size()) + 1, 1, ""}, "a", {0, duration},
                                  {{gld_sectors, measured, duration}}));
    const auto result = breakdown(make_case(launches), Grouping::stage);
    for (auto& one : launches) one.start_ns = one.duration_ns = std::nullopt, one.counters.clear();
    const auto without_shares = breakdown(make_case(launches), Grouping::stage);
    const auto first = shortened(without_shares, 2);
    EXPECT_EQ(std::tuple(first.rows.size(), first.rows.at(0)->sums.stage), std::tuple(1U, 1));
    EXPECT_FALSE(first.others->share || first.others->sums.time_ns);
    const auto few = shortened(result, 3);
    ASSERT_EQ(few.rows.size(), 2U);
    EXPECT_EQ(std::tuple(few.rows[0]->sums.stage, few.rows[1]->sums.stage), std::tuple(1, 3));
    EXPECT_EQ(few.other_rows, 3U);
    ASSERT_TRUE(few.others);
    EXPECT_EQ(std::tuple(few.others->sums.time_ns, few.others->sums.launches), std::tuple(20, 3U));
    EXPECT_DOUBLE_EQ(few.others->share.value(), 0.2);
    EXPECT_EQ(counter(few.others->sums.counters, gld_sectors), 20);
    for (const size_t most : {size_t{0}, size_t{5}}) {
        EXPECT_EQ(shortened(result, most).rows.size(), 5U);
        EXPECT_FALSE(shortened(result, most).others);
    }
}

/// `record` as a store returns it: without launches, but with their span.
CaseRecord summary_of(CaseRecord record) {
    LaunchSpanner spanner;
    for (const auto& stored : record.launches) spanner.add(stored.start_ns, stored.duration_ns);
    record.launches.clear();
    record.launch_span = spanner.span();
    return record;
}

TEST(BreakdownOfStoredCase, ReadsSumsIfTheyAreEnoughElseLaunches) {
    const auto record = timed_case();
    for (const auto grouping : groupings) {
        const sample::MemorySource source(record);
        const auto result = breakdown(source, summary_of(record), grouping);
        const auto whole = breakdown(record, grouping);
        ASSERT_EQ(result.rows.size(), whole.rows.size()) << name_of(grouping);
        for (size_t i = 0; i < whole.rows.size(); ++i) {
            EXPECT_EQ(result.rows[i].sums, whole.rows[i].sums) << name_of(grouping) << " row " << i;
            EXPECT_EQ(result.rows[i].share, whole.rows[i].share);
            EXPECT_EQ(result.rows[i].parts.size(), whole.rows[i].parts.size());
        }
        EXPECT_EQ(std::tuple(result.total.sums, result.kernels, result.gaps_ns, source.sums_read),
                  std::tuple(whole.total.sums, whole.kernels, 30, from_stages(grouping) ? 1 : 0));
        EXPECT_EQ(source.launches_read, grouping == Grouping::launch ? 3 : 0);
    }
}

TEST(BreakdownOfStoredCase, EndsEarlyIfStale) {
    const auto record = timed_case();
    const sample::MemorySource source(record);
    const auto stale_with = [&](Grouping grouping, const std::function<bool()>& stale) {
        return !breakdown(source, record, grouping, Gaps::unread, stale);
    };
    EXPECT_TRUE(stale_with(Grouping::launch, [&] { return source.launches_read > 1; }));
    EXPECT_EQ(source.launches_read, 2) << "the rest is not read";
    EXPECT_TRUE(stale_with(Grouping::stage, [] { return true; }));
    EXPECT_TRUE(stale_with(Grouping::substage, [] { return true; }));
    EXPECT_FALSE(stale_with(Grouping::stage, [] { return false; }));
}
}  // namespace
}
