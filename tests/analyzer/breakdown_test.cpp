#include "analyzer/breakdown.hpp"

#include <gtest/gtest.h>

namespace sortscope::analyzer {
namespace {

using enum CounterId;
using enum Provenance;

struct Timed {
    std::optional<std::int64_t> start, duration;
};

LaunchRecord launch(Stage stage, std::string kernel, Timed at, std::vector<CounterValue> counters = {}) {
    LaunchRecord record;
    record.stage = std::move(stage);
    record.kernel = std::move(kernel);
    record.start_ns = at.start;
    record.duration_ns = at.duration;
    record.counters = std::move(counters);
    return record;
}

CaseRecord make_case(std::vector<LaunchRecord> launches) {
    CaseRecord record;
    record.workload.n = 1024;
    for (std::uint32_t i = 0; i < launches.size(); ++i) launches[i].index = i;
    record.launches = std::move(launches);
    return record;
}

/// Stage 1 has one substage, stage 2 has two: durations 100, 200, 100 with gaps of 10 and 20.
CaseRecord timed_case() {
    return make_case({launch({1, 1, "k=2 j=1"}, "step", {0, 100}, {{gld_sectors, measured, 8}, {branches, measured, 1}}),
                      launch({2, 1, "k=4 j=2"}, "step", {110, 200}, {{gld_sectors, measured, 16}}),
                      launch({2, 2, "k=4 j=1"}, "last", {330, 100}, {{gld_sectors, measured, 8}})});
}

double sum_of_shares(const Breakdown& result) {
    double sum = 0;
    for (const auto& row : result.rows) sum += row.share.value();
    return sum;
}

TEST(BreakdownOfCase, ByStage) {
    const auto result = breakdown(timed_case(), Grouping::stage);
    EXPECT_EQ(result.weight, Weight::time);
    ASSERT_EQ(result.rows.size(), 2U);
    EXPECT_EQ(result.rows[0].label, "k=2 j=1");
    EXPECT_EQ(result.rows[1].label, "k=4");
    EXPECT_EQ(result.rows[1].stage, 2);
    EXPECT_EQ(result.rows[1].substage, 0);
    EXPECT_EQ(result.rows[1].launches, 2U);
    EXPECT_EQ(result.rows[1].first_launch, 1U);
    EXPECT_EQ(result.rows[1].time_ns, 300);
    EXPECT_DOUBLE_EQ(result.rows[0].share.value(), 0.25);
    EXPECT_DOUBLE_EQ(result.rows[1].share.value(), 0.75);
    EXPECT_EQ(result.total.time_ns, 400);
    EXPECT_EQ(result.total.share, 1.0);
    EXPECT_EQ(result.total.launches, 3U);
    EXPECT_EQ(result.gaps_ns, 30);
}

TEST(BreakdownOfCase, SumsCountersAndLeavesOutWhatALaunchLacks) {
    const auto result = breakdown(timed_case(), Grouping::stage);
    EXPECT_EQ(counter(result.rows[0].counters, branches), 1);
    EXPECT_EQ(counter(result.rows[1].counters, gld_sectors), 24);
    EXPECT_EQ(counter(result.total.counters, gld_sectors), 32);
    EXPECT_FALSE(counter(result.total.counters, branches));
}

TEST(BreakdownOfCase, BySubstageLaunchAndKernel) {
    const auto substages = breakdown(timed_case(), Grouping::substage);
    ASSERT_EQ(substages.rows.size(), 3U);
    EXPECT_EQ(substages.rows[2].substage, 2);
    EXPECT_EQ(substages.rows[2].label, "k=4 j=1");

    const auto kernels = breakdown(timed_case(), Grouping::kernel);
    ASSERT_EQ(kernels.rows.size(), 2U);
    EXPECT_EQ(kernels.rows[0].label, "step");
    EXPECT_EQ(kernels.rows[0].time_ns, 300);
    EXPECT_EQ(kernels.rows[0].stage, 0);
    EXPECT_EQ(kernels.rows[1].label, "last");

    for (const auto grouping : {Grouping::stage, Grouping::substage, Grouping::launch, Grouping::kernel})
        EXPECT_NEAR(sum_of_shares(breakdown(timed_case(), grouping)), 1, 1e-12);
}

TEST(BreakdownOfCase, LaunchesOfOneSubstageStayApartByLaunch) {
    auto record = make_case({launch({1, 1, ""}, "a", {0, 10}), launch({1, 1, ""}, "a", {10, 30})});
    EXPECT_EQ(breakdown(record, Grouping::launch).rows.size(), 2U);
    ASSERT_EQ(breakdown(record, Grouping::substage).rows.size(), 1U);
    EXPECT_EQ(breakdown(record, Grouping::substage).rows[0].time_ns, 40);
}

TEST(BreakdownOfCase, LabelsWithoutACommonWordGiveNone) {
    auto record = make_case({launch({1, 1, "mirror"}, "a", {0, 10}), launch({1, 2, "mirrored"}, "a", {10, 30})});
    EXPECT_EQ(breakdown(record, Grouping::stage).rows[0].label, "");
}

TEST(BreakdownOfCase, ModelledCaseIsWeighedBySectors) {
    auto record = make_case({launch({1, 1, ""}, "a", {}, {{gld_sectors, modelled, 10}, {gst_sectors, modelled, 20}}),
                             launch({2, 1, ""}, "a", {}, {{gld_sectors, modelled, 40}, {gst_sectors, modelled, 50}})});
    const auto result = breakdown(record, Grouping::stage);
    EXPECT_EQ(result.weight, Weight::sectors);
    EXPECT_EQ(result.weight_provenance, modelled);
    EXPECT_FALSE(result.rows[0].time_ns);
    EXPECT_FALSE(result.gaps_ns);
    EXPECT_DOUBLE_EQ(result.rows[0].share.value(), 0.25);
    EXPECT_DOUBLE_EQ(result.rows[1].share.value(), 0.75);
}

TEST(BreakdownOfCase, SharesOfSectorsNeverMixProvenances) {
    // The first launch has both, the second only the model: the whole case is weighed by the model.
    auto record = make_case({launch({1, 1, ""}, "a", {},
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
    EXPECT_FALSE(result.total.time_ns);
    EXPECT_FALSE(result.total.share);
    EXPECT_EQ(result.rows[0].time_ns, 10);
    EXPECT_FALSE(result.rows[0].share);
    EXPECT_FALSE(result.gaps_ns);
}

TEST(BreakdownOfCase, NoLaunches) {
    const auto result = breakdown(make_case({}), Grouping::stage);
    EXPECT_TRUE(result.rows.empty());
    EXPECT_EQ(result.weight, Weight::none);
    EXPECT_FALSE(result.total.time_ns);
    EXPECT_FALSE(result.gaps_ns);
    EXPECT_EQ(result.total.launches, 0U);
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
    auto record = make_case({launch({1, 1, ""}, "a", {},
                                    {{gld_32b_cc13, modelled, 128},
                                     {gld_64b_cc13, modelled, 0},
                                     {gld_128b_cc13, modelled, 0}})});
    EXPECT_DOUBLE_EQ(breakdown(record, Grouping::stage).rows[0].derived.rho_l.value(), 1);  // 1024 u32 = 4096 bytes
}

}  // namespace
}  // namespace sortscope::analyzer
