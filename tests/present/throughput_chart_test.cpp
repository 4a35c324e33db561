#include "present/charts/curves.hpp"

#include <gmock/gmock.h>

#include <vector>

#include "analyzer/reproduce/figure.hpp"
#include "present/reproduce/reproduce.hpp"
#include "tests/present/timed_case.hpp"
#include "tests/sample/staged.hpp"

namespace sortscope::present {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

CurveView view_of(CurveView::Y y) {
    CurveView view;
    view.y = y;
    return view;
}

TEST(ThroughputView, ShowsAnyQuantity) {
    auto cases = std::vector{test::timed(1, "a", 1024, 2048), test::timed(2, "a", 4096, 4096)};
    cases[0].required_bytes = cases[1].required_bytes = 40'960;
    const auto curves = analyzer::curves_over("n", cases);
    const auto value = [&](CurveView::Y y) {
        return *throughput_chart(curves, &cases[0], view_of(y)).series[0].points[1].y;
    };
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
    EXPECT_THAT(chart.hint(0, 0), HasSubstr("absent"));
}

TEST(ThroughputView, IsHeldAgainstBoundsAndTheCopy) {
    auto cases = std::vector{test::timed(1, "a", 1024, 2048), test::timed(2, "a", 4096, 4096)};
    cases[0].required_bytes = 10'240;
    cases[1].required_bytes = 40'960;
    const auto curves = analyzer::curves_over("n", cases);
    auto view = view_of(CurveView::Y::rate);
    view.copy_bytes_per_s = 20e9;
    view.bounds = view.copy = true;
    const auto chart = throughput_chart(curves, &cases[0], view);
    ASSERT_THAT(chart.series, SizeIs(3));
    EXPECT_THAT(chart.series[1].name, HasSubstr("bound"));
    EXPECT_TRUE(chart.series[1].dashed);
    EXPECT_FALSE(chart.series[1].marked);
    EXPECT_NEAR(*chart.series[1].points[1].y, 1e3 * 4096 / 2048,
                1e-9);                                      // 40960 bytes at 20 bytes/ns: 2048 ns
    EXPECT_NEAR(*chart.series[2].points[0].y, 2500, 1e-9);  // 8 bytes a key at 20 bytes/ns
    EXPECT_EQ(chart.series[2].provenance, Provenance::measured);
}

TEST(ThroughputView, LaysOthersAndPublishedOverIt) {
    const auto cases = std::vector{test::timed(1, "a", 1024, 2048), test::timed(2, "a", 4096, 4096)};
    const auto others = std::vector{test::timed(1, "a", 1024, 1024, 128)};
    auto view = view_of(CurveView::Y::rate);
    view.others.push_back({&others[0], analyzer::curves_over("n", others).front(), "block 128"});
    view.published.push_back({"Somebody 2001: a", "a", std::nullopt, {{1024, 1024}, {2048, 4096}}});
    const auto chart = throughput_chart(analyzer::curves_over("n", cases), &cases[0], view);
    ASSERT_EQ(chart.series.size(), 3U) << chart.series.back().name << ", " << chart.note;
    EXPECT_EQ(chart.series[1].name, "block 128 (compared)");
    EXPECT_TRUE(chart.series[1].dashed);
    EXPECT_TRUE(chart.series[1].marked);
    EXPECT_DOUBLE_EQ(*chart.series[1].points[0].y, 1000);
    EXPECT_EQ(chart.series[2].name, "Somebody 2001: a (published)");
    EXPECT_DOUBLE_EQ(*chart.series[2].points[1].y, 500);
    EXPECT_THAT(chart.hint(2, 1), HasSubstr("(published)"));
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
