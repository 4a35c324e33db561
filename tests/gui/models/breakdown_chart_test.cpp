#include "gui/models/breakdown_chart.hpp"

#include <numeric>

#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

using analyzer::Grouping;

TEST(BreakdownChart, BarsAreTheRowsAndPartsAddUp) {
    const auto contents =
        sample::make_contents(sample::make_case({"mu-semi", 1024, 256, BackendKind::cupti, true}));
    for (const auto grouping : groupings) {
        const auto chart = breakdown_chart(*contents, grouping, Metric::time);
        ASSERT_EQ(chart.bars.size(), contents->breakdown(grouping).rows.size());
        ASSERT_EQ(chart.series.size(), 2U);
        for (std::size_t i = 0; i < chart.bars.size(); ++i) {
            double sum = 0;
            for (const auto& series : chart.series) sum += series.values[i].value_or(0);
            ASSERT_TRUE(chart.bars[i].value);
            EXPECT_NEAR(sum, *chart.bars[i].value, 1e-9 * sum);
            EXPECT_LE(*chart.bars[i].value, chart.largest);
        }
    }
}

TEST(BreakdownChart, TitlesCarryUnitAndSource) {
    const auto measured = sample::make_contents(sample::make_case({}));
    auto chart = breakdown_chart(*measured, Grouping::stage, Metric::time);
    EXPECT_EQ(chart.value_title, QStringLiteral("time (\u00b5s, measured)"));
    EXPECT_EQ(chart.key_title, QStringLiteral("stage"));
    EXPECT_EQ(chart.series[0].name, QStringLiteral("bitonic-b2_global"));
    chart = breakdown_chart(*measured, Grouping::substage, Metric::load_efficiency);
    EXPECT_EQ(chart.value_title, QStringLiteral("load efficiency (%, measured)"));
    EXPECT_EQ(chart.key_title, QStringLiteral("stage.substage"));

    const auto modelled =
        sample::make_contents(sample::make_case({"v", 1024, 256, BackendKind::simt, false}));
    chart = breakdown_chart(*modelled, Grouping::stage, Metric::sectors);
    EXPECT_EQ(chart.value_title, QStringLiteral("sectors loaded and stored (modelled)"));
    EXPECT_EQ(chart.series[0].name, QStringLiteral("v_global (modelled)"));
    EXPECT_TRUE(chart.bars[0].tooltip.contains(QStringLiteral("(modelled)")));
}

TEST(BreakdownChart, TheWeightOfTheSharesComesFirst) {
    const auto measured = sample::make_contents(sample::make_case({}));
    EXPECT_EQ(available_metrics(measured->breakdown(Grouping::stage)).front(), Metric::time);
    const auto modelled =
        sample::make_contents(sample::make_case({"v", 1024, 256, BackendKind::simt, false}));
    EXPECT_EQ(available_metrics(modelled->breakdown(Grouping::stage)).front(), Metric::sectors);
    EXPECT_TRUE(available_metrics(analyzer::Breakdown{}).empty());
}

TEST(BreakdownChart, TicksAndTooltipsNameTheRow) {
    const auto contents = sample::make_contents(sample::make_case({}));
    const auto chart = breakdown_chart(*contents, Grouping::substage, Metric::time);
    EXPECT_EQ(chart.bars[2].tick, QStringLiteral("2.2"));
    EXPECT_TRUE(chart.bars[1].first_of_stage);
    EXPECT_FALSE(chart.bars[2].first_of_stage);
    EXPECT_TRUE(chart.bars[2].tooltip.startsWith(QStringLiteral("stage 2, substage 2 (k=4 j=1)")));
    EXPECT_TRUE(chart.bars[2].tooltip.contains(QStringLiteral("Share: ")));
    EXPECT_TRUE(chart.bands);
    EXPECT_FALSE(breakdown_chart(*contents, Grouping::stage, Metric::time).bands);
}

TEST(BreakdownChart, ManyKernelsShareTheLastColour) {
    auto record = sample::make_case({});
    for (std::size_t i = 0; i < record.launches.size(); ++i)
        record.launches[i].kernel = "kernel" + std::to_string(i % 12);
    const auto contents = sample::make_contents(record);
    const auto chart = breakdown_chart(*contents, Grouping::stage, Metric::time);
    ASSERT_EQ(chart.series.size(), 8U);
    EXPECT_EQ(chart.series[0].name, QStringLiteral("kernel0"));
    EXPECT_EQ(chart.series[7].name, QStringLiteral("5 other kernels"));
    double parts = 0, whole = 0;
    for (const auto& series : chart.series)
        for (const auto& value : series.values) parts += value.value_or(0);
    for (const auto& bar : chart.bars) whole += bar.value.value_or(0);
    EXPECT_NEAR(parts, whole, 1e-9 * whole);
}

TEST(BreakdownChart, SaysWhyThereIsNothingToDraw) {
    const auto cpu = sample::make_contents(sample::make_case({"std-sort", 1024, 0, BackendKind::cpu, false}));
    auto chart = breakdown_chart(*cpu, Grouping::stage, Metric::time);
    EXPECT_TRUE(chart.bars.empty());
    EXPECT_TRUE(chart.empty_text.contains(QStringLiteral("runs on the CPU")));

    auto record = sample::make_case({});
    record.launches.clear();
    record.status = CaseStatus::refused;
    record.message = "It takes powers of two alone.";
    chart = breakdown_chart(*sample::make_contents(record), Grouping::stage, Metric::time);
    EXPECT_TRUE(chart.empty_text.contains(QStringLiteral("powers of two alone")));

    const auto modelled =
        sample::make_contents(sample::make_case({"v", 1024, 256, BackendKind::simt, false}));
    chart = breakdown_chart(*modelled, Grouping::stage, Metric::time);
    EXPECT_TRUE(chart.empty_text.contains(QStringLiteral("Choose another measure")));
}

}  // namespace
}  // namespace sortscope::gui
