#include <gmock/gmock.h>

#include <cstdlib>

#include "present/charts/breakdown.hpp"
#include "present/charts/compare.hpp"
#include "present/charts/matrix.hpp"
#include "present/charts/network.hpp"
#include "present/charts/roofline.hpp"
#include "present/charts/sweep.hpp"
#include "present/charts/timeline.hpp"
#include "present/palette.hpp"
#include "tests/present/look.hpp"
#include "tests/present/timed_case.hpp"
#include "tests/sample/memory_source.hpp"

namespace sortscope::present {
namespace {
using namespace analyzer;
using namespace test;
using sample::case_of;
using sample::launch_of;
using sample::staged_case;
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
    for (int run = 1; run <= 9; ++run) file.runs.emplace_back().id = RunId{run};
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

/// Keeps references to `files`.
Comparison compared_variants(const std::vector<CaseFile>& files) {
    CompareOptions options;
    options.across = {"variant"};
    const auto sides = comparison_sides(files, options);
    return compare(sides.at(0), sides.at(1), options);
}

Chart matrix_chart_of(const CaseRecord& record, const Metric& metric) {
    return matrices_chart(
        std::vector<MatrixCase>{{nullptr, stage_matrix(breakdown(record, Grouping::substage),
                                                       breakdown(record, Grouping::stage), metric)}});
}

TEST(MatrixChart, CellsAreStagesBySubstagesInOneUnit) {
    const auto chart = matrix_chart_of(staged_case(), time_metric());
    EXPECT_THAT(chart.x.ticks, ElementsAre("1", "2"));
    EXPECT_THAT(chart.y.ticks, ElementsAre("1", "2"));
    ASSERT_TRUE(chart.heat);
    EXPECT_THAT(chart.heat->values, ElementsAre(10.0, std::nullopt, 60.0, 30.0));
    EXPECT_EQ(std::tuple(chart.colour.title, chart.colour.largest), std::tuple("Time (us, measured)", 60));
    EXPECT_THAT(chart.hint(0, 2), HasSubstr("stage 2, substage 1\nTime: 60"));
    EXPECT_EQ(chart.note, "");
    const auto none = matrix_chart_of(staged_case(), metric("divergent_pct"));
    EXPECT_TRUE(none.empty());
    EXPECT_THAT(none.empty_text, HasSubstr("divergent_pct"));
}

TEST(TimelineChart, BeginsAtTheFirstLaunchAndFoldsTransfersAroundIt) {
    auto record = staged_case();
    const auto start = *record.launches[0].start_ns, end = start + *record.launches[0].duration_ns;
    record.transfers = {{TransferKind::host_to_device, 4096, start - 5000, 1000}};
    auto chart = timeline_chart(record, record.launches);
    EXPECT_THAT(chart.y.ticks, ElementsAre("stage 1", "stage 2"));
    ASSERT_THAT(chart.series, SizeIs(2));  // one for each kernel
    EXPECT_EQ(std::tuple(chart.series[0].points[0].x, chart.series[0].points[0].y), std::tuple(0, 0));
    EXPECT_NEAR(chart.series[0].points[0].x_end, 10, 1e-9);
    EXPECT_THAT(chart.hint(0, 0), HasSubstr("launch 0: stage 1"));
    EXPECT_THAT(chart.note, HasSubstr("Between launches"));
    EXPECT_THAT(chart.note, HasSubstr("Not drawn: 1 transfer"));
    record.transfers.push_back({TransferKind::device_to_host, 4096, end, 10});  // between launches
    chart = timeline_chart(record, record.launches);
    EXPECT_THAT(names(chart), ElementsAre("transfers", "step", "last"));
    EXPECT_THAT(chart.note, HasSubstr("Not drawn: 1 transfer"));
    EXPECT_NEAR(timeline_chart(record, record.launches, start - 1000).series[1].points[0].x, 1, 1e-9);
}

/// Both launches of staged_case(), from 700 ns on the run's clock.
SampledRun sampled(std::vector<SeriesRecord> series) {
    return {TimeMode::graph,
            {{TimeMode::graph, 0, 700, 12'000}, {TimeMode::graph, 1, 13'000, 61'000}},
            std::move(series)};
}

TEST(SampledChart, SeriesAndLaunchesAreOnOneClock) {
    auto record = staged_case();
    record.device.clock_khz = 1'000'000;
    record.time_mode = TimeMode::graph;
    record.time = TimeSummary{.median_ns = 66'636, .count = 1, .mode = TimeMode::graph};
    const auto chart =
        sampled_chart(record, record.launches,
                      sampled({{"dram__bytes_read.sum", "bytes", Provenance::measured, 0, 1000, {1000, 500}},
                               {"sm__cycles_active.avg", "cycles", Provenance::measured, 0, 1000, {250, 0}},
                               {"nobody__knows.sum", "things", Provenance::measured, 0, 1000, {1, 2}}}),
                      {});
    EXPECT_THAT(chart.y.ticks,
                ElementsAre("DRAM bytes read", "SMs active", "nobody__knows.sum", "stage 1", "stage 2"));
    const auto& launch = chart.series[0].points[0];
    EXPECT_EQ(std::tuple(launch.x, launch.y, launch.row), std::tuple(0, 3, 0U))
        << "t = 0 at the first launch";
    EXPECT_NEAR(launch.x_end, 12, 1e-9) << "as in the sampled run";
    const auto& cycles = chart.series[chart.series.size() - 2];
    ASSERT_TRUE(cycles.floor);
    EXPECT_NEAR(cycles.points[0].x, -0.7, 1e-9) << "its first sample begins before the first launch";
    EXPECT_NEAR(*cycles.floor - *cycles.points[0].y, 0.25 * 0.8, 1e-9);
    EXPECT_THAT(cycles.points[0].hint, HasSubstr("25.0 %"));
    EXPECT_NEAR(*chart.series.back().floor - *chart.series.back().points[1].y, 0.8,
                1e-9);  // 0.8 is a full lane
    EXPECT_THAT(chart.note, HasSubstr("10.0 % more than")) << "73.3 us, and 66.6 us untraced";
    EXPECT_FALSE(chart.is_named(cycles)) << "its lane has the name";
}

TEST(SampledChart, RunsAreGroupedByModeTheGraphFirst) {
    const std::vector<SampledLaunch> launches{{TimeMode::stream, 0, 0, 5}, {TimeMode::graph, 0, 1, 4}};
    SeriesRecord series{"sm__cycles_active.avg", "cycles", Provenance::measured, 0, 1000, {1}};
    SeriesRecord lost = series;
    lost.time_mode = TimeMode::host;  // a run without launches
    const auto runs = sampled_runs(launches, {series, lost});
    ASSERT_THAT(runs, SizeIs(2));
    EXPECT_EQ(std::tuple(runs[0].mode, runs[0].series.size(), runs[0].launches[0].start_ns),
              std::tuple(TimeMode::graph, 1U, 1));
    EXPECT_EQ(std::tuple(runs[1].mode, runs[1].series.size()), std::tuple(TimeMode::stream, 0U));
    EXPECT_THAT(sampled_runs({}, {series}), SizeIs(0));
}

TEST(TimelineChart, ColoursLaunchesByAMetricAndNamesTheirKernels) {
    auto record = staged_case();
    record.transfers = {{TransferKind::device_to_host, 4096,
                         *record.launches[0].start_ns + *record.launches[0].duration_ns, 10}};
    const auto whole = breakdown(record, Grouping::stage);
    auto chart = timeline_chart(record, record.launches);
    colour_by(chart, record.launches, whole, metric("divergent_pct"));
    EXPECT_FALSE(chart.has_colours());
    colour_by(chart, record.launches, whole, time_metric());
    EXPECT_THAT(names(chart), ElementsAre("transfers", "step", "last"));
    EXPECT_FALSE(chart.series[0].points[0].heat);
    EXPECT_EQ(std::tuple(chart.series[1].points[1].heat, chart.colour.least), std::tuple(60'000, 0));
    EXPECT_EQ(chart.colour.largest, 60'000);
    for (const auto& series : chart.series) EXPECT_TRUE(chart.is_named(series)) << series.name;
    std::map<uint32_t, double> by_launch;
    const auto axis = heat_axis(time_metric(), record.launches, whole, by_launch);
    EXPECT_EQ(std::tuple(axis.title, axis.least, axis.largest), std::tuple("Time (us, measured)", 10, 60));
    EXPECT_THAT(by_launch, testing::Contains(testing::Pair(record.launches[1].index, 60)));
}

TEST(TimelineChart, LaunchesOfSeveralStreamsHaveALaneEachByTheirStart) {
    // The long launch contains the short ones. The file's first launch starts last.
    auto record = case_of(
        1, {launch_of(1, 1, "a", 400, 100), launch_of(1, 1, "a", 0, 1000), launch_of(1, 1, "a", 100, 100)});
    auto& launches = record.launches;
    for (auto& launch : launches) launch.stream_id = launch.index == 1 ? 7 : 13;
    const auto chart = timeline_chart(record, launches);
    EXPECT_THAT(chart.y.ticks, ElementsAre("stream 7", "stream 13"));
    std::vector<size_t> order;
    for (const auto& point : chart.series[0].points) order.push_back(point.row);
    EXPECT_THAT(order, ElementsAre(1, 2, 0));
    EXPECT_THAT(chart.hint(0, 0), HasSubstr("launch 1:"));
    for (auto& launch : launches) launch.stream_id = 7;
    EXPECT_THAT(timeline_chart(record, launches).y.ticks, ElementsAre("stage 1"));
    // One stream number in two processes means two streams.
    for (auto& launch : launches) launch.stream_id = 7, launch.process_id = launch.index == 1 ? 20 : 10;
    EXPECT_THAT(timeline_chart(record, launches).y.ticks,
                ElementsAre("process 20, stream 7", "process 10, stream 7"));
}

TEST(SampledChart, CallsSeriesAsTheCatalogueDoes) {
    std::vector<SeriesRecord> all;
    for (const char* name :
         {"dram__bytes_op_write.sum", "lts__t_sectors.sum", "sm__cycles_active.avg", "nobody__knows.sum"})
        all.push_back({name, "sectors", Provenance::measured, 0, 1000, {1, 2}});
    const auto record = staged_case();
    const auto chart = sampled_chart(record, record.launches, sampled(all), {});
    EXPECT_THAT(chart.y.ticks, ElementsAre("DRAM bytes written", "L2 sectors", "SMs active",
                                           "nobody__knows.sum", "stage 1", "stage 2"));
}

TEST(TimelineChart, OfAPartOfTheLaunchesHasTheGapsOfAll) {
    auto record = staged_case();
    record.launch_count = 1000;
    record.launch_span = LaunchSpan{2'000'000, 1'500'000};
    EXPECT_THAT(timeline_chart(record, record.launches).note, HasSubstr("25.0 %"));
    record.launch_span.reset();
    EXPECT_THAT(timeline_chart(record, record.launches).note, testing::Not(HasSubstr("Between launches")));
    const auto modelled = sample::modelled_staged_case();
    EXPECT_THAT(timeline_chart(modelled, modelled.launches).empty_text, HasSubstr("no times"));
}

TEST(LaunchChart, HasABarOverTheLaunchesThatItStandsFor) {
    const auto record = staged_case();
    const auto whole = breakdown(record, Grouping::stage);
    const std::vector<LaunchBar> bars{{record.launches[0], 0, 9}, {record.launches[1], 10, 12}};
    const auto chart = launch_chart(whole, bars, time_metric(), record);
    EXPECT_EQ(chart.x.scale, Scale::linear);
    EXPECT_FALSE(chart.stacked);
    ASSERT_THAT(values(chart.series[0]), ElementsAre(10, 60));
    for (size_t i = 0; i < bars.size(); ++i) {
        const auto& point = chart.series[0].points[i];
        EXPECT_EQ(std::tuple(point.row, point.x), std::tuple(bars[i].launch.index, bars[i].first - 0.5));
        EXPECT_EQ(point.x_end, bars[i].last + 0.5);
        EXPECT_THAT(chart.hint(0, i), HasSubstr("stage " + std::to_string(i + 1)));
    }
    EXPECT_THAT(launch_chart(whole, {}, time_metric(), record).empty_text, testing::Not(IsEmpty()));
}

TEST(SweepChart, IsALineForEachSweepOverPowersOfTwo) {
    auto file = file_of({timed(1, "a", 1 << 20, 50'000, 128), timed(2, "a", 1 << 20, 40'000, 256),
                         timed(3, "b", 1 << 20, 70'000, 128), timed(4, "b", 1 << 20, 70'010, 256)});
    const auto chart = sweep_chart(block_sweeps_of(file));
    EXPECT_THAT(names(chart), ElementsAre("a", "b"));
    EXPECT_EQ(std::tuple(chart.x.scale, chart.series[0].points[1].x), std::tuple(Scale::log2, 8));
    EXPECT_NEAR(*chart.series[0].points[1].y, 40.02, 0.01);  // the geometric mean of two rounds
    EXPECT_LT(chart.series[0].points[1].low, 40.02);
    EXPECT_THAT(chart.conditions, HasSubstr("2^20 keys"));
    EXPECT_THAT(chart.note, AllOf(HasSubstr("a: best at 256."), HasSubstr("b: flat")));
    EXPECT_EQ(chart.series[0].best, 1U);
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
    const std::vector files{file_of({timed(1, "a", 1 << 10, 10'000), timed(2, "a", 1 << 20, 100'000),
                                     timed(3, "b", 1 << 10, 12'000), timed(4, "b", 1 << 20, 90'000)})};
    const auto comparison = compared_variants(files);
    const auto chart = comparison_chart(comparison, "a", "b", 0.02);
    EXPECT_TRUE(chart.sideways);
    EXPECT_THAT(chart.x.ticks, ElementsAre("2^10 keys", "2^20 keys"));
    EXPECT_THAT(names(chart), ElementsAre("slower (1)", "faster (1)"));
    EXPECT_NEAR(*chart.series[0].points[0].y, 1.2, 1e-3);
    EXPECT_EQ(chart.series[1].points[0].x, 1);
    EXPECT_EQ(chart.series[1].points[0].case_id, CaseId{4});
    ASSERT_THAT(chart.bands, SizeIs(1));
    EXPECT_TRUE(chart.bands[0].of_y);
    EXPECT_NEAR(chart.bands[0].to, 1.02, 1e-12);
    const auto one = comparison_chart(comparison, "a", "b", 0.02, 1);
    EXPECT_THAT(one.x.ticks, ElementsAre("2^10 keys"));
    EXPECT_THAT(one.note, HasSubstr("1 of 2 conditions"));
}

TEST(ComparisonChart, SaysHowWellItIsKnownAndOfWhat) {
    auto cases = std::vector{timed(1, "a", 1 << 10, 10'000), timed(2, "b", 1 << 10, 12'000),
                             timed(3, "b", 1 << 10, 11'000)};
    edit(cases[1]).config.params["max_keys"] = 8;
    edit(cases[2]).config.params["max_keys"] = 16;
    std::vector files{file_of(cases)};
    for (auto& record : files[0].cases) record.time->count = 2, record.time->rounds.clear();
    files[0].variances = RoundVariances(files[0].cases);
    const auto chart = comparison_chart(compared_variants(files), "a", "b", 0.02);
    EXPECT_EQ(chart.title, "Times of b (max_keys=16) over those of a");
    EXPECT_THAT(
        chart.note,
        testing::AllOf(
            HasSubstr("level of 99 %. If trials are too few, their range is drawn: 50.0 % or more. "
                      "A single round widens the intervals of 1 pair by "),
            HasSubstr(" b: the fastest of several parameters or blocks."), testing::Not(HasSubstr(" a: "))));
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
    sort.places[0].per_s = 1e12;
    const auto chart = roofline_chart(std::vector{stage}, sort, roofs);
    ASSERT_THAT(chart.series, SizeIs(2));
    EXPECT_EQ(chart.series[0].kind, Series::Kind::points);
    EXPECT_THAT(values(chart.series[0]), ElementsAre(400, 400));
    EXPECT_DOUBLE_EQ(chart.series[0].points[0].x, 0.2);
    EXPECT_THAT(chart.hint(0, 0), HasSubstr("stage 3"));
    EXPECT_THAT(chart.hint(0, 1), HasSubstr("the whole sort"));
    // The slanted line bends at the ridge, 1e12 / 4e12 instructions a byte.
    EXPECT_THAT(values(chart.series[1]), ElementsAre(testing::_, 1000, 1000));
    EXPECT_DOUBLE_EQ(chart.series[1].points[1].x, 0.25);
    EXPECT_TRUE(chart.series[1].dashed);
    ASSERT_THAT(chart.marks, SizeIs(1));
    EXPECT_EQ(chart.marks[0].provenance, Provenance::published);
    EXPECT_THAT(roofline_chart({}, {}, roofs).empty_text, HasSubstr("--counters all"));
    auto record = staged_case();
    record.status = CaseStatus::unverified;
    EXPECT_THAT(case_roofline_chart(record, {}, {}).empty_text, HasSubstr("limits"));
}

TEST(NetworkChart, ComparatorsOfALaunchThatWouldCoverEachOtherStandSideBySide) {
    const std::vector<NetworkLink> links{{.low = 0, .high = 1},
                                         {.low = 2, .high = 3, .descending = true},
                                         {.low = 0, .high = 2, .launch = 1},
                                         {.low = 1, .high = 3, .launch = 1}};
    const auto chart = network_chart(4, links);
    ASSERT_THAT(chart.series, SizeIs(2));
    EXPECT_THAT(chart.x.ticks, ElementsAre("0", "1", ""));
    for (size_t i = 0; i < 3; ++i) EXPECT_EQ(chart.series[0].points.at(i).x, i);
    EXPECT_EQ(std::tuple(chart.series[1].points[0].x, chart.series[1].points[0].low), std::tuple(0, 2));
    ASSERT_THAT(chart.bands, SizeIs(1));
    EXPECT_EQ(std::tuple(chart.bands[0].from, chart.bands[0].to), std::tuple(0.5, 2.5));
    EXPECT_THAT(chart.hint(1, 0), HasSubstr("launch 0: keys 2 and 3, the greater to 2"));
    EXPECT_EQ(std::tuple(chart.series[0].head, chart.series[1].head), std::tuple(1, -1));
    EXPECT_THAT(chart.note, HasSubstr("Arrows point to where the greater key goes"));
    const auto one_way = network_chart(4, std::span(links).first(1));
    EXPECT_EQ(std::tuple(one_way.series.at(0).head, one_way.note), std::tuple(0, ""));
    EXPECT_TRUE(network_chart(4, {}).empty());
    auto coloured = one_way.series[0];
    EXPECT_TRUE(one_way.is_named(coloured));
    coloured.points[0].heat = 1;
    EXPECT_FALSE(one_way.is_named(coloured)) << "the colour axis explains it";
}

TEST(Palette, RatiosAreGreyInTheMiddleAndOfTwoColours) {
    for (const bool dark : {false, true}) {
        const auto low = ratio_colour(0, dark), same = ratio_colour(0.5, dark), high = ratio_colour(1, dark);
        EXPECT_GT(low.b, low.r + 40);
        EXPECT_GT(high.r, high.b + 40);
        EXPECT_LT(std::abs(same.r - same.b), 16);
        EXPECT_EQ(std::tuple(ratio_colour(-3, dark), ratio_colour(7, dark)), std::tuple(low, high));
    }
}
/// CIE 1976: L*, a*, b* for the white of sRGB.
std::array<double, 3> lab(Rgb colour) {
    const auto linear = [](unsigned char c) {
        const double part = c / 255.0;
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    const double r = linear(colour.r), g = linear(colour.g), b = linear(colour.b);
    const double x = std::cbrt((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505),
                 y = std::cbrt(0.2126 * r + 0.7152 * g + 0.0722 * b),
                 z = std::cbrt((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

TEST(Palette, ColoursOfSeriesAreFarApart) {
    for (const bool dark : {false, true}) {
        const auto& colours = palette(dark).series;
        for (size_t i = 0; i < colours.size(); ++i)
            for (size_t k = 0; k < i; ++k) {
                const auto a = lab(colours[i]), b = lab(colours[k]);
                EXPECT_GE(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), 22) << dark << i << k;
            }
    }
}
}  // namespace
}
