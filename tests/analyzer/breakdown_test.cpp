#include "analyzer/launches/breakdown.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace sortscope::analyzer
