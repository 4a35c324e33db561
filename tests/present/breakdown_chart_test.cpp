#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "present/charts/breakdown.hpp"
#include "tests/present/look.hpp"
#include "tests/sample/staged.hpp"

namespace sortscope::present {
namespace {

using namespace test;
using namespace sample;
using analyzer::Grouping;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Chart chart_of(const CaseRecord& record, Grouping grouping, const char* id) {
    return breakdown_chart(analyzer::breakdown(record, grouping), metric(id), record);
}

TEST(ChartMetrics, ThoseOfTheCatalogueThatTheBreakdownHas) {
    std::vector<std::string_view> found;
    for (const auto* one : chart_metrics(analyzer::breakdown(modelled_staged_case(), Grouping::stage)))
        found.push_back(one->id);
    EXPECT_THAT(found, ElementsAre("global_sectors", "gld_bytes_per_request", "gst_bytes_per_request",
                                   "gld_efficiency_pct", "gst_efficiency_pct", "gld_sectors_per_request",
                                   "gst_sectors_per_request", "divergent_pct", "branch_efficiency_pct"));
    EXPECT_THAT(chart_metrics(analyzer::breakdown(case_of(), Grouping::stage)), IsEmpty());
}

TEST(BreakdownChart, TimesAreStackedByKernel) {
    const auto chart = chart_of(staged_case(), Grouping::stage, "time");
    EXPECT_EQ(chart.title, "Time by stage");
    EXPECT_TRUE(chart.stacked);
    EXPECT_EQ(chart.x.title, "stage");
    EXPECT_EQ(chart.x.scale, Scale::categories);
    EXPECT_THAT(chart.x.ticks, ElementsAre("1", "2"));
    EXPECT_EQ(chart.y.title, "time (us, measured)");
    EXPECT_EQ(chart.y.unit, "us");
    ASSERT_EQ(chart.series.size(), 2U);
    EXPECT_EQ(chart.series[0].name, "step");
    EXPECT_EQ(chart.series[0].provenance, Provenance::measured);
    ASSERT_EQ(chart.series[0].points.size(), 2U);
    EXPECT_EQ(chart.series[0].points[1].y, 60);
    EXPECT_EQ(chart.series[0].points[1].row, 1U);
    ASSERT_EQ(chart.series[1].points.size(), 1U) << "the second kernel has a part in the second stage alone";
    EXPECT_EQ(chart.series[1].points[0].x, 1);
    EXPECT_EQ(chart.series[1].points[0].y, 30);
    EXPECT_THAT(chart.bands, IsEmpty());
}

TEST(BreakdownChart, TooltipsSayTheRowItsValueItsSourceAndItsShare) {
    const auto chart = chart_of(staged_case(), Grouping::stage, "time");
    EXPECT_EQ(chart.hint(1, 0),
              "stage 2 (k=4)\nTime: 90.0 us (measured)\nof it last: 30.0 us\nShare: 90.0 %\n2 launches");
    EXPECT_EQ(chart_of(staged_case(), Grouping::launch, "time").hint(1, 0),
              "launch 2, stage 2, substage 2 (k=4 j=1)\nTime: 30.0 us (measured)\nKernel: last\nShare: 30.0 "
              "%\n1 launch");
    const auto ratio = chart_of(staged_case(), Grouping::substage, "gld_efficiency_pct");
    EXPECT_EQ(ratio.hint(0, 0),
              "stage 1, substage 1 (k=2 j=1)\nLoad efficiency: 50.0 % (measured)\n1 launch");
}

TEST(BreakdownChart, RatiosAreOneSeriesWithHolesWhereAbsent) {
    auto record = staged_case();
    record.launches[0].counters.clear();
    const auto chart = chart_of(record, Grouping::substage, "gld_efficiency_pct");
    EXPECT_FALSE(chart.stacked);
    ASSERT_EQ(chart.series.size(), 1U);
    EXPECT_EQ(chart.series[0].name, "Load efficiency");
    ASSERT_EQ(chart.series[0].points.size(), 3U);
    EXPECT_FALSE(chart.series[0].points[0].y);
    EXPECT_EQ(chart.series[0].points[1].y, 50);
    EXPECT_NE(chart.hint(0, 0).find("Load efficiency: absent"), std::string::npos);
    EXPECT_EQ(chart.y.title, "load efficiency (%, measured)");
}

TEST(BreakdownChart, ModelledSeriesCarryTheirMark) {
    const auto chart = chart_of(modelled_staged_case(), Grouping::kernel, "global_sectors");
    EXPECT_EQ(chart.y.title, "sectors loaded and stored (modelled)")
        << "a unit that the title names is not said again";
    ASSERT_EQ(chart.series.size(), 2U);
    EXPECT_EQ(chart.series[0].name, "step (modelled)");
    EXPECT_EQ(chart.series[0].provenance, Provenance::modelled);
    EXPECT_TRUE(chart.x.names);
    EXPECT_THAT(chart.x.ticks, ElementsAre("step", "last"));
}

TEST(BreakdownChart, EverySecondStageIsABand) {
    std::vector<LaunchRecord> launches;
    for (int stage = 1; stage <= 4; ++stage)
        for (int substage = 1; substage <= stage; ++substage)
            launches.push_back(launch_of(stage, substage, "a", 0, 10));
    const auto chart = chart_of(case_of(1, launches), Grouping::substage, "time");
    ASSERT_EQ(chart.bands.size(), 2U);
    EXPECT_EQ(chart.bands[0].from, 0.5);
    EXPECT_EQ(chart.bands[0].to, 2.5);
    EXPECT_EQ(chart.bands[1].from, 5.5);
    EXPECT_EQ(chart.bands[1].to, 9.5);
    EXPECT_EQ(chart.x.title, "stage.substage");
    EXPECT_EQ(chart.x.ticks[1], "2.1");
}

TEST(BreakdownChart, KernelsBeyondTheColoursShareTheLastSeries) {
    std::vector<LaunchRecord> launches;
    for (int i = 0; i < 12; ++i)
        launches.push_back(launch_of(1, i + 1, "kernel" + std::to_string(i), i * 1000, 1000));
    const auto chart = chart_of(case_of(1, launches), Grouping::stage, "time");
    ASSERT_EQ(chart.series.size(), 8U);
    EXPECT_EQ(chart.series[6].name, "kernel6");
    EXPECT_EQ(chart.series[7].name, "5 other kernels");
    ASSERT_EQ(chart.series[7].points.size(), 1U);
    EXPECT_DOUBLE_EQ(chart.series[7].points[0].y.value(), 5) << "in us";
    double sum = 0;
    for (const auto& series : chart.series) sum += series.points[0].y.value();
    EXPECT_DOUBLE_EQ(sum, 12) << "the parts make up the bar";
}

TEST(BreakdownChart, PartsAreOfTheProvenanceOfTheWhole) {
    // One kernel was measured and modelled, the other modelled alone: the stage is modelled, and so are both
    // parts.
    auto a = launch_of(1, 1, "a", 0, 1000);
    auto b = launch_of(1, 2, "b", 1000, 1000);
    a.counters = {{CounterId::gld_sectors, Provenance::measured, 80},
                  {CounterId::gld_sectors, Provenance::modelled, 100}};
    b.counters = {{CounterId::gld_sectors, Provenance::modelled, 50}};
    const auto chart = chart_of(case_of(1, {a, b}), Grouping::stage, "gld_sectors");
    ASSERT_EQ(chart.series.size(), 2U);
    EXPECT_EQ(chart.series[0].points[0].y, 100);
    EXPECT_EQ(chart.series[1].points[0].y, 50);
    EXPECT_EQ(chart.series[0].name, "a (modelled)");
}

TEST(BreakdownChart, SaysWhyThereIsNothing) {
    const auto none = chart_of(case_of(), Grouping::stage, "time");
    EXPECT_TRUE(none.empty());
    EXPECT_EQ(none.empty_text, "No launches were recorded for this case: the activity trial gave none.");
    const auto missing = chart_of(modelled_staged_case(), Grouping::stage, "time");
    EXPECT_TRUE(missing.empty());
    EXPECT_NE(missing.empty_text.find("no values for"), std::string::npos);
    EXPECT_NE(missing.empty_text.find("Time"), std::string::npos);
    auto refused = case_of();
    refused.status = CaseStatus::refused;
    EXPECT_EQ(chart_of(refused, Grouping::stage, "time").empty_text,
              "The case ended before its launches were recorded.");
}

}  // namespace
}  // namespace sortscope::present
