#include <gmock/gmock.h>

#include "present/charts/breakdown.hpp"
#include "present/tables/breakdown.hpp"
#include "tests/present/look.hpp"
#include "tests/sample/staged.hpp"

namespace sortscope::present {
namespace {
using namespace test;
using namespace sample;
using analyzer::Grouping;
using enum CounterId;
using enum Provenance;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

Table table_of(const CaseRecord& record, Grouping grouping, size_t most = 0) {
    return breakdown_table(analyzer::breakdown(record, grouping), most);
}

TEST(BreakdownTable, ManySmallSharesHaveDecimalsEnough) {
    analyzer::Breakdown breakdown;
    breakdown.weight = analyzer::Weight::time;
    breakdown.rows.resize(2500);
    for (auto& row : breakdown.rows) row.share = 1.0 / 2500;
    EXPECT_EQ(text(breakdown_table(breakdown), 0, "share_pct"), "0.040")
        << "0.0 beside a full bar would say nothing";
}

TEST(BreakdownTable, ByStage) {
    const auto table = table_of(staged_case(), Grouping::stage);
    EXPECT_THAT(ids(table), ElementsAre("stage", "label", "launches", "time", "share_pct", "bar",
                                        "global_sectors", "gld_bytes_per_request", "gst_bytes_per_request",
                                        "gld_efficiency_pct", "gst_efficiency_pct", "gld_sectors_per_request",
                                        "gst_sectors_per_request", "gld_requests", "gst_requests",
                                        "gld_bytes", "gst_bytes", "gld_sectors", "gst_sectors"));
    ASSERT_EQ(table.rows.size(), 6U);
    EXPECT_EQ(table.rows[2].kind, Row::Kind::rule);
    EXPECT_EQ(table.rows[3].kind, Row::Kind::total);
    const std::vector<const char*> shown{"stage",     "label",          "launches",          "time",
                                         "share_pct", "global_sectors", "gld_efficiency_pct"};
    EXPECT_THAT(texts(table, 1, shown), ElementsAre("2", "k=4", "2", "90.0", "90.0", "64,000", "50.0"));
    EXPECT_THAT(texts(table, 3, shown), ElementsAre("total", " ", "3", "100.0", "100.0", "80,000", "50.0"));
    EXPECT_EQ(column(table, "time").unit, "us");
    EXPECT_EQ(cell(table, 1, "time").number, Number(90.0)) << "in the column's unit";
    EXPECT_DOUBLE_EQ(cell(table, 0, "bar").fraction, 1.0 / 9);
    EXPECT_EQ(cell(table, 3, "bar").fraction, 0);
    const auto kernels = table_of(staged_case(), Grouping::kernel);
    EXPECT_THAT(texts(kernels, 0, {"kernel", "launches", "share_pct"}), ElementsAre("step", "2", "70.0"));
    const auto none =
        table_of(case_of(1, {launch_of(1, 1, "a", 0, -1), launch_of(2, 1, "a", 0, -1)}), Grouping::stage);
    EXPECT_THAT(texts(none, 3, {"stage", "share_pct"}), ElementsAre("total", "")) << "nothing to weigh by";
    EXPECT_EQ(table_of(case_of(), Grouping::stage).rows.size(), 2U) << "a rule and an empty total";
}

TEST(BreakdownTable, TotalAndRestAddUpToTheSort) {
    auto record = staged_case();
    auto table = table_of(record, Grouping::stage);
    EXPECT_EQ(std::tuple(text(table, 4, "stage"), text(table, 5, "stage")), std::tuple("rest", "sort"));
    EXPECT_EQ(text(table, 4, "share_pct"), " ") << "shares are of the kernels";
    const auto us = [&](size_t row) { return cell(table, row, "time").number->as_double(); };
    EXPECT_DOUBLE_EQ(us(3) + us(4), us(5));
    EXPECT_EQ(text(table, 5, "time"), "500.0");
    EXPECT_THAT(table.notes, ElementsAre(::testing::HasSubstr("80.0 %")));
    record.time->median_ns = 90000;  // the traced trial was slower
    table = table_of(record, Grouping::stage);
    EXPECT_EQ(text(table, 4, "time"), "-10.0");
    EXPECT_NE(table.notes.at(0).find("negative"), std::string::npos);
    record.time.reset();
    table = table_of(record, Grouping::stage);
    EXPECT_EQ(table.rows.size(), 4U);
    EXPECT_TRUE(table.notes.empty());
    EXPECT_EQ(table_of(modelled_staged_case(), Grouping::stage).rows.size(), 4U);
}

TEST(BreakdownTable, ColumnsAreTheCataloguesRows) {
    const auto table = table_of(staged_case(), Grouping::stage);
    for (const auto* metric : metric_catalogue()) {
        if (!has_column(table, metric->id)) continue;
        const auto& made = column(table, metric->id);
        EXPECT_EQ(std::tuple(made.title, made.sentence), std::tuple(metric->title, metric->sentence));
        EXPECT_EQ(made.importance, metric->importance) << metric->id;
        EXPECT_EQ(made.shown, metric->shown) << metric->id;
        EXPECT_EQ(made.align, Align::right);
        EXPECT_EQ(made.unit, metric == &time_metric() ? "us" : metric->unit);
        EXPECT_EQ(made.head, metric->head.empty() ? metric->title : metric->head);
    }
}

/// Cells that look like numbers have a number, for sorting and copying.
TEST(BreakdownTable, EveryNumberIsOne) {
    for (const auto grouping : analyzer::groupings) {
        const auto table = table_of(staged_case(), grouping);
        for (const auto& row : table.rows)
            for (size_t i = 0; i < row.cells.size(); ++i) {
                const auto& one = row.cells[i];
                const bool digits =
                    !one.text.empty() && one.text.find_first_not_of("0123456789.,") == std::string::npos;
                if (table.columns[i].id == "step") continue;  // "2.1" is a name
                EXPECT_EQ(one.number.has_value(), digits)
                    << analyzer::name_of(grouping) << " " << table.columns[i].id << " " << one.text;
            }
    }
}

TEST(BreakdownTable, BySubstageHasOneColumnInATerminalAndTwoInTheWindow) {
    const auto table = table_of(staged_case(), Grouping::substage);
    EXPECT_THAT(texts(table, 2, {"step", "stage", "substage", "label"}),
                ElementsAre("2.2", "2", "2", "k=4 j=1"));
    EXPECT_FALSE(column(table, "step").shown);
    EXPECT_EQ(column(table, "substage").importance, 0);
    EXPECT_FALSE(column(table, "launches").shown) << "one a row everywhere says nothing";
    EXPECT_EQ(text(table, 4, "step"), "total");
}

TEST(BreakdownTable, ByLaunchHasKernelsAndExtents) {
    auto record = staged_case();
    record.launches[1].grid = {64, 2, 1};
    record.launches[2].grid = {64, 2, 3};
    const auto table = table_of(record, Grouping::launch);
    const std::vector<const char*> shown{"launch", "kernel", "grid", "block"};
    EXPECT_THAT(texts(table, 0, shown), ElementsAre("0", "step", "1,024", "256"));
    EXPECT_EQ(text(table, 1, "grid"), "64x2");
    EXPECT_THAT(texts(table, 2, shown), ElementsAre("2", "last", "64x2x3", "256"));
    EXPECT_THAT(texts(table, 4, shown), ElementsAre("total", " ", " ", " "));
}

TEST(BreakdownTable, ModelledSharesAreOfSectorsAndMarked) {
    const auto table = table_of(modelled_staged_case(), Grouping::stage);
    EXPECT_FALSE(has_column(table, "time"));
    EXPECT_EQ(column(table, "share_pct").title, "Share of sectors");
    EXPECT_EQ(text(table, 0, "share_pct"), "20.0");
    EXPECT_EQ(cell(table, 0, "share_pct").provenance, modelled);
    EXPECT_EQ(cell(table, 0, "divergent_pct").text, "25.0");
    EXPECT_EQ(table.provenances(), (std::set{modelled}));
}

TEST(BreakdownTable, WhatARowLacksIsAbsent) {
    auto record = staged_case();
    std::erase_if(record.launches[0].counters, [](const auto& value) { return value.id == gld_requests; });
    const auto table = table_of(record, Grouping::stage);
    EXPECT_EQ(text(table, 0, "gld_bytes_per_request"), "");
    EXPECT_FALSE(cell(table, 0, "gld_bytes_per_request").number);
    EXPECT_EQ(text(table, 1, "gld_bytes_per_request"), "128.0");
    EXPECT_EQ(text(table, 3, "gld_bytes_per_request"), "") << "nor has the whole what a launch lacks";
}

TEST(BreakdownTable, BranchEfficiencyStandsInForDivergence) {
    auto record = staged_case();
    for (auto& launch : record.launches) {
        launch.counters.push_back({branch_targets_threads, measured, 100});
        launch.counters.push_back({branch_targets_threads_uniform, measured, 75});
    }
    auto table = table_of(record, Grouping::stage);
    EXPECT_EQ(column(table, "branch_efficiency_pct").importance, metric("divergent_pct").importance);
    for (auto& launch : record.launches) {
        launch.counters.push_back({branches, counted, 100});
        launch.counters.push_back({divergent_branches, counted, 20});
    }
    table = table_of(record, Grouping::stage);
    EXPECT_EQ(column(table, "branch_efficiency_pct").importance, metric("branch_efficiency_pct").importance);
    EXPECT_EQ(cell(table, 0, "branch_efficiency_pct").provenance, measured) << "of the machine code";
    EXPECT_EQ(cell(table, 0, "divergent_pct").provenance, counted) << "of the source";
}

TEST(BreakdownTable, OfManyRowsTheGreatestAreShown) {
    std::vector<LaunchRecord> launches;
    for (int stage = 1; stage <= 30; ++stage)
        launches.push_back(
            launch_of(stage, 1, "a", stage * 100000, stage * 1000, {{gld_sectors, measured, 1}}));
    const auto table = table_of(case_of(1, launches), Grouping::stage, 24);
    ASSERT_EQ(table.rows.size(), 28U);
    EXPECT_EQ(text(table, 0, "stage"), "8");
    EXPECT_THAT(texts(table, 23, {"stage", "launches", "time", "gld_sectors"}),
                ElementsAre("7 more", "7", "28.00", "7"));
    EXPECT_EQ(cell(table, 23, "bar").fraction, 0) << "others are no stage";
    EXPECT_EQ(table_of(case_of(1, launches), Grouping::stage, 30).rows.size(), 34U);
}

TEST(BreakdownCellsOfALongCase, AreMadeOneByOne) {
    std::vector<LaunchRecord> launches;
    for (int i = 0; i < 5000; ++i) launches.push_back(launch_of(i / 100 + 1, i % 100 + 1, "a", i * 20, 10));
    const auto breakdown = analyzer::breakdown(case_of(1, launches), Grouping::launch);
    const BreakdownCells cells(breakdown);
    const auto whole = breakdown_table(breakdown);
    ASSERT_EQ(whole.rows.size(), 5004U);
    for (const size_t row : {0U, 777U, 4999U}) {
        const auto made = cells.row(breakdown.rows[row]).cells;
        ASSERT_EQ(made.size(), whole.columns.size());
        for (size_t i = 0; i < made.size(); ++i) EXPECT_EQ(made[i].text, whole.rows[row].cells[i].text);
    }
    EXPECT_EQ(cells.total().cells[0].text, "total");
}

analyzer::StageMatrix matrix_of(const CaseRecord& record, const Metric& metric) {
    return analyzer::stage_matrix(analyzer::breakdown(record, Grouping::substage),
                                  analyzer::breakdown(record, Grouping::stage), metric);
}

TEST(MatrixTable, HasAColumnForEachSubstage) {
    std::vector<LaunchRecord> launches;
    for (int stage = 1; stage <= 24; ++stage)
        for (int substage = 1; substage <= stage; ++substage)
            launches.push_back(launch_of(stage, substage, "a", 0, 1000 * stage + substage));
    const auto table = matrix_table(matrix_of(case_of(1, launches), time_metric()));
    EXPECT_EQ(std::tuple(table.columns.size(), table.rows.size()), std::tuple(26U, 24U));
    EXPECT_THAT(texts(table, 1, {"stage", "substage_2", "substage_3"}), ElementsAre("2", "2.00", " "));
}

TEST(MatrixTable, OfAMetricThatNoLaunchHasThereIsNone) {
    EXPECT_TRUE(matrix_table(matrix_of(staged_case(), metric("divergent_pct"))).empty());
    EXPECT_NE(no_matrix_sentence(metric("divergent_pct")).find("sortscope metrics divergent_pct"),
              std::string::npos);
}

Chart chart_of(const CaseRecord& record, Grouping grouping, const char* id) {
    return breakdown_chart(std::make_shared<analyzer::Breakdown>(analyzer::breakdown(record, grouping)),
                           metric(id), record);
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
    // One of the kernels has modelled values only, so all parts are modelled.
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
}
