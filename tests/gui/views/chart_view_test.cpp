// A chart as it is handled: chosen in, zoomed, exported, coloured.
#include "chart_fixture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QApplication>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QPrinter>
#include <QPushButton>
#include <QTest>

#include "present/breakdown.hpp"
#include "present/charts.hpp"
#include "present/curves.hpp"

namespace sortscope::gui {
namespace {

TEST_F(ChartViewTest, DrawsASeriesForEachKernelWithTitlesAndLegend) {
    show(Grouping::stage);
    EXPECT_TRUE(view.has_chart());
    ASSERT_EQ(view.plot().plottableCount(), 2);
    EXPECT_EQ(view.plot().legend->itemCount(), 2);
    EXPECT_EQ(view.plot().xAxis->label(), QStringLiteral("stage"));
    EXPECT_EQ(view.plot().yAxis->label(), QStringLiteral("time (\u00b5s, measured)"));
    EXPECT_GE(view.plot().yAxis->range().upper, view.chart().y.largest);
    EXPECT_GT(count(colour(0)), 3000);
    EXPECT_GT(count(colour(1)), 3000);
}

TEST_F(ChartViewTest, ClickingABarSelectsItsRow) {
    show(Grouping::stage);
    QSignalSpy selected(&view, &ChartView::row_selected);
    QTest::mouseClick(&view.plot(), Qt::LeftButton, {}, middle_of(6));
    ASSERT_EQ(selected.size(), 1);
    EXPECT_EQ(selected[0][0].toInt(), 6);
    EXPECT_EQ(view.current_row(), 6);
    EXPECT_EQ(view.row_at({2, 2}), -1);
}

TEST_F(ChartViewTest, AFrameSaysThatTheKeysGoToTheChart) {
    show(Grouping::stage);
    auto* ring = view.findChild<QFrame*>(QStringLiteral("focus_ring"));
    ASSERT_TRUE(ring);
    view.plot().setFocus();
    ASSERT_TRUE(QTest::qWaitFor([&] { return ring->isVisible(); }));
    view.resize(500, 300);
    QApplication::processEvents();
    EXPECT_EQ(ring->geometry(), view.plot().rect());
    EXPECT_EQ(view.plot().grab().toImage().pixelColor(0, 20),
              view.plot().palette().color(QPalette::Highlight));
    view.plot().clearFocus();
    EXPECT_FALSE(ring->isVisible());
}

TEST_F(ChartViewTest, KeysMoveTheSelectionAndZoom) {
    show(Grouping::substage);
    QSignalSpy selected(&view, &ChartView::row_selected);
    QTest::keyClick(&view.plot(), Qt::Key_End);
    EXPECT_EQ(view.current_row(), 54);
    QTest::keyClick(&view.plot(), Qt::Key_Right);
    EXPECT_EQ(view.current_row(), 54);
    QTest::keyClick(&view.plot(), Qt::Key_Left);
    EXPECT_EQ(view.current_row(), 53);
    QTest::keyClick(&view.plot(), Qt::Key_Home);
    EXPECT_EQ(view.current_row(), 0);
    EXPECT_EQ(selected.size(), 4);
    EXPECT_FALSE(view.is_zoomed());
    QTest::keyClick(&view.plot(), Qt::Key_Plus);
    EXPECT_TRUE(view.is_zoomed());
    QTest::keyClick(&view.plot(), Qt::Key_0);
    EXPECT_FALSE(view.is_zoomed());
    QSignalSpy activated(&view, &ChartView::row_activated);
    QTest::keyClick(&view.plot(), Qt::Key_Return);
    ASSERT_EQ(activated.size(), 1);
    EXPECT_EQ(activated[0][0].toInt(), 0);
}

TEST_F(ChartViewTest, LabelsNeverOverlap) {
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

TEST_F(ChartViewTest, ZoomStaysWithinTheBars) {
    show(Grouping::substage);
    view.plot().xAxis->setRange(-100, 500);
    EXPECT_GE(view.plot().xAxis->range().lower, -0.5);
    EXPECT_LE(view.plot().xAxis->range().upper, 54.5);
}

TEST_F(ChartViewTest, OfManyBarsAtMostOneAPixelIsDrawnAndSaid) {
    present::Chart chart;
    chart.stacked = true;
    chart.x.title = "launch";
    chart.x.scale = present::Scale::categories;
    chart.y.title = "time (us, measured)";
    std::vector<present::Point> points;
    for (std::size_t row = 0; row < 200'000; ++row) {
        points.push_back(at(static_cast<double>(row), static_cast<double>(row % 977), row));
        chart.x.ticks.push_back(std::to_string(row));
    }
    chart.series.push_back(series_of(Kind::bars, std::move(points), "kernel"));
    show(std::move(chart));
    EXPECT_LE(view.drawn_marks(), static_cast<std::size_t>(view.plot().width()));
    EXPECT_GT(view.drawn_marks(), 100U);
    const auto* caption = view.findChild<QLabel*>(QStringLiteral("chart_caption"));
    ASSERT_TRUE(caption);
    EXPECT_TRUE(caption->text().contains(QStringLiteral("of 200,000 bars are drawn")))
        << caption->text().toStdString();
    view.plot().xAxis->setRange(1000, 1100);
    view.plot().replot();
    EXPECT_LE(view.drawn_marks(), 104U);  // all that are in sight, and what the edges cut
    EXPECT_TRUE(caption->isHidden());
    view.set_current_row(150'000);  // out of sight: brought into view
    EXPECT_TRUE(view.plot().xAxis->range().contains(150'000));
    view.plot().xAxis->setRange(0, 200'000);
    view.plot().replot();
    EXPECT_GE(view.plot().xAxis->tickVector().size(), 3);
    for (const auto& label : view.plot().xAxis->tickVectorLabels())
        EXPECT_TRUE(label.endsWith(u'0')) << label.toStdString();
}

TEST_F(ChartViewTest, TheBarThatIsPointedAtIsTheOneThatIsDrawnThere) {
    for (const std::size_t rows : {20U, 120U}) {  // with room between them, and without
        present::Chart chart;
        chart.x.scale = present::Scale::categories;
        for (std::size_t row = 0; row < rows; ++row) chart.x.ticks.push_back(std::to_string(row));
        for (const auto* name : {"first", "second", "third"}) {
            std::vector<present::Point> points;
            for (std::size_t row = 0; row < rows; ++row)
                points.push_back(at(static_cast<double>(row), 1, row));
            chart.series.push_back(series_of(Kind::bars, std::move(points), name));
        }
        std::optional<std::size_t> pointed;
        chart.tooltip = [&](std::size_t series, std::size_t) {
            pointed = series;
            return std::string("a bar");
        };
        show(std::move(chart));
        const auto image = view.plot().toPixmap().toImage();
        const auto centre = view.plot().axisRect()->center();
        std::size_t seen = 0;
        for (int x = centre.x() - 40; x < centre.x() + 40; ++x) {
            const auto here = image.pixelColor(x, centre.y());
            const auto beside = image.pixelColor(x + 1, centre.y()),
                       before = image.pixelColor(x - 1, centre.y());
            if (here != beside || here != before) continue;  // an edge is of either
            pointed.reset();
            QTest::mouseMove(&view.plot(), QPoint(x, centre.y()));
            for (std::size_t i = 0; i < 3; ++i) {
                if (here != colour(static_cast<int>(i))) continue;
                EXPECT_EQ(pointed, std::optional(i)) << rows << " rows, " << x;
                ++seen;
            }
        }
        EXPECT_GT(seen, 10U) << rows;
    }
}

TEST_F(ChartViewTest, ASentenceTakesTheChartsPlace) {
    const auto record = sample::make_case({"std-sort", 1024, 0, BackendKind::cpu, false});
    view.set_chart(present::breakdown_chart(sample::make_breakdown(record, Grouping::stage)->breakdown,
                                            time_metric(), record));
    EXPECT_FALSE(view.has_chart());
    EXPECT_TRUE(view.message().contains(QStringLiteral("sort on the CPU")));
    view.set_current_row(3);
    EXPECT_EQ(view.current_row(), -1);
    QTemporaryDir folder;
    EXPECT_FALSE(view.export_to(folder.filePath(QStringLiteral("none.png"))).isEmpty());
    QSignalSpy taken(&view, &ChartView::offer_taken);
    view.show_message(QStringLiteral("Nothing is open."), QStringLiteral("Open"));
    QTest::mouseClick(view.findChild<QPushButton*>(), Qt::LeftButton);
    EXPECT_EQ(taken.size(), 1);
}

TEST_F(ChartViewTest, ExportsByTheNamesEnding) {
    show(Grouping::stage);
    view.set_context(QStringLiteral("mu-semi, 2\u00b9\u2070 u32, block 256"));
    QTemporaryDir folder;
    const auto rows = view.plot().plotLayout()->rowCount();
    const QString png = folder.filePath(QStringLiteral("chart.png")),
                  pdf = folder.filePath(QStringLiteral("chart.PDF")),
                  csv = folder.filePath(QStringLiteral("chart.csv"));
    EXPECT_EQ(view.export_to(png), QString());
    EXPECT_EQ(QImage(png).width(), 2 * view.plot().width());
    EXPECT_EQ(view.export_to(pdf), QString());
    QFile file(pdf);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(file.read(5).startsWith("%PDF"));
    EXPECT_EQ(view.export_to(csv), QString());
    const QString svg = folder.filePath(QStringLiteral("chart.svg"));
    EXPECT_EQ(view.export_to(svg), QString());
    QFile drawn(svg);
    ASSERT_TRUE(drawn.open(QIODevice::ReadOnly));
    EXPECT_TRUE(drawn.readAll().contains("<svg"));  // and no picture of another kind under the name
    QFile values(csv);
    ASSERT_TRUE(values.open(QIODevice::ReadOnly));
    const auto lines = QString::fromUtf8(values.readAll()).split(u'\n', Qt::SkipEmptyParts);
    EXPECT_GT(lines.size(), 10);
    EXPECT_EQ(lines[0], QStringLiteral("series,x,y,unit,low,high,source"));
    EXPECT_TRUE(lines[1].endsWith(QStringLiteral(",measured")));
    EXPECT_FALSE(view.export_to(folder.filePath(QStringLiteral("no/such/folder.png"))).isEmpty());
    const QString other = folder.filePath(QStringLiteral("chart.bmp"));
    EXPECT_TRUE(view.export_to(other).contains(
        QStringLiteral(".png")));  // no picture of another kind under this name
    EXPECT_FALSE(QFileInfo::exists(other));
    EXPECT_EQ(view.plot().plotLayout()->rowCount(), rows);  // the picture's title is gone again
    const QString profiles = folder.filePath(QStringLiteral("profiles.db"));
    QFile database(profiles);
    ASSERT_TRUE(database.open(QIODevice::WriteOnly));
    database.write("SQLite format 3", 16);
    database.close();
    for (const char* ending : {"png", "pdf", "svg", "csv"}) {
        const auto name = folder.filePath(QStringLiteral("link.%1").arg(QLatin1String(ending)));
        ASSERT_TRUE(QFile::link(profiles, name));
        EXPECT_TRUE(view.export_to(name).contains(QStringLiteral("file of profiles"))) << ending;
    }
    EXPECT_EQ(QFileInfo(profiles).size(), 16);
}

TEST_F(ChartViewTest, FollowsThePalette) {
    show(Grouping::stage);
    view.setPalette(dark_palette());
    EXPECT_EQ(view.plot().xAxis->labelColor(), dark_palette().color(QPalette::Text));
    EXPECT_EQ(view.plot().plottableCount(), 2);
}

TEST_F(ChartViewTest, SeriesAreHiddenByTheLegendAndTheMenuAndStaySo) {
    show(Grouping::stage);
    const auto before = count(colour(1));
    view.set_hidden(1, true);
    view.plot().replot();
    EXPECT_LT(count(colour(1)), before / 10);
    show(Grouping::substage);
    EXPECT_TRUE(view.is_hidden(1));  // by its name
    view.show_all();
    EXPECT_FALSE(view.is_hidden(1));
    view.show_only(1);
    EXPECT_TRUE(view.is_hidden(0));
    QMenu menu;
    view.fill_menu(menu);
    EXPECT_GE(menu.actions().size(), 4);
}

TEST_F(ChartViewTest, WithoutCurvesThereIsASentence) {
    view.set_chart(present::curve_chart({}, present::CurveKind::throughput, nullptr));
    EXPECT_FALSE(view.has_chart());
    EXPECT_TRUE(view.message().contains(QStringLiteral("no rate to draw")));
}

TEST_F(ChartViewTest, PrintsOnAPage) {
    show(Grouping::stage);
    QTemporaryDir folder;
    QPrinter printer;
    printer.setOutputFormat(QPrinter::PdfFormat);
    printer.setOutputFileName(folder.filePath(QStringLiteral("page.pdf")));
    const auto before = view.plot().plotLayout()->rowCount();
    view.print_on(printer);
    EXPECT_GT(QFileInfo(printer.outputFileName()).size(), 1000);
    EXPECT_EQ(view.plot().plotLayout()->rowCount(), before);  // the title is on the paper alone
}

}  // namespace
}  // namespace sortscope::gui
