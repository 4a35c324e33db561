#include "present/charts/breakdown.hpp"
#include "present/charts/compare.hpp"
#include "present/charts/matrix.hpp"
#include "present/charts/network.hpp"
#include "present/charts/roofline.hpp"
#include "present/charts/sweep.hpp"
#include "present/charts/timeline.hpp"
#include "present/charts/transactions.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/present/timed_case.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/memory_source.hpp"
#include "tests/sample/network.hpp"
#include "tests/sample/staged.hpp"

namespace sortscope::present {
namespace {

using namespace analyzer;
using sample::case_of;
using sample::launch_of;
using sample::staged_case;
using test::timed;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A file whose cases have two rounds, a tenth of a percent apart.
CaseFile file_of(std::vector<CaseRecord> cases) {
    CaseFile file;
    file.name = "a.db";
    for (auto& record : cases) {
        record.time_mode = record.time->mode = TimeMode::graph;
        record.run = record.run == RunId{} ? RunId{1} : record.run;
        record.time->rounds = {{0, record.time->median_ns, 0, 9},
                               {1, record.time->median_ns + record.time->median_ns / 1000, 0, 9}};
    }
    for (int run = 1; run <= 9; ++run) {
        RunRecord record;
        record.id = RunId{run};
        file.runs.push_back(record);
    }
    file.variances = RoundVariances(cases);
    file.cases = std::move(cases);
    return file;
}

std::vector<Sweep> block_sweeps_of(CaseFile& file) {
    sample::MemorySource source;
    for (const auto& record : file.cases) source.add(record);
    file.source = &source;
    const std::vector axes{parse_axis("block", file.cases)};
    return sweeps(file, axes, TimeMode::graph, 0.02);
}

TEST(MatrixChart, CellsAreStagesBySubstagesInOneUnit) {
    const auto record = staged_case();
    const auto chart = matrix_chart(stage_matrix(breakdown(record, Grouping::substage),
                                                 breakdown(record, Grouping::stage), time_metric()));
    EXPECT_THAT(chart.x.ticks, ElementsAre("1", "2"));
    EXPECT_THAT(chart.y.ticks, ElementsAre("1", "2"));
    ASSERT_TRUE(chart.heat);
    EXPECT_THAT(chart.heat->values, ElementsAre(10.0, std::nullopt, 60.0, 30.0));
    EXPECT_EQ(chart.colour.title, "Time (us, measured)");
    EXPECT_EQ(chart.colour.largest, 60);
    EXPECT_THAT(chart.hint(0, 2), HasSubstr("stage 2, substage 1\nTime: 60"));
}

TEST(MatrixChart, WithoutValuesSaysWhatGivesThem) {
    const auto record = staged_case();
    const auto chart = matrix_chart(stage_matrix(
        breakdown(record, Grouping::substage), breakdown(record, Grouping::stage), metric("divergent_pct")));
    EXPECT_TRUE(chart.empty());
    EXPECT_THAT(chart.empty_text, HasSubstr("divergent_pct"));
}

TEST(TransactionChart, StacksTheSizesOfEachStage) {
    std::vector<LaunchRecord> launches{launch_of(1, 1, "a", 0, 1000,
                                                 {{CounterId::gld_32b, Provenance::counted, 5},
                                                  {CounterId::gld_128b, Provenance::counted, 7}}),
                                       launch_of(2, 1, "a", 2000, 1000,
                                                 {{CounterId::gld_32b, Provenance::counted, 1},
                                                  {CounterId::gld_128b, Provenance::counted, 2}})};
    const auto counts = breakdown(case_of(1, launches), Grouping::stage);
    const auto chart = transaction_chart(counts, Access::loads);
    ASSERT_THAT(chart.series, SizeIs(4));
    EXPECT_TRUE(chart.stacked);
    EXPECT_EQ(chart.series[0].name, "32 bytes (counted)");
    EXPECT_EQ(chart.series[0].points[0].y, 5);
    EXPECT_EQ(chart.series[1].points[0].y, std::nullopt);
    EXPECT_EQ(chart.series[3].points[1].y, 2);
    EXPECT_THAT(chart.hint(3, 0), HasSubstr("128 bytes: 7 (counted)"));
    EXPECT_THAT(transaction_chart(counts, Access::stores).empty_text, HasSubstr("--counting"));
    EXPECT_TRUE(transaction_chart(counts, Access::loads, true).empty());
}

TEST(TimelineChart, HasALaneForEachStageTransferAndSeries) {
    auto record = staged_case();
    record.transfers = {{TransferKind::host_to_device, 4096, 0, 1000}};
    SeriesRecord series;
    series.metric = "dram__bytes_read.sum";
    series.unit = "bytes";
    series.start_ns = 0;
    series.interval_ns = 50'000;
    series.values = {100'000, 50'000};
    const std::vector all{series};
    const auto chart = timeline_chart(record, record.launches, all);
    EXPECT_THAT(chart.y.ticks,
                ElementsAre("host to device", "stage 1", "stage 2", "", "DRAM bytes read: up to 2 GB/s"));
    EXPECT_THAT(chart.y.foremost, ElementsAre(4));
    ASSERT_THAT(chart.series, SizeIs(4));  // transfers, two kernels, the series
    EXPECT_EQ(chart.series[1].points[0].y, 1);
    EXPECT_NEAR(chart.series[1].points[0].x_end - chart.series[1].points[0].x, 10, 1e-9);
    // The series is as high in its lane as its value is of the greatest: upwards from its name's lane over
    // the one above.
    EXPECT_NEAR(*chart.series[3].points[0].y, 4 + 0.4 - 1.8, 1e-9);
    EXPECT_NEAR(*chart.series[3].points[1].y, 4 + 0.4 - 0.9, 1e-9);
    EXPECT_THAT(chart.hint(1, 0), HasSubstr("launch 0: stage 1"));
    EXPECT_THAT(
        chart.note,
        testing::AllOf(HasSubstr("Between launches"),
                       HasSubstr(" of the time from the start of the first launch to the end of the last.")));
}

TEST(TimelineChart, LaunchesOfSeveralStreamsHaveALaneEachByTheirStart) {
    // The long one holds the short ones; the last to begin stands first in the file.
    std::vector<LaunchRecord> launches{sample::launch_of(1, 1, "a", 400, 100),
                                       sample::launch_of(1, 1, "a", 0, 1000),
                                       sample::launch_of(1, 1, "a", 100, 100)};
    for (std::size_t i = 0; i < launches.size(); ++i)
        launches[i].index = static_cast<std::uint32_t>(i), launches[i].stream_id = i == 1 ? 7 : 13;
    const auto record = sample::case_of(1, launches);
    const auto chart = timeline_chart(record, launches, {});
    EXPECT_THAT(chart.y.ticks, ElementsAre("stream 7", "stream 13"));
    std::vector<std::size_t> order;
    for (const auto& point : chart.series[0].points) order.push_back(point.row);
    EXPECT_THAT(order, ElementsAre(1, 2, 0));
    EXPECT_THAT(chart.hint(0, 0), HasSubstr("launch 1:"));
    for (auto& launch : launches) launch.stream_id = 7;
    EXPECT_THAT(timeline_chart(record, launches, {}).y.ticks, ElementsAre("stage 1"));
    // One number in two processes is two streams.
    for (auto& launch : launches) launch.stream_id = 7, launch.process_id = launch.index == 1 ? 20 : 10;
    EXPECT_THAT(timeline_chart(record, launches, {}).y.ticks,
                ElementsAre("process 20, stream 7", "process 10, stream 7"));
}

TEST(TimelineChart, CallsSeriesAsTheCatalogueDoes) {
    auto record = staged_case();
    std::vector<SeriesRecord> all;
    for (const char* name :
         {"dram__bytes_op_write.sum", "lts__t_sectors.sum", "sm__cycles_active.avg", "nobody__knows.sum"}) {
        auto& series = all.emplace_back();
        series.metric = name;
        series.unit = "sectors";
        series.interval_ns = 1000;
        series.values = {1, 2};
    }
    const auto chart = timeline_chart(record, record.launches, all);
    std::vector<std::string> names;
    for (const auto place : chart.y.foremost)
        names.push_back(chart.y.ticks[place].substr(0, chart.y.ticks[place].find(':')));
    EXPECT_THAT(names, ElementsAre("DRAM bytes written", "L2 sectors", "SMs active", "nobody__knows.sum"));
    // Overlaid, the lanes of the other come below, and what is foremost of it is so there.
    const std::vector<std::string> cases{"base", "other"};
    const auto both = timeline_overlay_chart({chart, chart}, cases);
    ASSERT_THAT(both.y.foremost, SizeIs(8));
    EXPECT_EQ(both.y.ticks[both.y.foremost[4]], "other: " + chart.y.ticks[chart.y.foremost[0]]);
    EXPECT_EQ(both.y.ticks[both.y.foremost[4] - 1], "");
}

TEST(TimelineChart, OfModelledLaunchesSaysThatTheyHaveNoTimes) {
    const auto record = sample::modelled_staged_case();
    EXPECT_THAT(timeline_chart(record, record.launches, {}).empty_text, HasSubstr("no times"));
}

TEST(TimelineChart, OfAPartOfTheLaunchesHasTheGapsOfAll) {
    auto record = staged_case();
    record.launch_count = 1000;
    record.launch_span = LaunchSpan{};
    record.launch_span->span_ns = 2'000'000;
    record.launch_span->busy_ns = 1'500'000;
    EXPECT_THAT(timeline_chart(record, record.launches, {}).note, HasSubstr("25.0 %"));
    record.launch_span.reset();
    EXPECT_THAT(timeline_chart(record, record.launches, {}).note,
                testing::Not(HasSubstr("Between launches")));
}

TEST(LaunchChart, HasABarOverTheLaunchesThatItStandsFor) {
    const auto record = staged_case();
    ASSERT_GE(record.launches.size(), 2u);
    const auto whole = breakdown(record, Grouping::stage);
    const std::vector<LaunchBar> bars{{record.launches[0], 0, 9}, {record.launches[1], 10, 10}};
    const auto chart = launch_chart(whole, bars, time_metric(), record);
    EXPECT_EQ(chart.x.scale, Scale::linear);
    EXPECT_FALSE(chart.stacked);
    std::size_t points = 0;
    for (std::size_t series = 0; series < chart.series.size(); ++series)
        for (std::size_t i = 0; i < chart.series[series].points.size(); ++i) {
            const auto& point = chart.series[series].points[i];
            const auto& bar = bars.at(point.row == record.launches[0].index ? 0 : 1);
            EXPECT_EQ(point.row, bar.launch.index);
            EXPECT_EQ(point.x, bar.first - 0.5);
            EXPECT_EQ(point.x_end, bar.last + 0.5);
            EXPECT_GT(point.y.value_or(0), 0);
            EXPECT_THAT(chart.hint(series, i), HasSubstr("launch"));
            ++points;
        }
    EXPECT_EQ(points, 2u);
    EXPECT_THAT(launch_chart(whole, {}, time_metric(), record).empty_text, testing::Not(IsEmpty()));
}

TEST(SweepChart, IsALineForEachSweepOverPowersOfTwo) {
    auto file = file_of({timed(1, "a", 1 << 20, 50'000, 128), timed(2, "a", 1 << 20, 40'000, 256),
                         timed(3, "b", 1 << 20, 70'000, 128), timed(4, "b", 1 << 20, 70'010, 256)});
    const auto chart = sweep_chart(block_sweeps_of(file));
    ASSERT_THAT(chart.series, SizeIs(2));
    EXPECT_EQ(chart.series[0].name, "a");
    EXPECT_EQ(chart.x.scale, Scale::log2);
    EXPECT_EQ(chart.series[0].points[1].x, 8);
    EXPECT_NEAR(*chart.series[0].points[1].y, 40.02, 0.01);  // the geometric mean of two rounds
    EXPECT_LT(chart.series[0].points[1].low, 40.02);
    EXPECT_THAT(chart.conditions, HasSubstr("2^20 keys"));
    EXPECT_THAT(chart.note, HasSubstr("a: best at 256."));
    EXPECT_EQ(chart.series[0].best, 1U);  // which is pointed out
    EXPECT_THAT(chart.note, HasSubstr("b: flat"));
    EXPECT_THAT(sweep_chart({}).empty_text, HasSubstr("--block"));
}

TEST(SweepHeatChart, IsTimeOverTheBestOfEachSize) {
    auto file = file_of({timed(1, "a", 1 << 10, 2'000, 128), timed(2, "a", 1 << 10, 4'000, 256),
                         timed(3, "a", 1 << 20, 90'000, 128), timed(4, "a", 1 << 20, 60'000, 256),
                         timed(5, "b", 1 << 20, 90'000, 128), timed(6, "b", 1 << 20, 60'000, 256)});
    const auto chart = sweep_heat_chart(block_sweeps_of(file));
    EXPECT_THAT(chart.x.ticks, ElementsAre("128", "256"));
    EXPECT_THAT(chart.y.ticks, ElementsAre("2^10", "2^20"));
    ASSERT_TRUE(chart.heat);
    EXPECT_THAT(chart.heat->texts, ElementsAre("1.00", "2.00", "1.50", "1.00"));
    EXPECT_THAT(chart.heat->outlined, ElementsAre(0U, 3U));
    EXPECT_THAT(chart.note, HasSubstr("1 sweep of other conditions left out."));
}

TEST(ComparisonChart, SortsByEffectAndNamesWhatDiffers) {
    const auto file = file_of({timed(1, "a", 1 << 10, 10'000), timed(2, "a", 1 << 20, 100'000),
                               timed(3, "b", 1 << 10, 12'000), timed(4, "b", 1 << 20, 90'000)});
    const std::vector files{file};
    CompareOptions options;
    options.across = {parse_axis("variant", file.cases)};
    const auto sides = comparison_sides(files, options);
    const auto chart = comparison_chart(compare(sides.at(0), sides.at(1), options), "a", "b", 0.02);
    EXPECT_TRUE(chart.sideways);
    EXPECT_THAT(chart.x.ticks, ElementsAre("2^10 keys", "2^20 keys"));
    ASSERT_THAT(chart.series, SizeIs(2));
    EXPECT_EQ(chart.series[0].name, "slower (1)");
    EXPECT_NEAR(*chart.series[0].points[0].y, 1.2, 1e-3);
    EXPECT_EQ(chart.series[1].points[0].x, 1);
    EXPECT_EQ(chart.series[1].points[0].case_id, CaseId{4});
    ASSERT_THAT(chart.bands, SizeIs(1));
    EXPECT_TRUE(chart.bands[0].of_y);
    EXPECT_NEAR(chart.bands[0].to, 1.02, 1e-12);
    const auto one = comparison_chart(compare(sides.at(0), sides.at(1), options), "a", "b", 0.02, 1);
    EXPECT_THAT(one.x.ticks, ElementsAre("2^10 keys"));
    EXPECT_THAT(one.note, HasSubstr("1 of 2 conditions"));
}

TEST(ComparisonChart, SaysHowWellItIsKnownAndOfWhat) {
    auto cases = std::vector{timed(1, "a", 1 << 10, 10'000), timed(2, "b", 1 << 10, 12'000),
                             timed(3, "b", 1 << 10, 11'000)};
    edit(cases[1]).config.params["max_keys"] = 8;
    edit(cases[2]).config.params["max_keys"] = 16;
    auto file = file_of(cases);
    for (auto& record : file.cases) record.time->count = 2, record.time->rounds.clear();
    file.variances = RoundVariances(file.cases);
    const std::vector files{file};
    CompareOptions options;
    options.across = {parse_axis("variant", file.cases)};
    const auto sides = comparison_sides(files, options);
    const auto chart = comparison_chart(compare(sides.at(0), sides.at(1), options), "a", "b", 0.02);
    EXPECT_EQ(chart.title, "Times of b (max_keys=16) over those of a");
    EXPECT_THAT(chart.note, HasSubstr("Intervals of 99 %, where trials are too few their range, of 50.0 % at "
                                      "the least; of 1 pair with one round on a side widened by "));
    EXPECT_THAT(chart.note, HasSubstr(" b: the fastest of several parameters or blocks."));
    EXPECT_THAT(chart.note, testing::Not(HasSubstr(" a: ")));
}

TEST(HistoryChart, MarksWhereTimesChanged) {
    std::vector<CaseRecord> cases;
    for (int run = 1; run <= 6; ++run) {
        cases.push_back(timed(run, "a", 1 << 20, run < 4 ? 100'000 : 110'000));
        cases.back().run = RunId{run};
    }
    const auto found = histories(file_of(cases), TimeMode::graph, 0.02);
    ASSERT_THAT(found, SizeIs(1));
    const auto chart = history_chart(found[0], 0.02);
    EXPECT_THAT(chart.x.ticks, ElementsAre("1", "2", "3", "4", "5", "6"));
    ASSERT_THAT(chart.marks, SizeIs(1));
    EXPECT_EQ(chart.marks[0].at, 2.5);
    EXPECT_THAT(chart.marks[0].text, HasSubstr("slower +10.0 %"));
    EXPECT_EQ(chart.series[0].points[5].case_id, CaseId{6});
}

TEST(RooflineChart, PlacesStagesBetweenTheLimitsOfMemoriesAndInstructions) {
    const std::vector<RoofLimit> roofs{{Roof::dram, 4e12, Provenance::measured},
                                       {Roof::instructions, 1e12, Provenance::published}};
    Placement stage;
    stage.stage = 3;
    stage.places = {{Roof::dram, 2e12, Provenance::measured, 0.5},
                    {Roof::instructions, 4e11, Provenance::measured, 0.4}};
    auto sort = stage;
    sort.stage = 0;
    sort.places[0].per_s = 1e12;
    const std::vector stages{stage};
    const auto chart = roofline_chart(stages, sort, roofs);
    ASSERT_THAT(chart.series, SizeIs(2));
    EXPECT_EQ(chart.series[0].kind, Series::Kind::points);
    ASSERT_THAT(chart.series[0].points, SizeIs(2));
    EXPECT_DOUBLE_EQ(chart.series[0].points[0].x, 0.2);
    EXPECT_DOUBLE_EQ(*chart.series[0].points[0].y, 400);
    EXPECT_THAT(chart.hint(0, 0), HasSubstr("stage 3"));
    EXPECT_THAT(chart.hint(0, 1), HasSubstr("the whole sort"));
    // The slanted line bends at the ridge, 1e12 / 4e12 instructions a byte.
    ASSERT_THAT(chart.series[1].points, SizeIs(3));
    EXPECT_DOUBLE_EQ(chart.series[1].points[1].x, 0.25);
    EXPECT_DOUBLE_EQ(*chart.series[1].points[1].y, 1000);
    EXPECT_DOUBLE_EQ(*chart.series[1].points[2].y, 1000);
    EXPECT_TRUE(chart.series[1].dashed);
    ASSERT_THAT(chart.marks, SizeIs(1));
    EXPECT_EQ(chart.marks[0].provenance, Provenance::published);
    EXPECT_THAT(roofline_chart({}, {}, roofs).empty_text, HasSubstr("--counters all"));
}

TEST(RooflineChart, OfACaseThatDidNotEndWellSaysSo) {
    auto record = staged_case();
    record.status = CaseStatus::unverified;
    const auto chart = case_roofline_chart(record, {}, {});
    EXPECT_TRUE(chart.series.empty());
    EXPECT_THAT(chart.empty_text, HasSubstr("limits"));
}

TEST(NetworkChart, ComparatorsOfALaunchThatWouldCoverEachOtherStandSideBySide) {
    const std::vector<NetworkLink> links{{.low = 0, .high = 1},
                                         {.low = 2, .high = 3, .descending = true},
                                         {.low = 0, .high = 2, .launch = 1},
                                         {.low = 1, .high = 3, .launch = 1}};
    const auto chart = network_chart(4, links);
    ASSERT_THAT(chart.series, SizeIs(2));
    EXPECT_THAT(chart.x.ticks, ElementsAre("0", "1", ""));
    EXPECT_EQ(chart.series[0].points[0].x, 0);
    EXPECT_EQ(chart.series[0].points[1].x, 1);
    EXPECT_EQ(chart.series[0].points[2].x, 2);
    EXPECT_EQ(chart.series[1].points[0].x, 0);
    EXPECT_EQ(chart.series[1].points[0].low, 2);
    ASSERT_THAT(chart.bands, SizeIs(1));
    EXPECT_EQ(chart.bands[0].from, 0.5);
    EXPECT_EQ(chart.bands[0].to, 2.5);
    EXPECT_THAT(chart.hint(1, 0), HasSubstr("launch 0: keys 2 and 3, the greater to 2"));
    EXPECT_EQ(chart.series[0].head, 1);
    EXPECT_EQ(chart.series[1].head, -1);
    EXPECT_THAT(chart.note, HasSubstr("Arrows point to where the greater key goes"));
    const auto one_way = network_chart(4, std::span(links).first(1));
    EXPECT_EQ(one_way.series.at(0).head, 0);
    EXPECT_EQ(one_way.note, "");
    EXPECT_TRUE(network_chart(4, {}).empty());
}

}  // namespace
}  // namespace sortscope::present
