#include "gui/views/curve_view.hpp"

#include <qcustomplot.h>

#include <QTest>

#include "present/curves.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

TEST(CurveView, DrawsALineEachAndSelectsAClickedPoint) {
    const auto file = sample::make_file(60);
    CurveView view;
    view.resize(900, 400);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    view.set_chart(present::curve_chart(file->throughput, present::CurveKind::throughput, &file->cases[0]));
    view.plot().replot();
    ASSERT_TRUE(view.has_chart());
    EXPECT_EQ(view.plot().legend->itemCount(), static_cast<int>(view.chart().series.size()));
    EXPECT_EQ(view.plot().xAxis->label(), QStringLiteral("number of keys"));
    for (const auto& label : view.plot().xAxis->tickVectorLabels()) EXPECT_TRUE(label.startsWith(u'2'));

    const auto& point = view.chart().series[0].points[0];
    QSignalSpy selected(&view, &CurveView::case_selected);
    const QPoint position(static_cast<int>(view.plot().xAxis->coordToPixel(point.x)),
                          static_cast<int>(view.plot().yAxis->coordToPixel(*point.y)));
    QTest::mouseClick(&view.plot(), Qt::LeftButton, {}, position);
    ASSERT_EQ(selected.size(), 1);
    EXPECT_GT(selected[0][0].toLongLong(), 0);
}

TEST(CurveView, RingsTheCurrentCase) {
    const auto file = sample::make_file(60);
    CurveView view;
    view.set_chart(present::curve_chart(file->throughput, present::CurveKind::throughput, &file->cases[0]));
    const int before = view.plot().graphCount();
    view.set_current_case(view.chart().series[0].points[0].case_id);
    EXPECT_EQ(view.plot().graphCount(), before + 1);
}

TEST(CurveView, BlockAxisShowsPlainNumbers) {
    std::vector<CaseRecord> cases;
    for (const std::uint32_t block : {64U, 128U, 256U}) {
        cases.push_back(sample::make_case({"a", 1024, block, BackendKind::cupti, false}));
        cases.back().id = CaseId{block};
    }
    CurveView view;
    view.resize(600, 300);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    view.set_chart(present::curve_chart(analyzer::block_sweeps(cases), present::CurveKind::block_sweep, &cases[0]));
    view.plot().replot();
    EXPECT_TRUE(view.plot().xAxis->tickVectorLabels().contains(QStringLiteral("128")));
}

TEST(CurveView, WithoutCurvesThereIsASentence) {
    CurveView view;
    view.set_chart(present::curve_chart({}, present::CurveKind::throughput, nullptr));
    EXPECT_FALSE(view.has_chart());
    EXPECT_TRUE(view.message().contains(QStringLiteral("no rate to draw")));
}

}  // namespace
}  // namespace sortscope::gui
