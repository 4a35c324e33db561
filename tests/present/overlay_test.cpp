// Several cases in one chart: bars side by side, transactions beside each other, timelines below each other, curves over curves.
#include "present/overlay.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "analyzer/advice.hpp"
#include "analyzer/reproduce/figure.hpp"
#include "present/breakdown.hpp"
#include "present/facts_beside.hpp"
#include "present/palette.hpp"
#include "present/reproduce/published_curves.hpp"
#include "present/throughput_chart.hpp"
#include "present/timeline_heat.hpp"
#include "present/trials_chart.hpp"
#include "tests/present/timed_case.hpp"
#include "tests/sample/staged.hpp"

namespace sortscope::present {
namespace {

using analyzer::Grouping;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

OverlayCase overlaid(const CaseRecord& record, Grouping grouping = Grouping::stage) {
    return {&record, std::make_shared<const analyzer::Breakdown>(analyzer::breakdown(record, grouping))};
}

TEST(Overlay, NamesCasesByWhatDiffers) {
    auto one = test::timed(1, "a", 1024, 10), two = test::timed(2, "a", 1024, 10, 128), three = test::timed(3, "a", 1024, 10);
    EXPECT_THAT(overlay_names(std::vector<const CaseRecord*>{&one, &two}), ElementsAre("block 256", "block 128"));
    EXPECT_THAT(overlay_names(std::vector<const CaseRecord*>{&one, &three}), ElementsAre("case 1", "case 3"));
    EXPECT_THAT(overlay_names(std::vector<const CaseRecord*>{&one, &two, &three}), ElementsAre("block 256, case 1", "block 128", "block 256, case 3"));
}

TEST(Overlay, BarsStandSideBySideAndMeetByStage) {
    const auto base = sample::staged_case();
    auto other = base;
    other.id = CaseId{2};
    other.config.block = 128;
    other.launches.push_back(sample::launch_of(3, 1, "late", 400'000, 20'000));
    const std::vector cases{overlaid(base), overlaid(other)};
    const auto chart = breakdown_overlay_chart(cases, time_metric());
    EXPECT_FALSE(chart.stacked);
    EXPECT_THAT(chart.x.ticks, ElementsAre("1", "2", "3"));  // the first case's rows, then those that others alone have
    ASSERT_THAT(chart.series, SizeIs(2));
    EXPECT_EQ(chart.series[0].name, "block 256");
    EXPECT_TRUE(chart.series[0].emphasised);
    EXPECT_EQ(chart.series[0].points[1].y, 90);
    EXPECT_EQ(chart.series[0].points[2].y, std::nullopt);
    EXPECT_EQ(chart.series[1].points[2].y, 20);
    EXPECT_EQ(chart.y.unit, "us");
    EXPECT_THAT(chart.tooltip(1, 1), HasSubstr("1.000 of block 256"));
    const auto without_times = sample::modelled_staged_case();
    const std::vector modelled{overlaid(base), overlaid(without_times)};
    EXPECT_THAT(breakdown_overlay_chart(modelled, time_metric()).note, HasSubstr("Without such values"));
}

TEST(Overlay, BarsKeepTheUnitOfTheChartAlone) {
    // Each stage is below 10 us, their sum is above: alone it is drawn in us, and so it is beside another.
    std::vector<LaunchRecord> launches;
    for (int i = 0; i < 6; ++i) launches.push_back(sample::launch_of(i + 1, 1, "a", 10'000 * i, 2'000));
    const auto base = sample::case_of(1, launches);
    auto other = sample::case_of(2, launches);
    other.config.block = 128;
    const std::vector cases{overlaid(base), overlaid(other)};
    const auto alone = breakdown_chart(cases.front().breakdown, time_metric(), base);
    const auto both = breakdown_overlay_chart(cases, time_metric());
    EXPECT_EQ(alone.y.unit, "us");
    EXPECT_EQ(both.y.unit, alone.y.unit);
    EXPECT_EQ(both.series[0].points[0].y, 2);
}

RooflineCase placed(const CaseRecord& record, double l2_per_s) {
    using analyzer::Roof;
    auto advice = std::make_shared<analyzer::Advice>();
    advice->roofs = {{Roof::l2, 8e12, Provenance::measured}, {Roof::instructions, 1e12, Provenance::measured}};
    advice->sort = {0, "", 1'000, {{Roof::l2, l2_per_s, Provenance::measured, l2_per_s / 8e12}, {Roof::instructions, 2e11, Provenance::measured, 0.2}}};
    if (!(l2_per_s > 0)) advice->sort.places.clear();
    return {&record, advice};
}

TEST(Overlay, RooflinesOfOthersAreOpenMarksUnderTheLimitsOfTheFirst) {
    const auto base = test::timed(1, "a", 1024, 10);
    auto other = test::timed(2, "b", 1024, 10), bare = test::timed(3, "c", 1024, 10);
    other.device.name = "Another GPU";
    const std::vector cases{placed(base, 4e12), placed(other, 1e12), placed(bare, 0)};
    const auto alone = roofline_overlay_chart(std::span(cases).first(1));
    const auto chart = roofline_overlay_chart(cases);
    ASSERT_EQ(chart.series.size(), alone.series.size() + 1);
    const auto& marks = chart.series.back();
    EXPECT_TRUE(marks.dashed);  // open
    EXPECT_THAT(alone.series.front().name, testing::StartsWith("L2, limit"));
    EXPECT_EQ(chart.series.front().name, "L2");  // names of several cases need the room
    EXPECT_THAT(marks.name, testing::StartsWith("L2, b"));
    EXPECT_EQ(marks.colour, chart.series.front().colour);
    EXPECT_NEAR(marks.points.at(0).x, 0.2, 1e-9);  // warp instructions a byte
    EXPECT_THAT(chart.tooltip(chart.series.size() - 1, 0), HasSubstr("\nthe whole sort"));
    EXPECT_THAT(chart.tooltip(0, 0), testing::StartsWith("a"));
    EXPECT_THAT(chart.note, testing::StartsWith("Filled marks: a. Open marks: b. "));  // c has none
    EXPECT_THAT(chart.note, HasSubstr("is of Another GPU"));
    EXPECT_THAT(chart.note, HasSubstr("Without counted traffic and instructions: c"));
    EXPECT_TRUE(roofline_overlay_chart({}).empty());
}

TEST(Overlay, TransactionsOfEachCaseStandInEachRow) {
    const std::vector<LaunchRecord> launches{sample::launch_of(1, 1, "a", 0, 1000, {{CounterId::gld_32b, Provenance::counted, 5}, {CounterId::gld_128b, Provenance::counted, 7}}),
                                             sample::launch_of(2, 1, "a", 2000, 1000, {{CounterId::gld_32b, Provenance::counted, 1}, {CounterId::gld_128b, Provenance::counted, 2}})};
    const auto base = sample::case_of(1, launches);
    auto other = sample::case_of(2, launches);
    other.config.block = 128;
    const std::vector cases{overlaid(base), overlaid(other)};
    const auto chart = transaction_overlay_chart(cases, Access::loads);
    EXPECT_THAT(chart.x.ticks, ElementsAre("1", "1, block 128", "2", "2, block 128"));
    ASSERT_THAT(chart.series, SizeIs(4));
    EXPECT_EQ(chart.series[0].points[0].y, 5);
    EXPECT_EQ(chart.series[0].points[1].y, 5);
    EXPECT_EQ(chart.series[0].points[2].y, 1);
    EXPECT_THAT(chart.tooltip(0, 3), HasSubstr("block 128\nstage 2"));
    EXPECT_THAT(chart.note, HasSubstr("from left to right: block 256; block 128."));
    EXPECT_FALSE(transaction_overlay_chart(cases, Access::stores).empty_text.empty());
}

TEST(Overlay, TransactionsOfEachProvenanceAreNamedAndMarkedAsSuch) {
    const auto launches = [](Provenance provenance) {
        return std::vector{sample::launch_of(1, 1, "a", 0, 1000, {{CounterId::gld_32b, provenance, 5}, {CounterId::gld_128b, provenance, 7}})};
    };
    const auto base = sample::case_of(1, launches(Provenance::counted));
    auto other = sample::case_of(2, launches(Provenance::modelled)), third = base;
    other.config.block = 128;
    third.config.block = 64;
    const std::vector cases{overlaid(base), overlaid(other), overlaid(third)};
    const auto chart = transaction_overlay_chart(cases, Access::loads);
    ASSERT_THAT(chart.series, SizeIs(8));
    for (std::size_t size = 0; size < 4; ++size) {
        EXPECT_EQ(chart.series[size].provenance, Provenance::counted);
        EXPECT_THAT(chart.series[size].points, SizeIs(2));
        EXPECT_EQ(chart.series[size + 4].provenance, Provenance::modelled);
        EXPECT_EQ(chart.series[size + 4].colour, chart.series[size].colour);
        ASSERT_THAT(chart.series[size + 4].points, SizeIs(1));
        EXPECT_EQ(chart.series[size + 4].points[0].x, 1);
    }
    EXPECT_EQ(chart.series[0].name, "32 bytes (counted)");
    EXPECT_EQ(chart.series[4].name, "32 bytes (modelled)");
    EXPECT_EQ(chart.y.title, "transactions of loads (counted and modelled)");
    EXPECT_THAT(chart.tooltip(4, 0), HasSubstr("5 (modelled)"));
}

TEST(Overlay, ColoursOfTimelinesAreOnOneAxisThatSaysWhose) {
    const auto timeline = [](double least, double largest, const char* title) {
        const auto record = sample::staged_case();
        auto chart = timeline_chart(record, record.launches, {});
        if (title == nullptr) return chart;
        chart.colour.title = title;
        chart.colour.unit = "requests";
        chart.colour.least = least;
        chart.colour.largest = largest;
        return chart;
    };
    const std::vector<std::string> names{"one", "two", "three"};
    const auto chart = timeline_overlay_chart({timeline(0, 0, nullptr), timeline(5, 10, "requests (counted)"), timeline(3, 7, "requests (modelled)")}, names);
    EXPECT_EQ(chart.colour.title, "requests (counted); three: requests (modelled)");
    EXPECT_EQ(chart.colour.least, 3) << "not the 0 of an axis without values";
    EXPECT_EQ(chart.colour.largest, 10);
    const auto alike = timeline_overlay_chart({timeline(5, 10, "requests (counted)"), timeline(0, 0, nullptr), timeline(3, 7, "requests (counted)")}, names);
    EXPECT_EQ(alike.colour.title, "requests (counted)");
    EXPECT_EQ(alike.colour.least, 3);
}

TEST(Overlay, TimelinesStandBelowEachOtherOnOneAxis) {
    const auto base = sample::staged_case();
    std::vector<LaunchRecord> slow{sample::launch_of(1, 1, "a", 0, 3'000'000'000), sample::launch_of(2, 1, "b", 4'000'000'000, 1'000'000'000)};
    const auto other = sample::case_of(2, slow);
    const std::vector<std::string> names{"base", "other"};
    auto timelines = std::vector{timeline_chart(base, base.launches, {}), timeline_chart(other, other.launches, {})};
    const auto lanes = timelines[0].y.ticks.size();
    const auto unit = timelines[0].x.unit;
    const auto series = timelines[0].series.size();
    const auto chart = timeline_overlay_chart(std::move(timelines), names);
    EXPECT_THAT(chart.y.ticks, SizeIs(lanes + 2));
    EXPECT_EQ(chart.y.ticks[lanes], "other: stage 1");
    EXPECT_EQ(chart.x.unit, unit);
    const auto& first = chart.series[series].points[0];
    EXPECT_NEAR(first.x_end, unit == "us" ? 3e6 : 3e3, 1e-3) << "seconds of the other in the unit of the first";
    EXPECT_EQ(*first.y, static_cast<double>(lanes));
    EXPECT_THAT(chart.tooltip(series, 0), HasSubstr("other\nlaunch 0"));
    EXPECT_THAT(chart.tooltip(0, 0), HasSubstr("base\n"));
}

CurveView view_of(CurveView::Y y) {
    CurveView view;
    view.y = y;
    return view;
}

TEST(ThroughputView, ShowsAnyQuantity) {
    auto cases = std::vector{test::timed(1, "a", 1024, 2048), test::timed(2, "a", 4096, 4096)};
    cases[0].bound_bytes = cases[1].bound_bytes = 40'960;
    const auto curves = analyzer::throughput_curves(cases);
    const auto value = [&](CurveView::Y y) { return *throughput_chart(curves, &cases[0], view_of(y)).series[0].points[1].y; };
    EXPECT_DOUBLE_EQ(value(CurveView::Y::rate), 1000);
    EXPECT_DOUBLE_EQ(value(CurveView::Y::time_a_key), 1);
    EXPECT_DOUBLE_EQ(value(CurveView::Y::bandwidth), 8);        // 2 * 4 bytes * 4096 in 4096 ns
    EXPECT_DOUBLE_EQ(value(CurveView::Y::pass_bandwidth), 10);  // 40960 bytes in 4096 ns
    const auto time = throughput_chart(curves, &cases[0], view_of(CurveView::Y::time));
    EXPECT_EQ(time.y.unit, "ns");
    EXPECT_DOUBLE_EQ(*time.series[0].points[1].y, 4096);
    auto bytes = view_of(CurveView::Y::rate);
    bytes.x = CurveView::X::bytes;
    EXPECT_DOUBLE_EQ(throughput_chart(curves, &cases[0], bytes).series[0].points[0].x, 12);
    auto metric_view = view_of(CurveView::Y::metric);
    metric_view.metric = find_metric("gld_requests");
    metric_view.values[CaseId{2}] = {Number(77), Provenance::counted};
    const auto chart = throughput_chart(curves, &cases[0], metric_view);
    EXPECT_EQ(chart.series[0].points[0].y, std::nullopt);
    EXPECT_DOUBLE_EQ(*chart.series[0].points[1].y, 77);
    EXPECT_THAT(chart.y.title, HasSubstr("counted"));
    EXPECT_THAT(chart.tooltip(0, 0), HasSubstr("absent"));
}

TEST(ThroughputView, IsHeldAgainstBoundsAndTheCopy) {
    auto cases = std::vector{test::timed(1, "a", 1024, 2048), test::timed(2, "a", 4096, 4096)};
    cases[0].bound_bytes = 10'240;
    cases[1].bound_bytes = 40'960;
    const auto curves = analyzer::throughput_curves(cases);
    auto view = view_of(CurveView::Y::rate);
    view.copy_bytes_per_s = 20e9;
    view.bounds = view.copy = true;
    const auto chart = throughput_chart(curves, &cases[0], view);
    ASSERT_THAT(chart.series, SizeIs(3));
    EXPECT_THAT(chart.series[1].name, HasSubstr("bound"));
    EXPECT_TRUE(chart.series[1].dashed);
    EXPECT_FALSE(chart.series[1].marked);
    EXPECT_NEAR(*chart.series[1].points[1].y, 1e3 * 4096 / 2048, 1e-9);  // 40960 bytes at 20 bytes/ns: 2048 ns
    EXPECT_NEAR(*chart.series[2].points[0].y, 2500, 1e-9);               // 8 bytes a key at 20 bytes/ns
    EXPECT_EQ(chart.series[2].provenance, Provenance::measured);
}

TEST(ThroughputView, LaysOthersAndPublishedOverIt) {
    const auto cases = std::vector{test::timed(1, "a", 1024, 2048), test::timed(2, "a", 4096, 4096)};
    const auto others = std::vector{test::timed(1, "a", 1024, 1024, 128)};
    auto view = view_of(CurveView::Y::rate);
    view.others.push_back({&others[0], analyzer::throughput_curves(others).front(), "block 128"});
    view.published.push_back({"Somebody 2001: a", "a", std::nullopt, {{1024, 1024}, {2048, 4096}}});
    const auto chart = throughput_chart(analyzer::throughput_curves(cases), &cases[0], view);
    ASSERT_EQ(chart.series.size(), 3U) << chart.series.back().name << ", " << chart.note;
    EXPECT_EQ(chart.series[1].name, "block 128 (compared)");
    EXPECT_TRUE(chart.series[1].dashed);
    EXPECT_TRUE(chart.series[1].marked);
    EXPECT_DOUBLE_EQ(*chart.series[1].points[0].y, 1000);
    EXPECT_EQ(chart.series[2].name, "Somebody 2001: a (published)");
    EXPECT_DOUBLE_EQ(*chart.series[2].points[1].y, 500);
    EXPECT_THAT(chart.tooltip(2, 1), HasSubstr("(published)"));
}

MatrixCase matrix_case(const CaseRecord& record) {
    return {&record, analyzer::stage_matrix(analyzer::breakdown(record, Grouping::substage), analyzer::breakdown(record, Grouping::stage), time_metric())};
}

TEST(Overlay, MatricesStandBesideEachOtherOrAsTheirRatio) {
    const auto base = sample::staged_case();
    auto other = base;
    other.id = CaseId{2};
    other.config.block = 128;
    other.launches[0].duration_ns = 20'000;
    other.launches[1].duration_ns = 15'000;
    other.launches.push_back(sample::launch_of(3, 1, "late", 400'000, 7'000));
    const std::vector cases{matrix_case(base), matrix_case(other)};
    const auto beside = matrices_chart(cases);
    EXPECT_THAT(beside.x.ticks, ElementsAre("1", "2", "", "1", "2"));
    EXPECT_THAT(beside.y.ticks, ElementsAre("1", "2", "3"));
    EXPECT_EQ(beside.heat->values[0], 10);
    EXPECT_EQ(beside.heat->values[3], 20);
    EXPECT_EQ(beside.heat->values[2], std::nullopt);
    EXPECT_EQ(beside.heat->texts[13], "7.0");
    EXPECT_THAT(beside.note, HasSubstr("block 256; block 128"));
    EXPECT_THAT(beside.tooltip(0, 3), HasSubstr("block 128\nstage 1, substage 1"));
    const auto ratio = matrix_ratio_chart(cases);
    EXPECT_TRUE(ratio.colour.ratio);
    EXPECT_EQ(ratio.heat->values.at(0), 2);
    EXPECT_EQ(ratio.heat->values.at(2), 0.25);
    EXPECT_EQ(ratio.colour.largest, 4);
    EXPECT_EQ(ratio.colour.least, 0.25);
    EXPECT_THAT(ratio.y.ticks, ElementsAre("1", "2"));  // stage 3 is of one alone
    EXPECT_THAT(ratio.note, HasSubstr("block 128, as a multiple of block 256. What one of them alone has"));
    EXPECT_THAT(ratio.heat->cases, ElementsAre("block 128", "block 128"));
    EXPECT_THAT(beside.heat->cases, ElementsAre("block 256", "block 256", "", "block 128", "block 128"));
    EXPECT_THAT(ratio.tooltip(0, 0), HasSubstr("2.000 of block 256\nblock 128: 20.00 us (measured)"));
    const auto modelled = sample::modelled_staged_case();
    EXPECT_THAT(matrix_ratio_chart(std::vector{matrix_case(base), matrix_case(modelled)}).empty_text, HasSubstr("Draw them beside each other"));
    EXPECT_THAT(matrices_chart(std::vector{matrix_case(base), matrix_case(modelled)}).note, HasSubstr("Without such values"));
    EXPECT_FALSE(matrices_chart(std::vector{matrix_case(modelled)}).empty_text.empty());
    EXPECT_TRUE(matrices_chart({}).empty());
}

TEST(Overlay, WhatIsZeroInOneHasNoRatioWhichIsSaid) {
    const auto base = sample::staged_case();
    auto other = base;
    other.id = CaseId{2};
    other.config.block = 128;
    EXPECT_THAT(matrix_ratio_chart(std::vector{matrix_case(base), matrix_case(other)}).note, testing::Not(HasSubstr("left out")));
    other.launches[0].duration_ns = 0;
    EXPECT_THAT(matrix_ratio_chart(std::vector{matrix_case(base), matrix_case(other)}).note, HasSubstr("What is 0 in one of them is left out."));
    EXPECT_THAT(matrix_ratio_chart(std::vector{matrix_case(other), matrix_case(base)}).note, HasSubstr("What is 0 in one of them is left out."));
    other.launches.push_back(sample::launch_of(3, 1, "late", 400'000, 7'000));
    EXPECT_THAT(matrix_ratio_chart(std::vector{matrix_case(base), matrix_case(other)}).note, HasSubstr("What one of them alone has, or is 0 in one, is left out."));
}

TEST(Overlay, LaunchesAreColouredByTheirRatio) {
    const auto base = sample::staged_case();
    auto other = base;
    other.launches[0].duration_ns = 5'000;
    other.launches[2].duration_ns.reset();
    const auto base_whole = analyzer::breakdown(base, Grouping::stage), other_whole = analyzer::breakdown(other, Grouping::stage);
    ASSERT_TRUE(same_steps(base.launches, other.launches));
    std::map<std::uint32_t, double> ratios;
    const auto axis = ratio_axis(time_metric(), {base.launches, &base_whole, "this"}, {other.launches, &other_whole, "that"}, ratios);
    EXPECT_THAT(ratios, ElementsAre(testing::Pair(base.launches[0].index, 0.5), testing::Pair(base.launches[1].index, 1)));
    EXPECT_TRUE(axis.ratio);
    EXPECT_EQ(axis.largest, 2);
    EXPECT_EQ(axis.least, 0.5);
    EXPECT_EQ(axis.title, "Time of that, times that of this (measured)");
    other.launches.back().stage.substage += 1;
    EXPECT_FALSE(same_steps(base.launches, other.launches));
    const auto modelled = sample::modelled_staged_case();
    const auto modelled_whole = analyzer::breakdown(modelled, Grouping::stage);
    ratios.clear();
    EXPECT_EQ(ratio_axis(time_metric(), {base.launches, &base_whole, "this"}, {modelled.launches, &modelled_whole, "that"}, ratios).title, "");
    EXPECT_TRUE(ratios.empty());
}

TEST(Overlay, TrialsOfAllCasesAreDrawnOverEachOther) {
    const auto trial = [](std::uint32_t index, std::int64_t ns, bool accepted = true) {
        TrialRecord record;
        record.kind = TrialKind::time;
        record.index = index;
        record.duration_ns = ns;
        record.accepted = accepted;
        record.time_mode = TimeMode::stream;
        return record;
    };
    auto one = test::timed(1, "a", 1024, 10'000), two = test::timed(2, "a", 1024, 400'000, 128), none = test::timed(3, "a", 1024, 10'000, 64);
    one.time_mode = two.time_mode = none.time_mode = TimeMode::stream;
    one.trials = {trial(0, 10'000), trial(1, 11'000, false)};
    two.trials = {trial(0, 400'000), trial(1, 400'000), trial(2, 390'000)};
    none.trials.clear();
    const auto chart = trials_overlay_chart(std::vector<const CaseRecord*>{&one, &two, &none});
    ASSERT_THAT(chart.series, SizeIs(3));
    EXPECT_EQ(chart.series[0].name, "block 256");
    EXPECT_EQ(chart.series[1].name, "block 256, left out");
    EXPECT_TRUE(chart.series[1].dashed);
    EXPECT_EQ(chart.series[1].points.at(0).x, 1);
    EXPECT_EQ(chart.series[2].points.size(), 3U);
    EXPECT_NE(chart.series[0].colour, chart.series[2].colour);
    ASSERT_THAT(chart.marks, SizeIs(2));
    EXPECT_EQ(chart.marks[1].text, "block 128: median 400.0 us");
    EXPECT_EQ(chart.y.scale, Scale::logarithmic) << "times 40 apart";
    EXPECT_EQ(chart.note, "Without time trials: block 64.");
    EXPECT_THAT(chart.tooltip(1, 0), HasSubstr("left out"));
    EXPECT_TRUE(trials_overlay_chart(std::vector<const CaseRecord*>{&none, &none}).empty());
    EXPECT_EQ(trials_overlay_chart(std::vector<const CaseRecord*>{&one}).series[0].name, "accepted");
}

TEST(Overlay, HeatMapsStandBesideEachOther) {
    const auto map_of = [](std::vector<std::string> columns, std::vector<std::string> rows, std::vector<std::optional<double>> values, std::vector<std::size_t> best) {
        Chart chart;
        chart.x.ticks = std::move(columns);
        chart.y.ticks = std::move(rows);
        chart.colour.least = 1;
        chart.colour.largest = values.back().value_or(1);
        chart.heat.emplace();
        chart.heat->values = std::move(values);
        chart.heat->texts.assign(chart.heat->values.size(), "x");
        chart.heat->outlined = std::move(best);
        chart.tooltip = [](std::size_t, std::size_t cell) { return "cell " + std::to_string(cell); };
        return chart;
    };
    Chart none;
    none.empty_text = "nothing";
    const std::vector<std::string> names{"a", "b", "c"};
    const auto chart = heat_charts_beside({map_of({"1", "2"}, {"8", "16"}, {1, 2, 3, 1}, {0, 3}), none, map_of({"4"}, {"16", "32"}, {1, 5}, {0})}, names);
    EXPECT_THAT(chart.x.ticks, ElementsAre("1", "2", "", "4"));
    EXPECT_THAT(chart.y.ticks, ElementsAre("8", "16", "32"));
    EXPECT_EQ(chart.heat->values, (std::vector<std::optional<double>>{1, 2, {}, {}, 3, 1, {}, 1, {}, {}, {}, 5}));
    EXPECT_THAT(chart.heat->outlined, ElementsAre(0, 5, 7));
    EXPECT_EQ(chart.colour.largest, 5);
    EXPECT_EQ(chart.note, "From left to right: a; c. Without such a map: b.");
    EXPECT_EQ(chart.tooltip(0, 5), "a\ncell 3");
    EXPECT_EQ(chart.tooltip(0, 11), "c\ncell 1");
    EXPECT_EQ(chart.tooltip(0, 2), "");
    EXPECT_THAT(chart.heat->cases, ElementsAre("a", "a", "", "c"));
    EXPECT_TRUE(heat_charts_beside({}, {}).empty());
    // The case shown may be the one without a map: the others are drawn. Conditions and notes of one are not said of all.
    auto first = map_of({"1"}, {"8"}, {2}, {0}), second = map_of({"4"}, {"16"}, {5}, {0});
    first.conditions = "uniform", first.note = "2 sweeps left out.";
    second.conditions = "reversed", second.note = "1 sweep left out.";
    const auto others = heat_charts_beside({none, first, second}, names);
    EXPECT_THAT(others.x.ticks, ElementsAre("1", "", "4"));
    EXPECT_EQ(others.conditions, "");
    EXPECT_EQ(others.note, "From left to right: b; c. Without such a map: a. b: 2 sweeps left out. c: 1 sweep left out.");
    EXPECT_EQ(others.tooltip(0, 0), "b\ncell 0");
    second.conditions = "uniform";
    EXPECT_EQ(heat_charts_beside({first, second}, names).conditions, "uniform");
    EXPECT_EQ(heat_charts_beside({none, first}, names).note, "Drawn: b. Without such a map: a. b: 2 sweeps left out.");
    EXPECT_EQ(heat_charts_beside({none, none}, names).empty_text, "nothing");
}

TEST(Palette, RatiosAreGreyInTheMiddleAndOfTwoColours) {
    for (const bool dark : {false, true}) {
        const auto low = ratio_colour(0, dark), same = ratio_colour(0.5, dark), high = ratio_colour(1, dark);
        EXPECT_GT(low.b, low.r + 40);
        EXPECT_GT(high.r, high.b + 40);
        EXPECT_LT(std::abs(same.r - same.b), 16);
        EXPECT_EQ(ratio_colour(-3, dark), low);
        EXPECT_EQ(ratio_colour(7, dark), high);
    }
}

TEST(FactsBeside, MeetByTheirIdsAndSayWhatDiffers) {
    Facts one, two;
    one.facts = {{.id = "time", .name = "time", .text = "1 us"}, {.id = "device", .name = "device", .text = "H200"}, {.id = "brief", .name = "brief", .brief = "1"}};
    two.facts = {{.id = "device", .name = "device", .text = "H200"}, {.id = "time", .name = "time", .text = "2 us"}, {.id = "more", .name = "more", .text = "yes"}};
    const auto rows = facts_beside(std::vector{one, two});
    ASSERT_THAT(rows, SizeIs(3));
    EXPECT_EQ(rows[0].id, "time");
    EXPECT_THAT(rows[0].texts, ElementsAre("1 us", "2 us"));
    EXPECT_TRUE(rows[0].differs);
    EXPECT_FALSE(rows[1].differs);
    EXPECT_EQ(rows[2].name, "more");
    EXPECT_THAT(rows[2].texts, ElementsAre("", "yes"));
    EXPECT_TRUE(rows[2].differs);
}

TEST(PublishedCurves, AreThoseOfTheSources) {
    const auto curves = published_curves(analyzer::reproduce::figures());
    ASSERT_FALSE(curves.empty());
    for (const auto& curve : curves) {
        EXPECT_FALSE(curve.name.empty());
        for (const auto& point : curve.points) {
            const double rate = 1e3 * static_cast<double>(point.n) / point.ns;
            EXPECT_GT(rate, 1e-4) << curve.name << " at " << point.n;
            EXPECT_LT(rate, 1e5) << curve.name << " at " << point.n;
        }
    }
}

}  // namespace
}  // namespace sortscope::present
