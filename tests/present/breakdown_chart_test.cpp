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
    return breakdown_chart(std::make_shared<analyzer::Breakdown>(analyzer::breakdown(record, grouping)),
                           metric(id), record);
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
    EXPECT_EQ(std::tuple(chart.x.title, chart.x.scale), std::tuple("stage", Scale::categories));
    EXPECT_THAT(chart.x.ticks, ElementsAre("1", "2"));
    EXPECT_EQ(std::tuple(chart.y.title, chart.y.unit), std::tuple("time (us, measured)", "us"));
    EXPECT_THAT(names(chart), ElementsAre("step", "last"));
    EXPECT_EQ(chart.series[0].provenance, Provenance::measured);
    EXPECT_THAT(values(chart.series[0]), ElementsAre(10, 60));
    EXPECT_EQ(chart.series[0].points[1].row, 1U);
    EXPECT_THAT(values(chart.series[1]), ElementsAre(30)) << "the second kernel is in the second stage alone";
    EXPECT_EQ(chart.series[1].points[0].x, 1);
    EXPECT_THAT(chart.bands, IsEmpty());
    EXPECT_EQ(chart.hint(1, 0),
              "stage 2 (k=4)\nTime: 90.0 us (measured)\nof it last: 30.0 us\nShare: 90.0 %\n2 launches");
    EXPECT_EQ(chart_of(staged_case(), Grouping::launch, "time").hint(1, 0),
              "launch 2, stage 2, substage 2 (k=4 j=1)\nTime: 30.0 us (measured)\nKernel: last\nShare: 30.0 "
              "%\n1 launch");
}

TEST(BreakdownChart, RatiosAreOneSeriesWithHolesWhereAbsent) {
    auto record = staged_case();
    record.launches[0].counters.clear();
    const auto chart = chart_of(record, Grouping::substage, "gld_efficiency_pct");
    EXPECT_FALSE(chart.stacked);
    EXPECT_THAT(names(chart), ElementsAre("Load efficiency"));
    EXPECT_THAT(values(chart.series[0]), ElementsAre(std::nullopt, 50, 50));
    EXPECT_EQ(chart.hint(0, 0), "stage 1, substage 1 (k=2 j=1)\nLoad efficiency: absent\n1 launch");
    EXPECT_EQ(chart.hint(0, 1),
              "stage 2, substage 1 (k=4 j=2)\nLoad efficiency: 50.0 % (measured)\n1 launch");
    EXPECT_EQ(chart.y.title, "load efficiency (%, measured)");
}

TEST(BreakdownChart, ModelledSeriesCarryTheirMark) {
    const auto chart = chart_of(modelled_staged_case(), Grouping::kernel, "global_sectors");
    EXPECT_EQ(chart.y.title, "sectors loaded and stored (modelled)") << "without the unit that it names";
    EXPECT_THAT(names(chart), ElementsAre("step (modelled)", "last (modelled)"));
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
    EXPECT_EQ(std::tuple(chart.bands[0].from, chart.bands[0].to), std::tuple(0.5, 2.5));
    EXPECT_EQ(std::tuple(chart.bands[1].from, chart.bands[1].to), std::tuple(5.5, 9.5));
    EXPECT_EQ(std::tuple(chart.x.title, chart.x.ticks[1]), std::tuple("stage.substage", "2.1"));
}

TEST(BreakdownChart, KernelsBeyondTheColoursShareTheLastSeries) {
    std::vector<LaunchRecord> launches;
    for (int i = 0; i < 12; ++i)
        launches.push_back(launch_of(1, i + 1, "kernel" + std::to_string(i), i * 1000, 1000));
    const auto chart = chart_of(case_of(1, launches), Grouping::stage, "time");
    ASSERT_EQ(chart.series.size(), 8U);
    EXPECT_EQ(chart.series[6].name, "kernel6");
    EXPECT_THAT(values(chart.series[6]), ElementsAre(1));
    EXPECT_EQ(chart.series[7].name, "5 other kernels");
    EXPECT_THAT(values(chart.series[7]), ElementsAre(testing::Optional(testing::DoubleEq(5))));
}

TEST(BreakdownChart, PartsAreOfTheProvenanceOfTheWhole) {
    // One kernel was measured and modelled, the other modelled alone: stage and parts are modelled.
    auto a = launch_of(1, 1, "a", 0, 1000);
    auto b = launch_of(1, 2, "b", 1000, 1000);
    a.counters = {{CounterId::gld_sectors, Provenance::measured, 80},
                  {CounterId::gld_sectors, Provenance::modelled, 100}};
    b.counters = {{CounterId::gld_sectors, Provenance::modelled, 50}};
    const auto chart = chart_of(case_of(1, {a, b}), Grouping::stage, "gld_sectors");
    EXPECT_THAT(names(chart), ElementsAre("a (modelled)", "b (modelled)"));
    EXPECT_THAT(values(chart.series[0]), ElementsAre(100));
    EXPECT_THAT(values(chart.series[1]), ElementsAre(50));
}

TEST(BreakdownChart, SaysWhyThereIsNothing) {
    auto refused = case_of();
    refused.status = CaseStatus::refused;
    for (const auto& [record, words] : {std::pair(case_of(), "No launches were recorded"),
                                        {refused, "before its launches were recorded"},
                                        {modelled_staged_case(), "no values for \u201cTime\u201d"}}) {
        const auto chart = chart_of(record, Grouping::stage, "time");
        EXPECT_TRUE(chart.empty());
        EXPECT_THAT(chart.empty_text, testing::HasSubstr(words));
    }
}

}  // namespace
}  // namespace sortscope::present
