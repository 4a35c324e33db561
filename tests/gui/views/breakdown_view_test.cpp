#include "gui/views/breakdown_view.hpp"

#include <qcustomplot.h>

#include <QFileInfo>
#include <QLabel>
#include <QTest>

#include "present/breakdown.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

using analyzer::Grouping;

class BreakdownViewTest : public testing::Test {
 protected:
    void SetUp() override {
        view.resize(900, 400);
        view.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    }
    void show(Grouping grouping) {
        const auto record = sample::make_case({"mu-semi", 1024, 256, BackendKind::cupti, true});
        const auto contents = sample::make_breakdown(record, grouping);
        view.set_chart(present::breakdown_chart(contents->breakdown, time_metric(), record));
        view.plot().replot();
    }
    QPoint middle_of(int row) {
        return {static_cast<int>(view.plot().xAxis->coordToPixel(row)), view.plot().axisRect()->center().y()};
    }

    BreakdownView view;
};

TEST_F(BreakdownViewTest, DrawsASeriesForEachKernelWithTitlesAndLegend) {
    show(Grouping::stage);
    EXPECT_TRUE(view.has_chart());
    ASSERT_EQ(view.plot().plottableCount(), 2);
    EXPECT_EQ(view.plot().legend->itemCount(), 2);
    EXPECT_EQ(view.plot().xAxis->label(), QStringLiteral("stage"));
    EXPECT_EQ(view.plot().yAxis->label(), QStringLiteral("time (\u00b5s, measured)"));
    EXPECT_GE(view.plot().yAxis->range().upper, view.chart().y.largest);
}

TEST_F(BreakdownViewTest, ClickingABarSelectsItsRow) {
    show(Grouping::stage);
    QSignalSpy selected(&view, &BreakdownView::row_selected);
    QTest::mouseClick(&view.plot(), Qt::LeftButton, {}, middle_of(6));
    ASSERT_EQ(selected.size(), 1);
    EXPECT_EQ(selected[0][0].toInt(), 6);
    EXPECT_EQ(view.current_row(), 6);
    EXPECT_EQ(view.row_at({2, 2}), -1);
}

TEST_F(BreakdownViewTest, ArrowKeysMoveTheSelection) {
    show(Grouping::substage);
    QSignalSpy selected(&view, &BreakdownView::row_selected);
    QTest::keyClick(&view.plot(), Qt::Key_End);
    EXPECT_EQ(view.current_row(), 54);
    QTest::keyClick(&view.plot(), Qt::Key_Right);
    EXPECT_EQ(view.current_row(), 54);
    QTest::keyClick(&view.plot(), Qt::Key_Left);
    EXPECT_EQ(view.current_row(), 53);
    QTest::keyClick(&view.plot(), Qt::Key_Home);
    EXPECT_EQ(view.current_row(), 0);
    EXPECT_EQ(selected.size(), 4);
}

TEST_F(BreakdownViewTest, LabelsNeverOverlap) {
    for (const auto grouping : analyzer::groupings) {
        show(grouping);
        const auto* axis = view.plot().xAxis;
        const auto ticks = axis->tickVector();
        const auto labels = axis->tickVectorLabels();
        ASSERT_EQ(ticks.size(), labels.size());
        ASSERT_FALSE(ticks.isEmpty());
        const QFontMetricsF metrics(axis->tickLabelFont());
        for (qsizetype i = 1; i < ticks.size(); ++i) {
            const double room = axis->coordToPixel(ticks[i]) - axis->coordToPixel(ticks[i - 1]);
            EXPECT_GE(room,
                      (metrics.horizontalAdvance(labels[i]) + metrics.horizontalAdvance(labels[i - 1])) / 2);
        }
    }
}

TEST_F(BreakdownViewTest, ZoomStaysWithinTheBars) {
    show(Grouping::substage);
    view.plot().xAxis->setRange(-100, 500);
    EXPECT_GE(view.plot().xAxis->range().lower, -0.5);
    EXPECT_LE(view.plot().xAxis->range().upper, 54.5);
}

TEST_F(BreakdownViewTest, OfManyBarsAtMostOneAPixelIsDrawnAndSaid) {
    present::Chart chart;
    chart.stacked = true;
    chart.x.title = "launch";
    chart.y.title = "time (us, measured)";
    auto& series = chart.series.emplace_back();
    series.name = "kernel";
    for (std::size_t row = 0; row < 200'000; ++row) {
        present::Point point;
        point.x = static_cast<double>(row);
        point.y = static_cast<double>(row % 977);
        point.row = row;
        series.points.push_back(point);
        chart.x.ticks.push_back(std::to_string(row));
    }
    view.set_chart(std::move(chart));
    EXPECT_LE(view.drawn_bars(), static_cast<std::size_t>(view.plot().width()));
    EXPECT_GT(view.drawn_bars(), 100U);
    const auto* caption = view.findChild<QLabel*>(QStringLiteral("chart_caption"));
    ASSERT_TRUE(caption);
    EXPECT_TRUE(caption->text().contains(QStringLiteral("of 200,000 bars are drawn"))) << caption->text().toStdString();
    view.plot().xAxis->setRange(1000, 1100);
    EXPECT_LE(view.drawn_bars(), 104U);  // all that are in sight, and what the edges cut
    EXPECT_TRUE(caption->isHidden());
    view.set_current_row(150'000);  // out of sight: brought into view
    EXPECT_TRUE(view.plot().xAxis->range().contains(150'000));
    view.plot().xAxis->setRange(0, 200'000);
    view.plot().replot();
    const QFontMetricsF metrics(view.plot().xAxis->tickLabelFont());
    EXPECT_GE(view.plot().xAxis->tickVector().size(), 3);
    for (const auto& label : view.plot().xAxis->tickVectorLabels()) EXPECT_TRUE(label.endsWith(u'0')) << label.toStdString();
}

TEST_F(BreakdownViewTest, ASentenceTakesTheChartsPlace) {
    const auto record = sample::make_case({"std-sort", 1024, 0, BackendKind::cpu, false});
    view.set_chart(present::breakdown_chart(sample::make_breakdown(record, Grouping::stage)->breakdown, time_metric(), record));
    EXPECT_FALSE(view.has_chart());
    EXPECT_TRUE(view.message().contains(QStringLiteral("sort on the CPU")));
    view.set_current_row(3);
    EXPECT_EQ(view.current_row(), -1);
    QTemporaryDir folder;
    EXPECT_FALSE(view.export_to(folder.filePath(QStringLiteral("none.png"))));
}

TEST_F(BreakdownViewTest, ExportsPngAndPdf) {
    show(Grouping::stage);
    QTemporaryDir folder;
    const QString png = folder.filePath(QStringLiteral("chart.png")),
                  pdf = folder.filePath(QStringLiteral("chart.PDF"));
    ASSERT_TRUE(view.export_to(png));
    EXPECT_EQ(QImage(png).width(), 2 * view.plot().width());
    ASSERT_TRUE(view.export_to(pdf));
    QFile file(pdf);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(file.read(5).startsWith("%PDF"));
    EXPECT_FALSE(view.export_to(folder.filePath(QStringLiteral("no/such/folder.png"))));
    EXPECT_FALSE(view.export_to(folder.filePath(QStringLiteral("chart.svg"))));  // no picture of another kind under this name
}

TEST_F(BreakdownViewTest, FollowsThePalette) {
    show(Grouping::stage);
    view.setPalette(dark_palette());
    EXPECT_EQ(view.plot().xAxis->labelColor(), dark_palette().color(QPalette::Text));
    EXPECT_EQ(view.plot().plottableCount(), 2);
}

}  // namespace
}  // namespace sortscope::gui
