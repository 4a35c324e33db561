#include <gmock/gmock.h>

#include "present/charts/matrix.hpp"
#include "present/palette.hpp"
#include "present/reproduce/figures.hpp"
#include "present/tables/curves.hpp"
#include "tests/present/look.hpp"
#include "tests/present/timed_case.hpp"

namespace sortscope::present {
namespace {
using namespace test;
using analyzer::Repeats;
using testing::ElementsAre;
using testing::HasSubstr;
using CurveY = CurveView::Y;
using namespace sample;
using testing::IsEmpty;

Chart throughput(const std::vector<CaseRecord>& cases, const CaseRecord* selected = nullptr,
                 Repeats repeats = Repeats::newest) {
    return curve_chart(analyzer::curves_over("n", cases, repeats), CurveKind::throughput, selected);
}

TEST(ThroughputChart, RatesOverExponentsOfTwo) {
    const std::vector<CaseRecord> cases{timed(1, "a", 1024, 1024), timed(2, "a", 4096, 2048),
                                        timed(3, "b", 4096, 1024)};
    const auto chart = throughput(cases, &cases[2]);
    EXPECT_EQ(chart.conditions, "u32, uniform, block 256, NVIDIA H200");
    EXPECT_EQ(chart.x.title, "number of keys");
    EXPECT_TRUE(chart.x.powers);
    EXPECT_EQ(std::tuple(x_extent(chart).least, x_extent(chart).largest), std::tuple(10, 12));
    EXPECT_EQ(std::tuple(chart.y.title, chart.y.scale), std::tuple("rate (Mkey/s, measured)", Scale::linear));
    EXPECT_THAT(names(chart), ElementsAre("a", "b"));
    EXPECT_FALSE(chart.series[0].emphasised);
    EXPECT_TRUE(chart.series[1].emphasised);
    EXPECT_THAT(values(chart.series[0]), ElementsAre(1000, 2000));
    const auto& point = chart.series[0].points[1];
    EXPECT_EQ(std::tuple(point.x, point.case_id), std::tuple(12, CaseId{2}));
    EXPECT_DOUBLE_EQ(point.low, 2000 / (1 + 0.0123 / 2))
        << "half the interquartile range of the times to either side";
    EXPECT_DOUBLE_EQ(point.high, 2000 / (1 - 0.0123 / 2));
    EXPECT_EQ(chart.hint(0, 1),
              "a\n2^12 keys: 2.048 us, 2,000 Mkey/s\nSpread 1.2 % (interquartile range / median), "
              "measured\nCase 2, run 1");
    EXPECT_EQ(chart.note, "");
    EXPECT_EQ(throughput({timed(1, "a", 1024, 1024), timed(2, "a", 1 << 20, 1 << 14)}).y.scale,
              Scale::logarithmic)
        << "many times the least";
}

TEST(ThroughputChart, TenCurvesHaveTenColours) {
    std::vector<CaseRecord> cases;
    for (int i = 0; i < 10; ++i)
        cases.push_back(timed(i + 1, "sort-" + std::to_string(100 + i), 1024, 1024 + i));
    std::set<size_t> colours, own;
    for (const auto& series : throughput(cases).series) {
        own.insert(variant_colour(series.name));
        colours.insert(series.colour.value());
    }
    ASSERT_LT(own.size(), cases.size()) << "some would share one";
    EXPECT_EQ(colours.size(), cases.size());
    EXPECT_EQ(throughput({cases[3]}).series.at(0).colour, variant_colour("sort-103"));
    // Variants that are often drawn together have different colours.
    colours.clear();
    for (const auto* name :
         {"thrust-sort", "cub-radix", "cub-merge", "bitonic-c4", "bitonic-c2", "bitonic-optimized",
          "bitonic-tile", "bitonic-c2-pre", "bitonic-semi", "bitonic-ladder"})
        colours.insert(variant_colour(name));
    EXPECT_EQ(colours.size(), 10U);
    // Curves of one variant have different colours.
    cases.clear();
    for (int i = 0; i < 10; ++i) cases.push_back(timed(i + 1, "sort", 1024, 1024 + i, 32U << i));
    const auto chart = throughput(cases);
    EXPECT_EQ(chart.series[0].colour, variant_colour("sort"));
    colours.clear();
    for (const auto& series : chart.series) colours.insert(series.colour.value());
    EXPECT_EQ(colours.size(), 10U);
}

TEST(ThroughputChart, AComparedCaseHasOneColourInEveryChart) {
    std::vector<CaseRecord> cases;
    for (int i = 0; i < 8; ++i) cases.push_back(timed(i + 1, "sort-" + std::to_string(i), 1024, 1024 + i));
    for (const int i : {3, 4}) {
        cases.push_back(timed(i + 20, cases[size_t(i)].subject.name, 1024, 2048 + i));
        cases.back().device.uuid = "GPU-2";
    }
    const auto& shown = cases[8];  // on the second device
    const std::vector<Condition> compared{condition_of(shown), condition_of(cases[3]), condition_of(cases[0]),
                                          condition_of(cases[9]), condition_of(cases[4])};
    const auto alone = line_colours(compared);
    EXPECT_EQ(alone[0], variant_colour("sort-3")) << "of the first line's device";
    EXPECT_NE(alone[1], alone[0]) << "the same variant on another device";
    EXPECT_NE(alone[4], alone[3]);
    CurveView view;
    view.compared = compared;
    const auto chart = throughput_chart(analyzer::curves_over("n", cases), &shown, view);
    size_t found = 0;
    for (const auto& series : chart.series)
        for (size_t i = 0; i < compared.size(); ++i) {
            const auto id = series.points.front().case_id;
            const auto record = std::ranges::find(cases, id, &CaseRecord::id);
            if (condition_of(*record) != compared[i]) continue;
            EXPECT_EQ(series.colour, alone[i]) << series.name;
            ++found;
        }
    EXPECT_EQ(found, 5U);
}

TEST(ThroughputChart, LinesAreNamedByWhatDiffers) {
    std::vector<CaseRecord> cases{timed(1, "a", 1024, 1024), timed(2, "a", 1024, 1024, 64),
                                  timed(3, "cub", 1024, 1024, 0)};
    EXPECT_THAT(names(throughput({cases[0], cases[2]})), ElementsAre("a", "cub"));
    EXPECT_EQ(throughput({cases[0], cases[2]}).conditions, "u32, uniform, block 256, NVIDIA H200");
    edit(cases[0]).config.params["tile"] = 4;
    cases[1].cache_state = "flushed";
    const auto chart = throughput(cases);
    EXPECT_THAT(names(chart),
                ElementsAre("a, block 256, tile=4, L2 warm", "a, block 64, L2 flushed", "cub, L2 warm"));
    EXPECT_EQ(chart.conditions, "u32, uniform, NVIDIA H200");
}

TEST(ThroughputChart, TwoDevicesOfOneNameAreTwoLines) {
    std::vector<CaseRecord> cases{timed(1, "a", 1024, 1024), timed(2, "a", 1024, 2048)};
    cases[1].device.uuid = "GPU-22222222-bbbb";
    const auto chart = throughput(cases, &cases[1]);
    EXPECT_THAT(names(chart), ElementsAre("a, NVIDIA H200 GPU-11111111", "a, NVIDIA H200 GPU-22222222"));
    EXPECT_TRUE(chart.series[1].emphasised);
    cases[1].device.uuid = cases[0].device.uuid;
    cases[1].device.driver_version = "newer";
    EXPECT_EQ(throughput(cases).series.size(), 1U) << "another driver is no other GPU";
}

TEST(ThroughputChart, TwoRunsOfOneCondition) {
    std::vector<CaseRecord> cases{timed(1, "a", 1024, 1024), timed(2, "a", 1024, 2048)};
    cases[1].run = RunId{2};
    auto chart = throughput(cases);
    ASSERT_EQ(chart.series.size(), 1U);
    EXPECT_EQ(chart.series[0].points[0].case_id, CaseId{2});
    EXPECT_THAT(chart.note, HasSubstr("newest of 2 cases"));
    EXPECT_THAT(chart.hint(0, 0), HasSubstr("Case 2, run 2; the newest of 2 cases of this condition"));
    chart = throughput(cases, &cases[0], Repeats::each_run);
    EXPECT_THAT(names(chart), ElementsAre("a, run 1", "a, run 2"));
    EXPECT_TRUE(chart.series[0].emphasised);
    EXPECT_FALSE(chart.series[1].emphasised);
    EXPECT_EQ(chart.note, "");
}

TEST(ThroughputChart, AMergedPointHasTheIntervalOfItsMedians) {
    const std::vector<CaseRecord> cases{timed(1, "a", 1 << 20, 1 << 20), timed(2, "a", 1 << 20, 1 << 18)};
    const auto chart = throughput(cases, nullptr, Repeats::merged);
    ASSERT_EQ(chart.series.size(), 1U);
    const auto& point = chart.series[0].points[0];
    EXPECT_DOUBLE_EQ(point.y.value(), 1600);
    EXPECT_DOUBLE_EQ(point.low, 1000);
    EXPECT_DOUBLE_EQ(point.high, 4000);
    EXPECT_THAT(chart.hint(0, 0),
                HasSubstr("Merged of 2 cases: the median of their medians, which are 262.1 us to 1.049 ms"));
    EXPECT_THAT(chart.note, HasSubstr("merged of 2 cases"));
}

TEST(ThroughputChart, ComparesCasesOfTheSelectedInput) {
    std::vector<CaseRecord> cases{timed(1, "a", 1024, 1024), timed(2, "b", 1024, 1024),
                                  timed(3, "c", 1024, 1024)};
    edit(cases[1]).workload.key = KeyType::f32;
    edit(cases[2]).workload.distribution = Distribution::few;
    edit(cases[2]).workload.entropy_bits = 4;
    EXPECT_THAT(names(throughput(cases, &cases[1])), ElementsAre("b"));
    EXPECT_THAT(names(throughput(cases, &cases[2])), ElementsAre("c"));
    EXPECT_THAT(names(throughput(cases)), ElementsAre("a"));
    EXPECT_EQ(throughput(cases, &cases[2]).conditions, "u32, few (4 bits), block 256, NVIDIA H200");
}

TEST(ThroughputChart, ManyCurvesAreThinnedAndTheNoteSaysSo) {
    std::vector<CaseRecord> cases;
    for (int i = 0; i < 14; ++i) {
        const auto name = "v" + std::to_string(i);
        cases.push_back(timed(10 * i + 1, name, 1024, 1000 + i));
        cases.push_back(timed(10 * i + 2, name, 2048, 1000 + i));
    }
    cases.push_back(timed(200, "point", 2048, 1));  // the fastest, but a single point
    auto chart = throughput(cases, &cases[26]);
    EXPECT_EQ(std::tuple(chart.series.size(), chart.note, chart.series[0].name),
              std::tuple(10U, "10 of 15 curves: the fastest, and the selected case's.", "v13"));
    EXPECT_TRUE(chart.series[0].emphasised);
    for (size_t i = 0; i < 7; ++i) {
        edit(cases[2 * i]).config.block = 64;
        edit(cases[2 * i + 1]).config.block = 64;
    }
    chart = throughput(cases, &cases[0]);
    EXPECT_EQ(chart.series.size(), 7U);
    EXPECT_EQ(chart.note, "7 of 15 curves: those of block 64.");
}

/// Two sizes of a sort with passes of ten bytes a key.
std::vector<CaseRecord> of_two_sizes() {
    auto cases = std::vector{timed(1, "a", 1024, 2048), timed(2, "a", 4096, 4096)};
    cases[0].required_bytes = 10'240;
    cases[1].required_bytes = 40'960;
    return cases;
}

TEST(ThroughputView, ShowsAnyQuantity) {
    const auto cases = of_two_sizes();
    const auto curves = analyzer::curves_over("n", cases);
    const auto chart_of = [&](CurveView view) { return throughput_chart(curves, &cases[0], view); };
    for (const auto& [quantity, value, unit] :
         {std::tuple(CurveY::rate, 1000, "Mkey/s"),
          {CurveY::time, 4096, "ns"},
          {CurveY::time_a_key, 1, "ns"},
          {CurveY::bandwidth, 8, "GB/s"},           // 2 * 4 bytes * 4096 in 4096 ns
          {CurveY::pass_bandwidth, 10, "GB/s"}}) {  // 40960 bytes
        const auto chart = chart_of({.y = quantity});
        EXPECT_DOUBLE_EQ(chart.series[0].points[1].y.value(), value) << unit;
        EXPECT_EQ(chart.y.unit, unit);
    }
    EXPECT_DOUBLE_EQ(chart_of({.x = CurveView::X::bytes}).series[0].points[0].x, 12);
    const auto counted = chart_of({.y = CurveY::metric,
                                   .metric = find_metric("gld_requests"),
                                   .values = {{CaseId{2}, {Number(77), Provenance::counted}}}});
    EXPECT_THAT(values(counted.series[0]), ElementsAre(std::nullopt, 77));
    EXPECT_THAT(counted.y.title, HasSubstr("counted"));
    EXPECT_THAT(counted.hint(0, 0), HasSubstr("absent"));
}

TEST(ThroughputView, DrawsCountersOfCasesWithoutTimes) {
    std::vector<CaseRecord> cases{timed(1, "a", 1024, 1), timed(2, "a", 4096, 1), timed(3, "b", 4096, 1)};
    for (auto& record : cases) {
        record.time.reset();
        record.backend = record.device.backend = BackendKind::simt;
        record.launch_count = 1;
    }
    EXPECT_THAT(analyzer::curves_over("n", cases), IsEmpty());
    const auto curves = analyzer::untimed_curves_over("n", cases);
    ASSERT_EQ(curves.size(), 2U);
    EXPECT_EQ(curves[0].provenance, Provenance::modelled);
    CurveView view;
    view.y = CurveY::metric;
    view.metric = &metric("global_sectors");
    for (const auto& record : cases)
        view.values[record.id] = {Number(int64_t(record.id) * 100), Provenance::modelled};
    const auto chart = throughput_chart(curves, &cases[0], view);
    EXPECT_EQ(chart.y.title, "Sectors loaded and stored (sectors, modelled)");
    EXPECT_THAT(values(chart.series[0]), ElementsAre(100, 200));
    EXPECT_TRUE(chart.series[0].dashed);
    EXPECT_THAT(chart.hint(0, 0), testing::AllOf(HasSubstr("not timed, modelled"), HasSubstr("100")));
    cases[0].status = CaseStatus::failed;
    EXPECT_EQ(analyzer::untimed_curves_over("n", cases)[0].points.size(), 1U);
}

TEST(OverviewChart, ProgramsAreByTheirOwnAxis) {
    std::vector<CaseRecord> cases;
    for (const auto& [name, ns] : {std::pair{"mine", 2000}, {"theirs", 1000}})
        for (const int64_t size : {100, 200}) {
            auto record = timed(int64_t(cases.size()) + 1, name, 1024, ns);
            record.subject = Subject::program(name);
            record.axes = {};
            record.axes.set("size", size);
            record.input.reset();
            record.work = Work{uint64_t(size), 0};
            cases.push_back(record);
        }
    EXPECT_THAT(size_axes(cases), ElementsAre("n", "size"));
    EXPECT_THAT(overview_groups(analyzer::curves_over("n", cases)), IsEmpty());
    const auto curves = analyzer::curves_over("size", cases);
    const auto groups = overview_groups(curves, "size");
    ASSERT_EQ(groups.size(), 1U);
    const auto chart = overview_chart(curves, groups[0], "size");
    EXPECT_THAT(chart.x.ticks, ElementsAre("100", "200"));
    EXPECT_THAT(chart.y.ticks, ElementsAre("theirs", "mine"));
    ASSERT_TRUE(chart.heat);
    EXPECT_THAT(chart.heat->values, ElementsAre(100, 100, 50, 50));
    EXPECT_EQ(chart.x.title, "size (cells: rate in key/s)");
}

TEST(ThroughputView, HasBoundsAndTheCopy) {
    const auto cases = of_two_sizes();
    const auto chart = throughput_chart(analyzer::curves_over("n", cases), &cases[0],
                                        {.copy_bytes_per_s = 20e9, .bounds = true, .copy = true});
    EXPECT_THAT(names(chart), ElementsAre("a", HasSubstr("bound"), HasSubstr("one pass")));
    EXPECT_TRUE(chart.series[1].dashed);
    EXPECT_FALSE(chart.series[1].marked);
    EXPECT_NEAR(*chart.series[1].points[1].y, 2000, 1e-9);  // 40960 bytes at 20 bytes/ns: 2048 ns
    EXPECT_NEAR(*chart.series[2].points[0].y, 2500, 1e-9);  // 8 bytes a key at 20 bytes/ns
    EXPECT_EQ(chart.series[2].provenance, Provenance::measured);
}

TEST(ThroughputView, LaysOthersAndPublishedOverIt) {
    const auto cases = of_two_sizes(), others = std::vector{timed(1, "a", 1024, 1024, 128)};
    const auto curves = analyzer::curves_over("n", cases);
    CurveView view;
    view.others.push_back({&others[0], analyzer::curves_over("n", others).front(), "block 128"});
    view.published.push_back({"Somebody 2001: a", "a", std::nullopt, {{1024, 1024}, {2048, 4096}}});
    view.published_of_drawn = {view.published[0], {"Somebody 2001: b", "b", std::nullopt, {{1024, 1024}}}};
    const auto chart = throughput_chart(curves, &cases[0], view);
    EXPECT_THAT(names(chart), ElementsAre("a", "block 128 (compared)", "Somebody 2001: a (published)",
                                          "Somebody 2001: a (published)"));
    EXPECT_TRUE(chart.series[1].dashed);
    EXPECT_TRUE(chart.series[1].marked);
    EXPECT_THAT(values(chart.series[1]), ElementsAre(1000));
    EXPECT_THAT(values(chart.series[2]), ElementsAre(1000, 500));
    EXPECT_THAT(chart.hint(2, 1), HasSubstr("(published)"));
    // The compared case already has a curve.
    const auto same = throughput_chart(curves, nullptr, {.others = {{&cases[1], curves[0], "that", true}}});
    EXPECT_THAT(names(same), ElementsAre("a (compared)"));
    EXPECT_THAT(
        names(throughput_chart(curves, &cases[0], {.others = {{&cases[1], curves[0], "that", true}}})),
        ElementsAre("a"))
        << "both are on the curve of the case shown";
}

TEST(PublishedCurves, AreThoseOfTheSources) {
    const auto curves = published_curves(analyzer::reproduce::figures());
    ASSERT_FALSE(curves.empty());
    for (const auto& curve : curves) {
        EXPECT_FALSE(curve.name.empty());
        for (const auto& point : curve.points) {
            const double rate = 1e3 * double(point.n) / point.ns;
            EXPECT_GT(rate, 1e-4) << curve.name << " at " << point.n;
            EXPECT_LT(rate, 1e5) << curve.name << " at " << point.n;
        }
    }
}

CurveTables tables_of(const std::vector<CaseRecord>& cases, Repeats repeats = Repeats::newest) {
    return curve_tables(analyzer::curves_over("n", cases, repeats),
                        analyzer::curves_over("block", cases, repeats),
                        "--repeats each-run keeps runs apart");
}

const std::vector<CaseRecord>& two_variants() {
    static const std::vector<CaseRecord> cases{timed(1, "slow", 1024, 2000), timed(2, "slow", 4096, 4096),
                                               timed(3, "fast", 1024, 1000), timed(4, "fast", 4096, 1024),
                                               timed(5, "fast", 1 << 14, 2048)};
    return cases;
}

TEST(ThroughputTable, OfASingleTrialNothingIsKnown) {
    auto cases = two_variants();
    for (auto& record : cases) record.time->count = record.keys() == 1024 ? 1 : 5;
    auto curves = analyzer::curves_over("n", cases);
    analyzer::CaseFile file;
    file.name = "x.db";
    file.cases = cases;
    analyzer::add_intervals(curves, file);
    const auto table = curve_tables(curves, {}, "").throughput;
    EXPECT_EQ(std::tuple(text(table, 0, "spread_pct"), text(table, 0, "interval_pct")), std::tuple("", ""));
    EXPECT_EQ(text(table, 1, "spread_pct"), "1.2");
    EXPECT_NE(text(table, 1, "interval_pct"), "");
}

TEST(RankingTable, WhatIsNoSortIsInNoRanking) {
    auto cases = two_variants();
    for (auto& record : cases)
        if (record.subject.name == "fast")
            record.subject = {.name = "butterfly-minmax", .promise = Promise::extremes};
    const auto tables = tables_of(cases);
    EXPECT_TRUE(tables.ranking.empty());
    EXPECT_THAT(tables.throughput.notes,
                ElementsAre(HasSubstr("butterfly-minmax (minimum and maximum alone)")));
}

TEST(ThroughputTable, WhatDiffersHasAColumn) {
    auto cases = two_variants();
    for (size_t i = 2; i < cases.size(); ++i) {
        edit(cases[i]).config.params["tile"] = 4;
        cases[i].cache_state = "flushed";
        cases[i].time_mode = TimeMode::graph;
        cases[i].device.uuid = "GPU-22222222-bbbb";
    }
    const auto table = tables_of(cases).throughput;
    EXPECT_EQ(table.title,
              "Throughput by number of keys: u32, uniform, block 256; measured, keys / median time");
    const std::vector<const char*> parts{"parameters", "cache_state", "time_mode", "device"};
    EXPECT_THAT(texts(table, 0, parts), ElementsAre("", "warm", "", "NVIDIA H200 GPU-11111111"));
    EXPECT_THAT(texts(table, 3, parts),
                ElementsAre("tile=4", "flushed", "graph", "NVIDIA H200 GPU-22222222"));
}

TEST(ThroughputTable, OfSeveralCasesOfOneConditionItSaysWhichAreShown) {
    auto cases = two_variants();
    cases.push_back(timed(6, "fast", 4096, 512));
    cases.back().run = RunId{2};
    auto table = tables_of(cases).throughput;
    const auto* note =
        "1 point shows the newest of 2 cases of one condition; --repeats each-run keeps runs apart.";
    EXPECT_THAT(table.notes, ElementsAre(note));
    EXPECT_EQ(text(table, 4, "rate_mkeys_per_s"), "8,000");
    EXPECT_THAT(tables_of(cases).ranking.notes, ElementsAre(note));
    EXPECT_THAT(curve_tables(analyzer::curves_over("n", cases), {}).ranking.notes,
                ElementsAre("1 point shows the newest of 2 cases of one condition."));
    cases.push_back(timed(7, "slow", 1024, 2000));
    cases.push_back(timed(8, "slow", 1024, 2000));
    table = tables_of(cases).throughput;
    EXPECT_THAT(table.notes, ElementsAre(HasSubstr("2 points show the newest of up to 3 cases")));
    table = tables_of(cases, Repeats::each_run).throughput;
    EXPECT_THAT(table.notes, ElementsAre(HasSubstr("3 cases of one condition within a run.")));
    EXPECT_EQ(text(table, 0, "run_id"), "1");
    EXPECT_EQ(text(table, table.rows.size() - 1, "run_id"), "2");
}

TEST(ThroughputTable, MergedPointsSayWhatTheyAreOf) {
    auto cases = two_variants();
    cases.push_back(timed(6, "fast", 4096, 2048));
    const auto tables = tables_of(cases, Repeats::merged);
    EXPECT_THAT(tables.throughput.notes, ElementsAre(HasSubstr("1 point is merged of 2 cases")));
    EXPECT_THAT(texts(tables.throughput, 4, {"median_ns", "spread_pct"}), ElementsAre("1.536 us", "33.3"));
    EXPECT_EQ(tables.ranking.notes, tables.throughput.notes);
}

TEST(BlockSweepTable, AndItsPointsAreNotAmongTheCurves) {
    auto cases = two_variants();
    cases.push_back(timed(6, "fast", 4096, 2048, 64));
    cases.push_back(timed(7, "fast", 4096, 512, 512));
    const auto tables = tables_of(cases);
    EXPECT_EQ(tables.sweeps.title,
              "Throughput by block size: u32, uniform, 2^12 keys, L2 warm; measured, keys / median time");
    ASSERT_EQ(tables.sweeps.rows.size(), 3U);
    EXPECT_EQ(text(tables.sweeps, 0, "block_threads"), "64");
    EXPECT_EQ(cell(tables.sweeps, 2, "block_threads").number, Number(512));
    EXPECT_EQ(tables.throughput.rows.size(), 6U) << "the single points of other blocks are left to the sweep";
}

TEST(OverviewChart, RatesHaveThreeDigits) {
    std::vector<CaseRecord> cases{timed(1, "a", 1024, 408'617), timed(2, "b", 1024, 1'000)};
    const auto curves = analyzer::curves_over("n", cases);
    const auto groups = overview_groups(curves);
    ASSERT_FALSE(groups.empty());
    const auto chart = overview_chart(curves, groups[0]);
    EXPECT_THAT(chart.heat->texts, testing::UnorderedElementsAre("2.51 M", "1.02 G"));
}

TEST(CurveChoice, TakesTheKeyThatMostCurvesHaveAndNamesTheOthers) {
    std::vector<CaseRecord> cases;
    for (const auto& [name, key] : {std::pair("a", KeyType::f64), {"b", KeyType::u32}, {"c", KeyType::u32}}) {
        cases.push_back(timed(int(cases.size()) + 1, name, 1024, 1000));
        edit(cases.back()).workload.key = key;
    }
    const auto curves = analyzer::curves_over("n", cases);
    ASSERT_EQ(curves.size(), 3U);
    const auto choice = most_common_curves(curves);
    ASSERT_EQ(choice.curves.size(), 2U);
    EXPECT_EQ(choice.curves[0].condition.key(), KeyType::u32);
    EXPECT_THAT(choice.note, testing::AllOf(HasSubstr("Of 3 curves, 2 are u32 uniform"),
                                            HasSubstr("f64 uniform (1)"), HasSubstr("--key")));
    EXPECT_EQ(most_common_curves(choice.curves).note, "");
    EXPECT_TRUE(most_common_curves({}).curves.empty());
}
}  // namespace
}
