#include "gui/models/bars.hpp"

#include "present/charts/breakdown.hpp"
#include "present/tables/breakdown.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

present::Chart chart_of(const std::vector<std::vector<std::optional<double>>>& series, bool stacked) {
    present::Chart chart;
    chart.stacked = stacked;
    for (const auto& values : series) {
        auto& one = chart.series.emplace_back();
        one.kind = present::Series::Kind::bars;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!values[i]) continue;
            present::Point point;
            point.x = static_cast<double>(i);
            point.y = values[i];
            point.row = i;
            one.points.push_back(point);
        }
        chart.x.ticks.resize(std::max(chart.x.ticks.size(), values.size()));
    }
    return chart;
}

TEST(Bars, PartsOfABarAddUp) {
    const auto record = sample::make_case({"mu-semi", 1024, 256, BackendKind::cupti, true});
    const auto contents = sample::make_breakdown(record, analyzer::Grouping::stage);
    const Bars bars(present::breakdown_chart(contents->breakdown, time_metric(), record));
    ASSERT_EQ(bars.rows(), 10U);
    std::int64_t ns = 0;
    for (const auto& launch : record.launches)
        if (launch.stage.stage == 7) ns += *launch.duration_ns;
    EXPECT_NEAR(bars.total(6), static_cast<double>(ns) / 1e3, 1e-9 * static_cast<double>(ns));
    EXPECT_NEAR(bars.part(0, 6) + bars.part(1, 6), bars.total(6), 1e-9);
    for (std::size_t row = 0; row < bars.rows(); ++row) EXPECT_LE(bars.total(row), bars.largest());
}

TEST(Bars, FindsThePartThatIsPointedAt) {
    const Bars bars(chart_of({{1, 2, std::nullopt}, {std::nullopt, 3, std::nullopt}}, true));
    EXPECT_EQ(bars.hit(1, 1.5)->series, 0U);
    EXPECT_EQ(bars.hit(1, 2.5)->series, 1U);
    EXPECT_EQ(bars.hit(1, 2.5)->point, 0U);  // the series has no point in the row before
    EXPECT_EQ(bars.hit(1, 99)->series, 1U);  // above the bar: its last part
    EXPECT_EQ(bars.hit(0, 0.5)->series, 0U);
    EXPECT_FALSE(bars.hit(2, 0.5));
}

TEST(Bars, AllAreDrawnWhileTheyFit) {
    const Bars bars(chart_of({{1, 2, 3, 4}}, false));
    EXPECT_EQ(bars.drawn(0, 4, 10), (std::vector<std::size_t>{0, 1, 2, 3}));
    EXPECT_EQ(bars.drawn(1, 3, 10), (std::vector<std::size_t>{1, 2}));
    EXPECT_EQ(bars.drawn(2, 99, 10), (std::vector<std::size_t>{2, 3}));
    EXPECT_TRUE(bars.drawn(4, 9, 10).empty());
}

TEST(Bars, OfManyTheLongestOfEachPlaceIsDrawn) {
    std::vector<std::optional<double>> values(1'000'000, 1.0);
    values[123'456] = 50;
    values[999'999] = 70;
    const Bars bars(chart_of({values}, false));
    const auto drawn = bars.drawn(0, 1'000'000, 800);
    ASSERT_EQ(drawn.size(), 800U);
    EXPECT_TRUE(std::is_sorted(drawn.begin(), drawn.end()));
    EXPECT_TRUE(std::find(drawn.begin(), drawn.end(), 123'456U) != drawn.end());
    EXPECT_EQ(drawn.back(), 999'999U);
    for (std::size_t i = 0; i < drawn.size(); ++i) EXPECT_EQ(drawn[i] / 1250, i);
}

}  // namespace
}  // namespace sortscope::gui
