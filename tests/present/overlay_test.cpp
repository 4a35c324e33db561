// Several cases in one chart: bars side by side, transactions beside each other, timelines below each other.
#include "present/charts/breakdown.hpp"
#include "present/charts/roofline.hpp"
#include "present/charts/timeline.hpp"
#include "present/charts/transactions.hpp"
#include "present/tables/condition_columns.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "analyzer/advice/advice.hpp"
#include "present/charts/trials.hpp"
#include "tests/present/timed_case.hpp"
#include "tests/sample/edit.hpp"
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
    auto one = test::timed(1, "a", 1024, 10), two = test::timed(2, "a", 1024, 10, 128),
         three = test::timed(3, "a", 1024, 10);
    EXPECT_THAT(overlay_names(std::vector<const CaseRecord*>{&one, &two}),
                ElementsAre("block 256", "block 128"));
    EXPECT_THAT(overlay_names(std::vector<const CaseRecord*>{&one, &three}), ElementsAre("case 1", "case 3"));
    EXPECT_THAT(overlay_names(std::vector<const CaseRecord*>{&one, &two, &three}),
                ElementsAre("block 256, case 1", "block 128", "block 256, case 3"));
}

TEST(Overlay, BarsStandSideBySideAndMeetByStage) {
    const auto base = sample::staged_case();
    auto other = base;
    other.id = CaseId{2};
    edit(other).config.block = 128;
    other.launches.push_back(sample::launch_of(3, 1, "late", 400'000, 20'000));
    const std::vector cases{overlaid(base), overlaid(other)};
    const auto chart = breakdown_overlay_chart(cases, time_metric());
    EXPECT_FALSE(chart.stacked);
    EXPECT_THAT(chart.x.ticks,
                ElementsAre("1", "2", "3"));  // the first case's rows, then those that others alone have
    ASSERT_THAT(chart.series, SizeIs(2));
    EXPECT_EQ(chart.series[0].name, "block 256");
    EXPECT_TRUE(chart.series[0].emphasised);
    EXPECT_EQ(chart.series[0].points[1].y, 90);
    EXPECT_EQ(chart.series[0].points[2].y, std::nullopt);
    EXPECT_EQ(chart.series[1].points[2].y, 20);
    EXPECT_EQ(chart.y.unit, "us");
    EXPECT_THAT(chart.hint(1, 1), HasSubstr("1.000 of block 256"));
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
    edit(other).config.block = 128;
    const std::vector cases{overlaid(base), overlaid(other)};
    const auto alone = breakdown_chart(*cases.front().breakdown, time_metric(), base);
    const auto both = breakdown_overlay_chart(cases, time_metric());
    EXPECT_EQ(alone.y.unit, "us");
    EXPECT_EQ(both.y.unit, alone.y.unit);
    EXPECT_EQ(both.series[0].points[0].y, 2);
}

RooflineCase placed(const CaseRecord& record, double l2_per_s) {
    using analyzer::Roof;
    auto advice = std::make_shared<analyzer::Advice>();
    advice->roofs = {{Roof::l2, 8e12, Provenance::measured},
                     {Roof::instructions, 1e12, Provenance::measured}};
    advice->sort = {0,
                    "",
                    1'000,
                    {{Roof::l2, l2_per_s, Provenance::measured, l2_per_s / 8e12},
                     {Roof::instructions, 2e11, Provenance::measured, 0.2}}};
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
    EXPECT_THAT(chart.hint(chart.series.size() - 1, 0), HasSubstr("\nthe whole sort"));
    EXPECT_THAT(chart.hint(0, 0), testing::StartsWith("a"));
    EXPECT_THAT(chart.note, testing::StartsWith("Filled marks: a. Open marks: b. "));  // c has none
    EXPECT_THAT(chart.note, HasSubstr("is of Another GPU"));
    EXPECT_THAT(chart.note, HasSubstr("Without counted traffic and instructions: c"));
    EXPECT_TRUE(roofline_overlay_chart({}).empty());
}

TEST(Overlay, TransactionsOfEachCaseStandInEachRow) {
    const std::vector<LaunchRecord> launches{
        sample::launch_of(
            1, 1, "a", 0, 1000,
            {{CounterId::gld_32b, Provenance::counted, 5}, {CounterId::gld_128b, Provenance::counted, 7}}),
        sample::launch_of(
            2, 1, "a", 2000, 1000,
            {{CounterId::gld_32b, Provenance::counted, 1}, {CounterId::gld_128b, Provenance::counted, 2}})};
    const auto base = sample::case_of(1, launches);
    auto other = sample::case_of(2, launches);
    edit(other).config.block = 128;
    const std::vector cases{overlaid(base), overlaid(other)};
    const auto chart = transaction_chart(cases, Access::loads);
    EXPECT_THAT(chart.x.ticks, ElementsAre("1", "1, block 128", "2", "2, block 128"));
    ASSERT_THAT(chart.series, SizeIs(4));
    EXPECT_EQ(chart.series[0].points[0].y, 5);
    EXPECT_EQ(chart.series[0].points[1].y, 5);
    EXPECT_EQ(chart.series[0].points[2].y, 1);
    EXPECT_THAT(chart.hint(0, 3), HasSubstr("block 128\nstage 2"));
    EXPECT_THAT(chart.note, HasSubstr("from left to right: block 256; block 128."));
    EXPECT_FALSE(transaction_chart(cases, Access::stores).empty_text.empty());
}

TEST(Overlay, TransactionsOfEachProvenanceAreNamedAndMarkedAsSuch) {
    const auto launches = [](Provenance provenance) {
        return std::vector{sample::launch_of(
            1, 1, "a", 0, 1000, {{CounterId::gld_32b, provenance, 5}, {CounterId::gld_128b, provenance, 7}})};
    };
    const auto base = sample::case_of(1, launches(Provenance::counted));
    auto other = sample::case_of(2, launches(Provenance::modelled)), third = base;
    edit(other).config.block = 128;
    edit(third).config.block = 64;
    const std::vector cases{overlaid(base), overlaid(other), overlaid(third)};
    const auto chart = transaction_chart(cases, Access::loads);
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
    EXPECT_THAT(chart.hint(4, 0), HasSubstr("5 (modelled)"));
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
    const auto chart = timeline_overlay_chart({timeline(0, 0, nullptr), timeline(5, 10, "requests (counted)"),
                                               timeline(3, 7, "requests (modelled)")},
                                              names);
    EXPECT_EQ(chart.colour.title, "requests (counted); three: requests (modelled)");
    EXPECT_EQ(chart.colour.least, 3) << "not the 0 of an axis without values";
    EXPECT_EQ(chart.colour.largest, 10);
    const auto alike = timeline_overlay_chart({timeline(5, 10, "requests (counted)"), timeline(0, 0, nullptr),
                                               timeline(3, 7, "requests (counted)")},
                                              names);
    EXPECT_EQ(alike.colour.title, "requests (counted)");
    EXPECT_EQ(alike.colour.least, 3);
}

TEST(Overlay, TimelinesStandBelowEachOtherOnOneAxis) {
    const auto base = sample::staged_case();
    std::vector<LaunchRecord> slow{sample::launch_of(1, 1, "a", 0, 3'000'000'000),
                                   sample::launch_of(2, 1, "b", 4'000'000'000, 1'000'000'000)};
    const auto other = sample::case_of(2, slow);
    const std::vector<std::string> names{"base", "other"};
    auto timelines =
        std::vector{timeline_chart(base, base.launches, {}), timeline_chart(other, other.launches, {})};
    const auto lanes = timelines[0].y.ticks.size();
    const auto unit = timelines[0].x.unit;
    const auto series = timelines[0].series.size();
    const auto chart = timeline_overlay_chart(std::move(timelines), names);
    EXPECT_THAT(chart.y.ticks, SizeIs(lanes + 2));
    EXPECT_EQ(chart.y.ticks[lanes], "other: stage 1");
    EXPECT_EQ(chart.x.unit, unit);
    const auto& first = chart.series[series].points[0];
    EXPECT_NEAR(first.x_end, unit == "us" ? 3e6 : 3e3, 1e-3)
        << "seconds of the other in the unit of the first";
    EXPECT_EQ(*first.y, static_cast<double>(lanes));
    EXPECT_THAT(chart.hint(series, 0), HasSubstr("other\nlaunch 0"));
    EXPECT_THAT(chart.hint(0, 0), HasSubstr("base\n"));
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
    auto one = test::timed(1, "a", 1024, 10'000), two = test::timed(2, "a", 1024, 400'000, 128),
         none = test::timed(3, "a", 1024, 10'000, 64);
    one.time_mode = two.time_mode = none.time_mode = TimeMode::stream;
    one.trials = {trial(0, 10'000), trial(1, 11'000, false)};
    two.trials = {trial(0, 400'000), trial(1, 400'000), trial(2, 390'000)};
    none.trials.clear();
    const auto chart = trials_chart(std::vector<const CaseRecord*>{&one, &two, &none});
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
    EXPECT_THAT(chart.hint(1, 0), HasSubstr("left out"));
    EXPECT_TRUE(trials_chart(std::vector<const CaseRecord*>{&none, &none}).empty());
    EXPECT_EQ(trials_chart(std::vector<const CaseRecord*>{&one}).series[0].name, "accepted");
}

}  // namespace
}  // namespace sortscope::present
