#include "gui/models/curve_chart.hpp"

#include <algorithm>
#include <cmath>

#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

CaseRecord timed(std::int64_t id, const std::string& variant, std::uint64_t n, std::uint32_t block,
                 std::int64_t ns, BackendKind backend = BackendKind::cupti) {
    auto record = sample::make_case({variant, n, block, backend, false});
    record.id = CaseId{id};
    record.time->median_ns = ns;
    return record;
}

TEST(CurveChart, DrawsRateOverLogarithmOfKeys) {
    const std::vector<CaseRecord> cases{timed(1, "a", 1024, 256, 1024), timed(2, "a", 4096, 256, 1024),
                                        timed(3, "b", 1024, 256, 2048)};
    const auto chart = curve_chart(analyzer::throughput_curves(cases), CurveKind::throughput, &cases[1]);
    ASSERT_EQ(chart.lines.size(), 2U);
    EXPECT_EQ(chart.lines[0].name, QStringLiteral("a"));
    ASSERT_EQ(chart.lines[0].points.size(), 2U);
    EXPECT_DOUBLE_EQ(chart.lines[0].points[0].log2_x, 10);
    EXPECT_DOUBLE_EQ(chart.lines[0].points[0].value, 1000);
    EXPECT_DOUBLE_EQ(chart.lines[0].points[1].value, 4000);
    EXPECT_DOUBLE_EQ(chart.lines[0].points[1].half_spread, 4000 * 0.018 / 2);
    EXPECT_TRUE(chart.lines[0].current);
    EXPECT_FALSE(chart.lines[1].current);
    EXPECT_EQ(chart.key_title, QStringLiteral("number of keys"));
    EXPECT_EQ(chart.value_title, QStringLiteral("rate (Mkey/s, measured)"));
    EXPECT_EQ(chart.conditions, QStringLiteral("u32, uniform, block 256, Example GPU"));
    EXPECT_FALSE(chart.log_value);
}

TEST(CurveChart, WideRangesAreLogarithmic) {
    const std::vector<CaseRecord> cases{timed(1, "a", 1024, 256, 1024), timed(2, "b", 1024, 256, 1024 * 60)};
    EXPECT_TRUE(curve_chart(analyzer::throughput_curves(cases), CurveKind::throughput, nullptr).log_value);
}

TEST(CurveChart, ComparesOnlyTheSameKeysAndDistribution) {
    std::vector<CaseRecord> cases{timed(1, "a", 1024, 256, 1024), timed(2, "b", 1024, 256, 1024)};
    cases[1].workload.distribution = Distribution::sorted;
    const auto chart = curve_chart(analyzer::throughput_curves(cases), CurveKind::throughput, &cases[0]);
    ASSERT_EQ(chart.lines.size(), 1U);
    EXPECT_EQ(chart.lines[0].name, QStringLiteral("a"));
}

TEST(CurveChart, ThinsManyLinesAndSaysSo) {
    std::vector<CaseRecord> cases;
    std::int64_t id = 1;
    for (const std::uint32_t block : {64U, 128U, 256U, 512U})
        for (const auto* variant : {"a", "b", "c", "d"})
            cases.push_back(timed(id++, variant, 1024, block, 1024));
    const auto chart = curve_chart(analyzer::throughput_curves(cases), CurveKind::throughput, &cases[0]);
    EXPECT_EQ(chart.lines.size(), 4U);
    EXPECT_EQ(chart.note, QStringLiteral("4 of 16 curves: those of block 64."));
    const auto fastest = curve_chart(analyzer::throughput_curves(cases), CurveKind::throughput, nullptr);
    EXPECT_EQ(fastest.lines.size(), 10U);
    EXPECT_TRUE(fastest.note.startsWith(QStringLiteral("10 of 16 curves")));
}

TEST(CurveChart, NamesSayWhatDiffers) {
    std::vector<CaseRecord> cases{timed(1, "a", 1024, 64, 1024), timed(2, "a", 1024, 128, 1024),
                                  timed(3, "std-sort", 1024, 0, 9999, BackendKind::cpu)};
    const auto chart = curve_chart(analyzer::throughput_curves(cases), CurveKind::throughput, nullptr);
    ASSERT_EQ(chart.lines.size(), 3U);
    EXPECT_EQ(chart.lines[0].name, QStringLiteral("a, block 64, Example GPU"));
    EXPECT_EQ(chart.lines[2].name, QStringLiteral("std-sort, Example CPU"));
    EXPECT_TRUE(chart.lines[0].points[0].tooltip.contains(QStringLiteral("measured")));
}

TEST(CurveChart, LinesOfOneVariantAreToldApartByTheirParameters) {
    std::vector<CaseRecord> cases{timed(1, "a", 1024, 64, 1024), timed(2, "a", 1024, 64, 512), timed(3, "b", 1024, 64, 512)};
    cases[0].config.params = {{"keys", 2}};
    cases[1].config.params = {{"keys", 4}};
    cases[2].config.params = {{"keys", 4}};
    const auto chart = curve_chart(analyzer::throughput_curves(cases), CurveKind::throughput, nullptr);
    ASSERT_EQ(chart.lines.size(), 3U);
    EXPECT_EQ(chart.lines[0].name, QStringLiteral("a, keys 2"));
    EXPECT_EQ(chart.lines[1].name, QStringLiteral("a, keys 4"));
    EXPECT_EQ(chart.lines[2].name, QStringLiteral("b"));
}

TEST(CurveChart, TheSelectedCasesLineStaysThoughALaterCaseHasItsPoint) {
    std::vector<CaseRecord> cases;
    for (int i = 0; i < 12; ++i) cases.push_back(timed(i + 1, "v" + std::to_string(i), 1024, 64, 100 * (i + 1)));
    cases.push_back(timed(20, "v11", 1024, 64, 5000));  // the slowest, collected again
    const auto chart = curve_chart(analyzer::throughput_curves(cases), CurveKind::throughput, &cases[11]);
    ASSERT_EQ(chart.lines.size(), 10U);
    EXPECT_TRUE(std::any_of(chart.lines.begin(), chart.lines.end(),
                            [](const auto& line) { return line.current && line.name == QStringLiteral("v11"); }));
}

TEST(CurveChart, BlockSweepsShowTimeAtOneSize) {
    const std::vector<CaseRecord> cases{timed(1, "a", 1024, 64, 3000), timed(2, "a", 1024, 256, 2000),
                                        timed(3, "a", 2048, 64, 9000), timed(4, "a", 2048, 256, 8000)};
    const auto chart = curve_chart(analyzer::block_sweeps(cases), CurveKind::block_sweep, &cases[3]);
    ASSERT_EQ(chart.lines.size(), 1U);
    EXPECT_DOUBLE_EQ(chart.lines[0].points[0].log2_x, 6);
    EXPECT_DOUBLE_EQ(chart.lines[0].points[0].value, 9);
    EXPECT_EQ(chart.value_title, QStringLiteral("median time (\u00b5s, measured)"));
    EXPECT_TRUE(chart.conditions.startsWith(QStringLiteral("2\u00b9\u00b9, u32, uniform")));
}

TEST(CurveChart, SaysWhyThereIsNothingToDraw) {
    auto chart = curve_chart({}, CurveKind::throughput, nullptr);
    EXPECT_TRUE(chart.lines.empty());
    EXPECT_TRUE(chart.empty_text.contains(QStringLiteral("no rate to draw")));
    chart = curve_chart({}, CurveKind::block_sweep, nullptr);
    EXPECT_TRUE(chart.empty_text.contains(QStringLiteral("--block")));
}

}  // namespace
}  // namespace sortscope::gui
