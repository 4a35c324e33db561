// Several cases in one chart.
#include <gmock/gmock.h>

#include "analyzer/advice/advice.hpp"
#include "present/charts/breakdown.hpp"
#include "present/charts/compare.hpp"
#include "present/charts/matrix.hpp"
#include "present/charts/notes.hpp"
#include "present/charts/roofline.hpp"
#include "present/charts/timeline.hpp"
#include "present/tables/condition_columns.hpp"
#include "tests/present/look.hpp"
#include "tests/present/timed_case.hpp"

namespace sortscope::present {
namespace {
using namespace test;
using analyzer::Grouping;
using sample::launch_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;
using Records = std::vector<const CaseRecord*>;
using testing::AllOf;
using testing::Not;

CaseRecord of_block(uint32_t block, CaseRecord record = sample::staged_case()) {
    record.id = CaseId{block};
    edit(record).config.block = block;
    return record;
}

std::shared_ptr<const analyzer::Breakdown> by(Grouping grouping, const CaseRecord& record) {
    return std::make_shared<const analyzer::Breakdown>(analyzer::breakdown(record, grouping));
}

std::vector<OverlayCase> by_stage(const Records& records) {
    std::vector<OverlayCase> cases;
    for (const auto* record : records) cases.push_back({record, by(Grouping::stage, *record)});
    return cases;
}

std::vector<MatrixCase> matrices(const Records& records) {
    std::vector<MatrixCase> cases;
    for (const auto* record : records)
        cases.push_back({record, analyzer::stage_matrix(*by(Grouping::substage, *record),
                                                        *by(Grouping::stage, *record), time_metric())});
    return cases;
}

const auto late = launch_of(3, 1, "late", 400'000, 7'000);

TEST(Overlay, NamesCasesByWhatDiffers) {
    const auto one = timed(1, "a", 1024, 10), two = timed(2, "a", 1024, 10, 128),
               three = timed(3, "a", 1024, 10);
    EXPECT_THAT(overlay_names(Records{&one, &two}), ElementsAre("block 256", "block 128"));
    EXPECT_THAT(without_shared_parts({"a, x, 1", "a, y, 1", "b, x", ""}, ", "),
                ElementsAre("a, x", "a, y", "b", ""));
    EXPECT_THAT(overlay_names(Records{&one, &three}), ElementsAre("case 1", "case 3"));
    EXPECT_THAT(overlay_names(Records{&one, &two, &three}),
                ElementsAre("block 256, case 1", "block 128", "block 256, case 3"));
}

TEST(Overlay, BarsStandSideBySideAndMeetByStage) {
    const auto base = sample::staged_case(), modelled = sample::modelled_staged_case();
    auto other = of_block(128);
    other.launches.push_back(late);
    const auto chart = breakdown_overlay_chart(by_stage({&base, &other}), time_metric());
    EXPECT_FALSE(chart.stacked);
    EXPECT_THAT(chart.x.ticks, ElementsAre("1", "2", "3"));
    EXPECT_THAT(names(chart), ElementsAre("block 256", "block 128"));
    EXPECT_TRUE(chart.series[0].emphasised);
    EXPECT_THAT(values(chart.series[0]), ElementsAre(10, 90, std::nullopt));
    EXPECT_THAT(values(chart.series[1]), ElementsAre(10, 90, 7));
    EXPECT_EQ(chart.y.unit, "us");
    EXPECT_THAT(chart.hint(1, 1), HasSubstr("1.000 of block 256"));
    const auto half = breakdown_overlay_chart(by_stage({&base, &modelled}), time_metric());
    EXPECT_THAT(half.note, HasSubstr("Without such values"));
    EXPECT_TRUE(breakdown_overlay_chart(by_stage({&modelled}), time_metric()).empty());
}

TEST(Overlay, OfDifferentNetworksTheNoteSaysHowStagesArePaired) {
    const auto base = sample::staged_case();
    auto other = base;
    other.id = CaseId{2};
    other.subject.name = "other";
    const auto note = [&] { return different_networks(by_stage({&base, &other})); };
    EXPECT_EQ(note(), "") << "their stages have the same labels";
    for (auto& launch : other.launches) launch.stage.label = "pass " + std::to_string(launch.stage.stage);
    EXPECT_NE(note(), "");
    EXPECT_THAT(breakdown_overlay_chart(by_stage({&base, &other}), time_metric()).note, HasSubstr(note()));
    other.subject.name = base.subject.name;
    EXPECT_EQ(note(), "") << "cases of one variant are paired by number";
}

RooflineCase placed(const CaseRecord& record, double l2_per_s) {
    using analyzer::Roof;
    constexpr auto measured = Provenance::measured;
    auto advice = std::make_shared<analyzer::Advice>();
    advice->roofs = {{Roof::l2, 8e12, measured}, {Roof::instructions, 1e12, measured}};
    advice->sort.time_ns = 1'000;
    advice->sort.places = {{Roof::l2, l2_per_s, measured, l2_per_s / 8e12},
                           {Roof::instructions, 2e11, measured, 0.2}};
    return {&record, advice};
}

TEST(Overlay, RooflinesOfOthersAreOpenMarksUnderTheLimitsOfTheFirst) {
    const auto base = timed(1, "a", 1024, 10), bare = timed(3, "c", 1024, 10);
    auto other = timed(2, "b", 1024, 10);
    other.device.name = "Another GPU";
    const std::vector cases{placed(base, 4e12), placed(other, 1e12), placed(bare, 0)};
    EXPECT_THAT(names(roofline_overlay_chart(std::span(cases).first(1))),
                ElementsAre(StartsWith("L2, limit"), ""));
    const auto chart = roofline_overlay_chart(cases);
    EXPECT_THAT(names(chart), ElementsAre("L2", "", StartsWith("L2, b")));
    const auto& marks = chart.series[2];
    EXPECT_TRUE(marks.dashed);
    EXPECT_EQ(marks.colour, chart.series[0].colour);
    EXPECT_NEAR(marks.points.at(0).x, 0.2, 1e-9);  // instructions a byte
    EXPECT_THAT(chart.hint(2, 0), HasSubstr("\nthe whole sort"));
    EXPECT_THAT(chart.hint(0, 0), StartsWith("a"));
    EXPECT_THAT(chart.note,
                AllOf(StartsWith("Filled marks: a. Open marks: b. "), HasSubstr("is of Another GPU"),
                      HasSubstr("Without counted traffic and instructions: c")));
    EXPECT_TRUE(roofline_overlay_chart({}).empty());
}

TEST(Overlay, TransactionsOfEachCaseStandInEachRowByProvenance) {
    const auto launches = [](Provenance provenance) {
        return std::vector{
            launch_of(1, 1, "a", 0, 1000,
                      {{CounterId::gld_32b, provenance, 5}, {CounterId::gld_128b, provenance, 7}}),
            launch_of(2, 1, "a", 2000, 1000, {{CounterId::gld_32b, provenance, 1}})};
    };
    const auto base = sample::case_of(1, launches(Provenance::counted)), third = of_block(64, base),
               other = of_block(128, sample::case_of(2, launches(Provenance::modelled)));
    const auto cases = by_stage({&base, &other, &third});
    const auto chart = transaction_chart(cases, Access::loads);
    EXPECT_THAT(chart.x.ticks,
                ElementsAre("1", "1, block 128", "1, block 64", "2", "2, block 128", "2, block 64"));
    EXPECT_THAT(chart.x.foremost, ElementsAre(0, 3));
    ASSERT_THAT(chart.bands, SizeIs(1));
    EXPECT_EQ(std::tuple(chart.bands[0].from, chart.bands[0].to), std::tuple(2.5, 5.5));
    ASSERT_THAT(chart.series, SizeIs(8));
    for (size_t size = 0; size < 4; ++size) {
        EXPECT_EQ(chart.series[size].provenance, Provenance::counted);
        EXPECT_EQ(chart.series[size + 4].provenance, Provenance::modelled);
        EXPECT_EQ(chart.series[size + 4].colour, chart.series[size].colour);
    }
    EXPECT_THAT(values(chart.series[0]), ElementsAre(5, 5, 1, 1));
    EXPECT_THAT(values(chart.series[4]), ElementsAre(5, 1));
    EXPECT_EQ(std::tuple(chart.series[4].points[1].x, chart.series[0].name, chart.series[4].name),
              std::tuple(4, "32 bytes (counted)", "32 bytes (modelled)"));
    EXPECT_EQ(chart.y.title, "transactions of loads (counted and modelled)");
    EXPECT_THAT(chart.hint(4, 0), AllOf(StartsWith("block 128\nstage 1"), HasSubstr("5 (modelled)")));
    EXPECT_THAT(chart.note, HasSubstr("from left to right: block 256; block 128; block 64."));
    EXPECT_FALSE(transaction_chart(cases, Access::stores).empty_text.empty());
}

TEST(Overlay, ColoursOfTimelinesAreOnOneAxisThatSaysWhose) {
    const auto timeline = [](double least, double largest, const char* title) {
        const auto record = sample::staged_case();
        auto chart = timeline_chart(record, record.launches);
        chart.colour = {.title = title, .unit = "requests", .least = least, .largest = largest};
        return chart;
    };
    const std::vector<std::string> cases{"one", "two", "three"};
    const auto none = timeline(0, 1, ""), counted = timeline(5, 10, "requests (counted)");
    const auto chart = timeline_overlay_chart({none, counted, timeline(3, 7, "requests (modelled)")}, cases);
    EXPECT_EQ(chart.colour.title, "requests (counted); three: requests (modelled)");
    EXPECT_EQ(chart.colour.least, 3) << "not the 0 of an axis without values";
    EXPECT_EQ(chart.colour.largest, 10);
    const auto alike = timeline_overlay_chart({counted, none, timeline(3, 7, "requests (counted)")}, cases);
    EXPECT_EQ(std::tuple(alike.colour.title, alike.colour.least), std::tuple("requests (counted)", 3));
}

TEST(Overlay, TimelinesStandBelowEachOtherOnOneAxis) {
    const auto base = sample::staged_case(),
               other = sample::case_of(2, {launch_of(1, 1, "a", 0, 3'000'000'000),
                                           launch_of(2, 1, "b", 4'000'000'000, 1'000'000'000)});
    const std::vector<std::string> cases{"base", "other"};
    const auto chart = timeline_overlay_chart(
        {timeline_chart(base, base.launches), timeline_chart(other, other.launches)}, cases);
    EXPECT_THAT(chart.y.ticks,
                ElementsAre("base: stage 1", "base: stage 2", "other: stage 1", "other: stage 2"));
    EXPECT_EQ(chart.x.unit, "us");
    EXPECT_THAT(names(chart), ElementsAre("step", "last", "a, other", "b, other"));
    EXPECT_NEAR(chart.series[2].points[0].x_end, 3e6, 1e-3) << "seconds in the unit of the first";
    EXPECT_EQ(chart.series[2].points[0].y, 2);
    EXPECT_THAT(chart.hint(2, 0), StartsWith("other\nlaunch 0"));
    EXPECT_THAT(chart.hint(0, 0), StartsWith("base\n"));
}

TEST(Overlay, AreasOfSeriesMoveWithTheirLanes) {
    const auto timeline = [] {
        const auto record = sample::staged_case();
        auto chart = timeline_chart(record, record.launches);
        chart.series.push_back({.kind = Series::Kind::steps, .name = "GPU active", .floor = 0.4});
        chart.series.back().points.push_back({.x = 0, .y = 0.1});
        return chart;
    };
    const std::vector<std::string> cases{"base", "other"};
    const auto chart = timeline_overlay_chart({timeline(), timeline()}, cases);
    const double lanes = double(chart.y.ticks.size()) / 2;
    EXPECT_EQ(chart.series.back().floor, 0.4 + lanes);
    EXPECT_EQ(chart.series.back().points[0].y, 0.1 + lanes);
}

TEST(Overlay, TrialsOfAllCasesAreDrawnOverEachOther) {
    const auto trial = [](uint32_t index, int64_t ns, bool accepted = true) {
        TrialRecord made;
        made.kind = TrialKind::time;
        made.index = index;
        made.duration_ns = ns;
        made.accepted = accepted;
        made.round = index / 2;
        made.time_mode = TimeMode::stream;
        return made;
    };
    auto one = timed(1, "a", 1024, 10'000), two = timed(2, "a", 1024, 400'000, 128),
         none = timed(3, "a", 1024, 10'000, 64);
    one.time_mode = two.time_mode = none.time_mode = TimeMode::stream;
    one.trials = {trial(0, 10'000), trial(1, 11'000, false)};
    two.trials = {trial(0, 400'000), trial(1, 400'000), trial(2, 390'000)};
    none.trials.clear();
    const auto chart = trials_chart(Records{&one, &two, &none});
    EXPECT_THAT(names(chart), ElementsAre(StartsWith("block 256: median 10.00 us"), "block 256, left out",
                                          StartsWith("block 128: median 400.0 us")));
    EXPECT_TRUE(chart.series[1].dashed);
    EXPECT_EQ(chart.series[1].points.at(0).x, 2) << "its second trial";
    EXPECT_THAT(chart.series[2].points, SizeIs(3));
    EXPECT_NE(chart.series[0].colour, chart.series[2].colour);
    ASSERT_THAT(chart.marks, SizeIs(2));
    EXPECT_EQ(chart.marks[1].text, "") << "the legend has the median";
    EXPECT_EQ(chart.y.scale, Scale::logarithmic) << "times 40 apart";
    EXPECT_EQ(chart.note, "Without time trials: block 64.");
    EXPECT_THAT(chart.bands, SizeIs(0));
    EXPECT_THAT(chart.hint(1, 0), HasSubstr("left out"));
    EXPECT_TRUE(trials_chart(Records{&none, &none}).empty());
    const auto alone = trials_chart(Records{&two});
    EXPECT_THAT(names(alone), ElementsAre("accepted"));
    ASSERT_THAT(alone.bands, SizeIs(1)) << "its second round";
    EXPECT_EQ(std::tuple(alone.bands[0].from, alone.bands[0].to), std::tuple(2.5, 3.5));
}

TEST(Overlay, MatricesStandBesideEachOtherOrAsTheirRatio) {
    const auto base = sample::staged_case(), modelled = sample::modelled_staged_case();
    auto other = of_block(128);
    other.launches[0].duration_ns = 20'000;
    other.launches[1].duration_ns = 15'000;
    other.launches.push_back(late);
    const auto cases = matrices({&base, &other});
    const auto beside = matrices_chart(cases);
    EXPECT_THAT(beside.x.ticks, ElementsAre("1", "2", "", "1", "2"));
    EXPECT_THAT(beside.y.ticks, ElementsAre("1", "2", "3"));
    EXPECT_THAT(beside.heat->cases, ElementsAre("block 256", "block 256", "", "block 128", "block 128"));
    EXPECT_EQ(std::tuple(beside.heat->values[0], beside.heat->values[3]), std::tuple(10, 20));
    EXPECT_EQ(std::tuple(beside.heat->values[2], beside.heat->texts[13]), std::tuple(std::nullopt, "7.0"));
    EXPECT_THAT(beside.note, HasSubstr("block 256; block 128"));
    EXPECT_THAT(beside.hint(0, 3), StartsWith("block 128\nstage 1, substage 1"));
    const auto ratio = matrix_ratio_chart(cases);
    EXPECT_TRUE(ratio.colour.ratio);
    EXPECT_EQ(std::tuple(ratio.heat->values.at(0), ratio.heat->values.at(2)), std::tuple(2, 0.25));
    EXPECT_EQ(std::tuple(ratio.colour.largest, ratio.colour.least), std::tuple(4, 0.25));
    EXPECT_THAT(ratio.y.ticks, ElementsAre("1", "2"));  // a case lacks stage 3
    EXPECT_THAT(ratio.note, HasSubstr("block 128, as a multiple of block 256. Cells that are"));
    EXPECT_THAT(ratio.heat->cases, ElementsAre("block 128", "block 128"));
    EXPECT_THAT(ratio.hint(0, 0), HasSubstr("2.000 of block 256\nblock 128: 20.00 us (measured)"));
    EXPECT_FALSE(matrix_ratio_chart(matrices({&base, &modelled})).empty_text.empty());
    EXPECT_THAT(matrices_chart(matrices({&base, &modelled})).note, HasSubstr("Without such values"));
    EXPECT_FALSE(matrices_chart(matrices({&modelled})).empty_text.empty());
    EXPECT_TRUE(matrices_chart({}).empty());
}

TEST(Overlay, RatiosNameWhatTheyLeaveOut) {
    const auto base = sample::staged_case();
    auto other = of_block(128);
    const auto note = [](const CaseRecord& a, const CaseRecord& b) {
        return matrix_ratio_chart(matrices({&a, &b})).note;
    };
    EXPECT_THAT(note(base, other), Not(HasSubstr("left out")));
    other.launches[0].duration_ns = 0;
    EXPECT_THAT(note(base, other), HasSubstr("Cells that are 0 in one of them are left out."));
    EXPECT_THAT(note(other, base), HasSubstr("Cells that are 0 in one of them are left out."));
    other.launches.push_back(late);
    EXPECT_THAT(note(base, other),
                HasSubstr("Cells that are in one of them only, or 0 in one, are left out."));
}

TEST(Overlay, HeatMapsStandBesideEachOther) {
    const auto map_of = [](std::vector<std::string> columns, std::vector<std::string> rows,
                           std::vector<std::optional<double>> values, std::vector<size_t> best) {
        Chart chart;
        chart.x.ticks = std::move(columns);
        chart.y.ticks = std::move(rows);
        chart.colour.least = 1;
        chart.colour.largest = values.back().value_or(1);
        auto& heat = chart.heat.emplace(
            HeatMap{.values = values, .texts = {values.size(), "x"}, .outlined = std::move(best)});
        for (size_t cell = 0; cell < values.size(); ++cell)
            heat.hints.push_back("cell " + std::to_string(cell));
        return chart;
    };
    const Chart none{.empty_text = "nothing"};
    const std::vector<std::string> cases{"a", "b", "c"};
    const auto beside = [&](const std::vector<Chart>& charts) { return heat_charts_beside(charts, cases); };
    const auto chart = beside({map_of({"1", "2"}, {"8", "16"}, {1, 2, 3, 1}, {0, 3}), none,
                               map_of({"4"}, {"16", "32"}, {1, 5}, {0})});
    EXPECT_THAT(chart.x.ticks, ElementsAre("1", "2", "", "4"));
    EXPECT_THAT(chart.y.ticks, ElementsAre("8", "16", "32"));
    EXPECT_EQ(chart.heat->values,
              (std::vector<std::optional<double>>{1, 2, {}, {}, 3, 1, {}, 1, {}, {}, {}, 5}));
    EXPECT_THAT(chart.heat->outlined, ElementsAre(0, 5, 7));
    EXPECT_EQ(chart.colour.largest, 5);
    EXPECT_EQ(chart.note, "From left to right: a; c. Without such values: b.");
    EXPECT_EQ(std::tuple(chart.hint(0, 5), chart.hint(0, 11)), std::tuple("a\ncell 3", "c\ncell 1"));
    EXPECT_EQ(chart.hint(0, 2), "");
    EXPECT_THAT(chart.heat->cases, ElementsAre("a", "a", "", "c"));
    EXPECT_TRUE(beside({}).empty());
    // The case shown may lack a map. Conditions and notes are a case's own.
    auto first = map_of({"1"}, {"8"}, {2}, {0}), second = map_of({"4"}, {"16"}, {5}, {0});
    first.conditions = "uniform", first.note = "2 sweeps left out.";
    second.conditions = "reversed", second.note = "1 sweep left out.";
    const auto others = beside({none, first, second});
    EXPECT_THAT(others.x.ticks, ElementsAre("1", "", "4"));
    EXPECT_EQ(others.conditions, "");
    EXPECT_EQ(others.note,
              "From left to right: b; c. Without such values: a. b: 2 sweeps left out. c: 1 sweep left out.");
    EXPECT_EQ(others.hint(0, 0), "b\ncell 0");
    second.conditions = "uniform";
    EXPECT_EQ(beside({first, second}).conditions, "uniform");
    EXPECT_EQ(beside({none, first}).note, "Drawn: b. Without such values: a. b: 2 sweeps left out.");
    EXPECT_EQ(beside({none, none}).empty_text, "nothing");
}
}  // namespace
}
