#include "analyzer/launches/breakdown.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

#include "tests/core/expect_error.hpp"
#include "tests/sample/made_launches.hpp"
#include "tests/sample/memory_source.hpp"

namespace sortscope::analyzer {
namespace {

using enum CounterId;
using enum Provenance;
using made::launch;
using made::make_case;
using made::timed_case;
using test::expect_error;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

double sum_of_shares(const Breakdown& result) {
    double sum = 0;
    for (const auto& row : result.rows) sum += row.share.value();
    return sum;
}

TEST(BreakdownOfCase, ByStage) {
    const auto result = breakdown(timed_case(), Grouping::stage);
    EXPECT_EQ(result.weight, Weight::time);
    ASSERT_EQ(result.rows.size(), 2U);
    EXPECT_EQ(result.rows[0].sums.label, "k=2 j=1");
    EXPECT_EQ(result.rows[1].sums.label, "k=4");
    EXPECT_EQ(result.rows[1].sums.stage, 2);
    EXPECT_EQ(result.rows[1].sums.substage, 0);
    EXPECT_EQ(result.rows[1].sums.launches, 2U);
    EXPECT_EQ(result.rows[1].sums.first_launch, 1U);
    EXPECT_EQ(result.rows[1].sums.time_ns, 300);
    EXPECT_DOUBLE_EQ(result.rows[0].share.value(), 0.25);
    EXPECT_DOUBLE_EQ(result.rows[1].share.value(), 0.75);
    EXPECT_EQ(result.total.sums.time_ns, 400);
    EXPECT_EQ(result.total.share, 1.0);
    EXPECT_EQ(result.total.sums.launches, 3U);
    EXPECT_EQ(result.gaps_ns, 30);
}

TEST(BreakdownOfCase, SumsCountersAndLeavesOutWhatALaunchLacks) {
    const auto result = breakdown(timed_case(), Grouping::stage);
    EXPECT_EQ(counter(result.rows[0].sums.counters, branches), 1);
    EXPECT_EQ(counter(result.rows[1].sums.counters, gld_sectors), 24);
    EXPECT_EQ(counter(result.total.sums.counters, gld_sectors), 32);
    EXPECT_FALSE(counter(result.total.sums.counters, branches));
}

TEST(BreakdownOfCase, BySubstageLaunchAndKernel) {
    const auto substages = breakdown(timed_case(), Grouping::substage);
    ASSERT_EQ(substages.rows.size(), 3U);
    EXPECT_EQ(substages.rows[2].sums.substage, 2);
    EXPECT_EQ(substages.rows[2].sums.label, "k=4 j=1");

    const auto kernels = breakdown(timed_case(), Grouping::kernel);
    ASSERT_EQ(kernels.rows.size(), 2U);
    EXPECT_EQ(kernels.rows[0].sums.label, "step");
    EXPECT_EQ(kernels.rows[0].sums.time_ns, 300);
    EXPECT_EQ(kernels.rows[0].sums.stage, 0);
    EXPECT_EQ(kernels.rows[1].sums.label, "last");

    for (const auto grouping : {Grouping::stage, Grouping::substage, Grouping::launch, Grouping::kernel})
        EXPECT_NEAR(sum_of_shares(breakdown(timed_case(), grouping)), 1, 1e-12);
}

TEST(BreakdownOfCase, LaunchesOfOneSubstageStayApartByLaunch) {
    auto record = make_case({launch({1, 1, ""}, "a", {0, 10}), launch({1, 1, ""}, "a", {10, 30})});
    EXPECT_EQ(breakdown(record, Grouping::launch).rows.size(), 2U);
    ASSERT_EQ(breakdown(record, Grouping::substage).rows.size(), 1U);
    EXPECT_EQ(breakdown(record, Grouping::substage).rows[0].sums.time_ns, 40);
}

TEST(BreakdownOfCase, LabelsWithoutACommonWordGiveNone) {
    auto record =
        make_case({launch({1, 1, "mirror"}, "a", {0, 10}), launch({1, 2, "mirrored"}, "a", {10, 30})});
    EXPECT_EQ(breakdown(record, Grouping::stage).rows[0].sums.label, "");
}

TEST(BreakdownOfCase, ModelledCaseIsWeighedBySectors) {
    auto record =
        make_case({launch({1, 1, ""}, "a", {}, {{gld_sectors, modelled, 10}, {gst_sectors, modelled, 20}}),
                   launch({2, 1, ""}, "a", {}, {{gld_sectors, modelled, 40}, {gst_sectors, modelled, 50}})});
    const auto result = breakdown(record, Grouping::stage);
    EXPECT_EQ(result.weight, Weight::sectors);
    EXPECT_EQ(result.weight_provenance, modelled);
    EXPECT_FALSE(result.rows[0].sums.time_ns);
    EXPECT_FALSE(result.gaps_ns);
    EXPECT_DOUBLE_EQ(result.rows[0].share.value(), 0.25);
    EXPECT_DOUBLE_EQ(result.rows[1].share.value(), 0.75);
}

TEST(BreakdownOfCase, SharesOfSectorsNeverMixProvenances) {
    // The first launch has both, the second only the model: the whole case is weighed by the model.
    auto record =
        make_case({launch({1, 1, ""}, "a", {},
                          {{gld_sectors, measured, 1000},
                           {gst_sectors, measured, 1000},
                           {gld_sectors, modelled, 10},
                           {gst_sectors, modelled, 10}}),
                   launch({2, 1, ""}, "a", {}, {{gld_sectors, modelled, 30}, {gst_sectors, modelled, 30}})});
    const auto result = breakdown(record, Grouping::stage);
    EXPECT_EQ(result.weight_provenance, modelled);
    EXPECT_DOUBLE_EQ(result.rows[0].share.value(), 0.25);
    EXPECT_NEAR(sum_of_shares(result), 1, 1e-12);
}

TEST(BreakdownOfCase, OneLaunchWithoutTimeLeavesNoTimeOfTheWhole) {
    auto record = make_case({launch({1, 1, ""}, "a", {0, 10}), launch({2, 1, ""}, "a", {})});
    const auto result = breakdown(record, Grouping::stage);
    EXPECT_EQ(result.weight, Weight::none);
    EXPECT_FALSE(result.total.sums.time_ns);
    EXPECT_FALSE(result.total.share);
    EXPECT_EQ(result.rows[0].sums.time_ns, 10);
    EXPECT_FALSE(result.rows[0].share);
    EXPECT_FALSE(result.gaps_ns);
}

TEST(BreakdownOfCase, NoLaunches) {
    const auto result = breakdown(make_case({}), Grouping::stage);
    EXPECT_TRUE(result.rows.empty());
    EXPECT_EQ(result.weight, Weight::none);
    EXPECT_FALSE(result.total.sums.time_ns);
    EXPECT_FALSE(result.gaps_ns);
    EXPECT_EQ(result.total.sums.launches, 0U);
}

TEST(BreakdownOfCase, OverlappingLaunchesLeaveNoNegativeGap) {
    auto record = make_case({launch({1, 1, ""}, "a", {0, 100}), launch({1, 2, ""}, "a", {50, 100}),
                             launch({1, 3, ""}, "a", {160, 10})});
    EXPECT_EQ(breakdown(record, Grouping::stage).gaps_ns, 10);
}

TEST(BreakdownOfCase, LaunchesWithoutAnyDurationHaveNoWeight) {
    auto record = make_case({launch({1, 1, ""}, "a", {0, 0})});
    EXPECT_EQ(breakdown(record, Grouping::stage).weight, Weight::none);
    EXPECT_FALSE(breakdown(record, Grouping::stage).rows[0].share);
}

TEST(BreakdownOfCase, RhoIsTakenOfTheWorkload) {
    auto record = make_case(
        {launch({1, 1, ""}, "a", {},
                {{gld_32b_cc13, modelled, 128}, {gld_64b_cc13, modelled, 0}, {gld_128b_cc13, modelled, 0}})});
    const auto result = breakdown(record, Grouping::stage);
    const auto rho = result.value(metric("rho_l"), result.rows[0]);  // 1024 u32 = 4096 bytes
    ASSERT_TRUE(rho);
    EXPECT_DOUBLE_EQ(rho->value.as_double(), 1);
    EXPECT_EQ(rho->provenance, modelled);
}

TEST(BreakdownOfCase, PartsByKernelMakeUpTheirRow) {
    const auto result = breakdown(timed_case(), Grouping::stage);
    EXPECT_THAT(result.kernels, ElementsAre("step", "last"));
    EXPECT_THAT(result.rows[0].parts, IsEmpty()) << "one kernel did it all";
    EXPECT_EQ(result.rows[0].kernel, 0U);
    ASSERT_EQ(result.rows[1].parts.size(), 2U);
    EXPECT_EQ(result.rows[1].parts[0].kernel, 0U);
    EXPECT_EQ(result.rows[1].parts[0].sums.time_ns, 200);
    EXPECT_EQ(result.rows[1].parts[1].kernel, 1U);
    EXPECT_EQ(result.rows[1].parts[1].sums.time_ns, 100);
    EXPECT_EQ(counter(result.rows[1].parts[1].sums.counters, gld_sectors), 8);
    const auto kernels = breakdown(timed_case(), Grouping::kernel);
    EXPECT_EQ(kernels.rows[1].kernel, 1U);
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

TEST(BreakdownMetrics, ThoseThatAnyRowHas) {
    std::vector<std::string_view> ids;
    for (const auto* found : breakdown(timed_case(), Grouping::stage).metrics()) ids.push_back(found->id);
    EXPECT_THAT(ids, ElementsAre("time", "gld_sectors", "branches")) << "the first row alone has branches";
    EXPECT_THAT(breakdown(make_case({}), Grouping::stage).metrics(), IsEmpty());
}

TEST(BreakdownTimes, SmallestAboveZeroAndGreatest) {
    auto record = make_case({launch({1, 1, ""}, "a", {0, 0}), launch({2, 1, ""}, "a", {10, 30}),
                             launch({3, 1, ""}, "a", {50, 20})});
    EXPECT_EQ(breakdown(record, Grouping::stage).times_ns(), (std::pair{20.0, 50.0}));
    EXPECT_FALSE(breakdown(make_case({launch({1, 1, ""}, "a", {})}), Grouping::stage).times_ns());
}

Breakdown with_gaps(CaseRecord record, Grouping grouping, Gaps gaps = Gaps::read) {
    if (record.launch_count == 0) record.launch_count = record.launches.size();
    return breakdown(sample::MemorySource(record), record, grouping, gaps);
}

TEST(BreakdownGaps, StandInFrontOfTheirLaunchesAndAddUp) {
    auto record = make_case({launch({1, 1, ""}, "a", {100, 20}), launch({2, 1, ""}, "b", {125, 10}),
                             launch({2, 2, ""}, "a", {150, 5}), launch({3, 1, ""}, "b", {152, 5})});
    for (std::uint32_t i = 0; i < record.launches.size(); ++i) record.launches[i].index = i;
    const auto by_stage = with_gaps(record, Grouping::stage);
    EXPECT_EQ(by_stage.rows[0].gap_ns, 0) << "the first has none";
    EXPECT_EQ(by_stage.rows[1].gap_ns, 5 + 15);
    EXPECT_EQ(by_stage.rows[2].gap_ns, 0) << "it began while another ran";
    EXPECT_EQ(by_stage.total.gap_ns, breakdown(record, Grouping::stage).gaps_ns);
    EXPECT_EQ(with_gaps(record, Grouping::substage).rows[2].gap_ns, 15);
    const auto by_kernel = with_gaps(record, Grouping::kernel);
    EXPECT_EQ(by_kernel.rows[0].gap_ns, 15);
    EXPECT_EQ(by_kernel.rows[1].gap_ns, 5);
    const auto by_launch = with_gaps(record, Grouping::launch);
    EXPECT_EQ(by_launch.rows[2].gap_ns, 15);
    EXPECT_EQ(shortened(by_launch, 1).others->gap_ns, 20)
        << "rows that are put together have their gaps together";
    EXPECT_FALSE(with_gaps(record, Grouping::stage, Gaps::unread).rows[1].gap_ns) << "nobody looked";
    record.launch_count = most_gap_launches + 1;
    EXPECT_FALSE(with_gaps(record, Grouping::stage).rows[1].gap_ns) << "too many to look at each";
}

TEST(BreakdownGaps, OfALaunchWithoutTimesAreNotKnown) {
    const auto untimed = make_case({launch({1, 1, ""}, "a", {100, 20}), launch({2, 1, ""}, "b", {})});
    EXPECT_FALSE(with_gaps(untimed, Grouping::stage).rows[0].gap_ns);
    EXPECT_FALSE(with_gaps(untimed, Grouping::stage).total.gap_ns);
}

TEST(BreakdownByLaunch, KeepsGridAndBlock) {
    auto record = timed_case();
    record.launches[1].grid = {8, 2, 1};
    record.launches[1].block = {64, 1, 1};
    const auto result = breakdown(record, Grouping::launch);
    EXPECT_EQ(result.rows[1].grid, (Dim3{8, 2, 1}));
    EXPECT_EQ(result.rows[1].block, (Dim3{64, 1, 1}));
    EXPECT_FALSE(breakdown(record, Grouping::substage).rows[1].grid);
}

TEST(BreakdownOfCase, AMetricOfARowInOneProvenance) {
    const auto result = breakdown(
        make_case({launch({1, 1, ""}, "a", {}, {{gld_sectors, measured, 8}, {gld_sectors, modelled, 9}})}),
        Grouping::stage);
    EXPECT_EQ(result.value(metric("gld_sectors"), result.rows[0].sums, modelled), (MetricValue{9, modelled}));
    EXPECT_FALSE(result.value(metric("gld_sectors"), result.rows[0].sums, counted));
}

TEST(Groupings, NamesReadBack) {
    for (const auto grouping : groupings) EXPECT_EQ(parse_grouping(name_of(grouping)), grouping);
    expect_error(ErrorKind::usage, "substage", [] { parse_grouping("phase"); });
}

TEST(BreakdownOfCase, TheRestIsAPartOfTheSort) {
    auto result = breakdown(timed_case(), Grouping::stage);
    result.sort_ns = 2 * *result.total.sums.time_ns;
    EXPECT_DOUBLE_EQ(result.rest_share().value(), 0.5);
    result.sort_ns.reset();
    EXPECT_FALSE(result.rest_share());
}

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

LaunchRecord step_launch(int stage, int substage, std::int64_t ns, std::int64_t bytes, std::int64_t sectors) {
    LaunchRecord one;
    one.stage = {stage, substage, ""};
    one.kernel = "step";
    one.start_ns = 0;
    one.duration_ns = ns;
    one.counters = {{CounterId::gld_bytes, Provenance::measured, bytes},
                    {CounterId::gld_sectors, Provenance::measured, sectors}};
    return one;
}

TEST(StageMatrix, CellsAreSubstagesAndAStageIsARatioOfItsSums) {
    CaseRecord record;
    record.launches = {step_launch(1, 1, 10, 320, 10), step_launch(2, 1, 20, 320, 10),
                       step_launch(2, 2, 30, 320, 30)};
    const auto by_substage = breakdown(record, Grouping::substage);
    const auto by_stage = breakdown(record, Grouping::stage);
    const auto time = stage_matrix(by_substage, by_stage, time_metric());
    EXPECT_EQ(time.substages, 2);
    EXPECT_EQ(time.cells.size(), 3U);
    EXPECT_EQ(time.cells.at({2, 2}).value, Number(30));
    EXPECT_EQ(time.stages.at(2).value, Number(50));
    const auto efficiency = stage_matrix(by_substage, by_stage, metric("gld_efficiency_pct"));
    EXPECT_DOUBLE_EQ(efficiency.cells.at({2, 1}).value.as_double(), 100);
    EXPECT_DOUBLE_EQ(efficiency.stages.at(2).value.as_double(),
                     50);  // 640 of 1280 bytes, no mean of 100 and 33
    EXPECT_TRUE(stage_matrix(by_substage, by_stage, metric("gst_efficiency_pct")).cells.empty());
}

TEST(Matrix, LeavesTheStagesOfGreatestValue) {
    StageMatrix matrix;
    matrix.metric = &time_metric();
    for (int stage = 1; stage <= 4; ++stage) {
        matrix.stages[stage] = {Number(stage == 2 ? 100 : stage), Provenance::measured};
        matrix.cells[{stage, 1}] = matrix.stages[stage];
    }
    leave_greatest(matrix, 2);
    EXPECT_EQ(matrix.stages.size(), 2U);
    EXPECT_TRUE(matrix.stages.contains(2) && matrix.stages.contains(4));
    EXPECT_EQ(matrix.cells.size(), 2U);
}

}  // namespace
}  // namespace sortscope::analyzer
