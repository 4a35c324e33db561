#include "cli/commands/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/parsed.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr present::text::Screen report_screen{100, true};

CaseRecord numbered(CaseRecord record, std::int64_t id) {
    record.id = CaseId{id};
    record.run = RunId{1};
    return record;
}

/// A report of `cases`, with breakdowns of those of `detailed`.
ReportData report_of(std::vector<CaseRecord> cases, const std::vector<CaseRecord>& detailed) {
    ReportData data{"a.db", std::move(cases), {}, analyzer::Repeats::newest};
    for (const auto& record : detailed)
        data.breakdowns.push_back({{record.id, 0}, analyzer::breakdown(record, analyzer::Grouping::stage)});
    return data;
}

ReportData sample_report() {
    const std::vector cases{
        numbered(sample::gpu_case(1024, 256, 10000), 1), numbered(sample::gpu_case(4096, 256, 20000), 2),
        numbered(sample::gpu_case(4096, 512, 16000), 3), numbered(sample::modelled_case(1024), 4),
        numbered(sample::cpu_case(1024, 40000), 5)};
    return report_of(cases, {cases[2], cases[3]});
}

TEST(RenderReport, EachDeviceWithWhatItHas) {
    const auto text = render_report(sample_report(), report_screen);
    EXPECT_THAT(text, HasSubstr("5 cases on 3 devices"));
    EXPECT_THAT(text, HasSubstr("shares are of the measured kernel time"));
    EXPECT_THAT(text, HasSubstr("shares are of the modelled sectors"));
    EXPECT_THAT(text, HasSubstr("* modelled by the host interpreter, without a GPU."));
    EXPECT_THAT(text, HasSubstr("Throughput by number of keys: u32, uniform, block 256, L2 warm; measured"));
    EXPECT_THAT(text, HasSubstr("Throughput by block size: u32, uniform, 2^12 keys"));
    EXPECT_THAT(text, HasSubstr("AMD EPYC 9534 (cpu)"));
}

TEST(RenderReport, NothingToReport) {
    EXPECT_THAT(render_report(report_of({}, {}), report_screen), HasSubstr("no case yet"));
}

TEST(RenderReport, ManyStagesAreFolded) {
    auto record = numbered(sample::gpu_case(1024), 1);
    for (auto& launch : record.launches) launch.stage = {static_cast<int>(launch.index) + 1, 1, ""};
    const auto text = render_report(report_of({record}, {record}), report_screen);
    // Of 55 stages the 23 with the greatest shares stay; the other 32 took 1 + 2 + ... + 32 us.
    EXPECT_THAT(text, HasSubstr("32 more        32    528.00   34.3"));
    EXPECT_THAT(text, HasSubstr("8,192"));  // their sectors: 32 * 256
    EXPECT_THAT(text, HasSubstr("\n       55         1 "));
    EXPECT_THAT(text, HasSubstr("\n       33         1 "));
    EXPECT_THAT(text, Not(HasSubstr("\n       32         1 ")));
}

TEST(RenderReport, RanksCurvesAtTheirLargestSharedSize) {
    auto other = numbered(sample::gpu_case(4096, 256, 10000), 3);
    other.variant = "cub-radix";
    const auto text = render_report(report_of({numbered(sample::gpu_case(4096, 256, 20000), 1),
                                               numbered(sample::gpu_case(8192, 256, 40000), 2), other},
                                              {}),
                                    report_screen);
    const auto ranking = text.substr(text.find("Fastest first, at 2^12 keys"));
    EXPECT_LT(ranking.find("cub-radix"), ranking.find("bitonic-b2"));
    EXPECT_THAT(ranking, HasSubstr("0.500"));
}

TEST(RenderReport, SinglePointsOfABlockSweepStayInTheirOwnTable) {
    const auto text = render_report(sample_report(), report_screen);
    const auto throughput = text.substr(text.find("Throughput by number of keys"));
    EXPECT_THAT(throughput.substr(0, throughput.find("Throughput by block size")), Not(HasSubstr("512")));
}

TEST(RenderReport, SaysWhichOfSeveralCasesIsShown) {
    auto again = numbered(sample::gpu_case(4096, 256, 30000), 2);
    again.run = RunId{2};
    auto data = report_of({numbered(sample::gpu_case(4096, 256, 20000), 1), again}, {});
    EXPECT_THAT(render_report(data, report_screen), HasSubstr("newest"));
    EXPECT_THAT(render_report(data, report_screen), Not(HasSubstr("20.00 us")));
    data.repeats = analyzer::Repeats::each_run;
    EXPECT_THAT(render_report(data, report_screen), HasSubstr("20.00 us"));
    EXPECT_THAT(render_report(data, report_screen), HasSubstr("30.00 us"));
}

TEST(RenderReport, MergedCasesAreOnePoint) {
    auto again = numbered(sample::gpu_case(4096, 256, 30000), 2);
    again.run = RunId{2};
    auto data = report_of({numbered(sample::gpu_case(4096, 256, 20000), 1), again}, {});
    data.repeats = analyzer::Repeats::merged;
    const auto text = render_report(data, report_screen);
    EXPECT_THAT(text, HasSubstr("25.00 us"));
    EXPECT_THAT(text,
                HasSubstr("1 point is merged of 2 cases of one condition: the median of their medians"));
    const auto json = test::parsed([&](auto& out) { write_report(out, data); });
    const auto& point = json["devices"][0]["throughput"][0]["points"][0];
    EXPECT_EQ(point["cases_merged"], 2);
    EXPECT_EQ(point["least_median_ns"], 20000);
    EXPECT_EQ(point["greatest_median_ns"], 30000);
}

TEST(RenderReport, ABreakdownSaysWhatItWasChosenOver) {
    const auto record = numbered(sample::gpu_case(4096, 256, 20000), 2);
    auto data = report_of({record}, {record});
    EXPECT_THAT(render_report(data, report_screen), Not(HasSubstr("of its condition")));
    data.breakdowns[0].chosen.older = 2;
    EXPECT_THAT(render_report(data, report_screen), HasSubstr("the newest of 3 cases of\n  its condition"));
    const auto json = test::parsed([&](auto& out) { write_report(out, data); });
    EXPECT_EQ(json["devices"][0]["breakdowns"][0]["cases_not_shown"], 2);
}

TEST(RenderReport, PassesAreHeldAgainstTheMeasuredCopyBandwidth) {
    auto data = sample_report();
    DeviceLimits limits{data.cases[0].device, {{"copy_bandwidth", 4e12, "bytes/s", 0.01}}};
    data.limits.push_back(limits);
    EXPECT_THAT(render_report(data, present::text::Screen{160, true}), HasSubstr("copy %"));
    EXPECT_THAT(render_report(sample_report(), present::text::Screen{160, true}), Not(HasSubstr("copy %")))
        << "no limit was measured";
    const auto parsed = test::parsed([&](auto& out) { write_report(out, data); });
    const auto& gpu = parsed["devices"][0];
    EXPECT_EQ(gpu["limits"][0]["name"], "copy_bandwidth");
    EXPECT_FALSE(parsed["devices"][1].contains("limits"));
    const auto& point = gpu["throughput"][0]["points"][0];
    // bound_bytes / 10 us over 4 TB/s
    EXPECT_NEAR(point["part_of_copy_ratio"].get<double>(),
                static_cast<double>(data.cases[0].bound_bytes) / 10000 / 4000, 1e-9);
    EXPECT_NEAR(point["effective_gb_per_s"].get<double>(), 2.0 * 4096 / 10000, 1e-9);
}

TEST(RenderReport, IntervalsOfTheFilesTrialsAndCrossings) {
    auto other = [](std::uint64_t n, std::int64_t ns, std::int64_t id) {
        auto record = numbered(sample::gpu_case(n, 256, ns), id);
        record.variant = "cub-radix";
        return record;
    };
    auto data = report_of(
        {numbered(sample::gpu_case(1024, 256, 10000), 1), numbered(sample::gpu_case(4096, 256, 40000), 2),
         other(1024, 20000, 3), other(4096, 20000, 4)},
        {});
    data.file_of.emplace();
    data.file_of->cases = data.cases;
    const auto text = render_report(data, present::text::Screen{120, true});
    EXPECT_THAT(text, HasSubstr("Against cub-radix u32 uniform, block 256, the fastest at the largest size"));
    EXPECT_THAT(text, HasSubstr("overtaken at 2^11 (between 2^10 and 2^12)"));
    const auto parsed = test::parsed([&](auto& out) { write_report(out, data); });
    EXPECT_DOUBLE_EQ(parsed["devices"][0]["crossings"][0]["crossings"][0]["log2_n"].get<double>(), 11);
    EXPECT_TRUE(parsed["devices"][0]["throughput"][0]["points"][0].contains("interval_level"));
}

TEST(ReportJson, DevicesWithCurvesAndBreakdowns) {
    const auto json = test::parsed([](auto& out) { write_report(out, sample_report()); });
    ASSERT_EQ(json["devices"].size(), 3U);
    const auto& gpu = json["devices"][0];
    EXPECT_EQ(gpu["breakdowns"].size(), 1U);
    EXPECT_EQ(gpu["breakdowns"][0]["case_id"], 3);
    EXPECT_FALSE(gpu["breakdowns"][0].contains("device"));
    EXPECT_EQ(gpu["block_sweeps"][0]["points"].size(), 2U);
    EXPECT_EQ(gpu["block_sweeps"][0]["points"][1]["block_threads"], 512);
    EXPECT_EQ(gpu["block_sweeps"][0]["n"], 4096);
    EXPECT_FALSE(gpu["throughput"][0].contains("n"));
    EXPECT_EQ(gpu["throughput"][0]["provenance"], "measured");
    EXPECT_TRUE(json["devices"][1]["throughput"].empty());
    EXPECT_TRUE(json["legend"]["metrics"].contains("gld_efficiency_pct"));
}

TEST(ReportOf, PointsForASpreadsheet) {
    const auto table = report_points(sample_report());
    ASSERT_GE(table.rows.size(), 5U);
    const auto at = [&](const char* id) {
        return static_cast<std::size_t>(std::ranges::find(table.columns, id, &present::Column::id) -
                                        table.columns.begin());
    };
    EXPECT_EQ(table.rows[0].cells[at("curve")].text, "throughput");
    EXPECT_EQ(table.rows[1].cells[at("n")].text, "4,096");
    EXPECT_TRUE(std::ranges::any_of(table.rows, [&](const present::Row& row) {
        return row.cells[at("curve")].text == "block_sweep" && row.cells[at("block_threads")].text == "512";
    }));
    EXPECT_EQ(table.rows[0].cells[at("median_ns")].provenance, Provenance::measured);
    EXPECT_TRUE(table.rows[0].cells[at("rate_mkeys_per_s")].number);
    for (const auto& row : table.rows) EXPECT_EQ(row.cells.size(), table.columns.size());
}

}  // namespace
}  // namespace sortscope::cli
