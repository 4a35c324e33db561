#include <QPrinter>
#include <QTest>

#include "gui/views/chart/chart_view.hpp"
#include "present/charts/breakdown.hpp"
#include "present/charts/curves.hpp"
#include "present/charts/network.hpp"
#include "present/charts/timeline.hpp"
#include "present/tables/breakdown.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {
using analyzer::Grouping;
using Kind = present::Series::Kind;

present::Point at(double x, double y, size_t row = 0) { return {.x = x, .y = y, .row = row}; }

present::Series series_of(Kind kind, std::vector<present::Point> points, const char* name) {
    present::Series series;
    series.kind = kind;
    series.name = name;
    series.points = std::move(points);
    return series;
}

present::Chart chart_of(std::vector<present::Series> series) {
    present::Chart chart;
    chart.series = std::move(series);
    return chart;
}

/// `count` points at 0, 1, .., each in a row of its own.
template <class Y>
std::vector<present::Point> points_of(size_t count, Y&& y) {
    std::vector<present::Point> points;
    for (size_t i = 0; i < count; ++i) points.push_back(at(double(i), y(i), i));
    return points;
}

/// A chart of categories 0, 1, ..
present::Chart categories(size_t count, std::vector<present::Series> series) {
    auto chart = chart_of(std::move(series));
    chart.x.scale = present::Scale::categories;
    for (size_t i = 0; i < count; ++i) chart.x.ticks.push_back(std::to_string(i));
    return chart;
}

present::Mark limit(double at, std::string text) {
    return {present::Mark::Across::y, at, std::move(text), std::nullopt};
}

class ChartViewTest : public testing::Test {
 protected:
    void SetUp() override {
        view.resize(900, 400);
        view.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    }
    void resize(int width, int height) {
        view.resize(width, height);
        QApplication::processEvents();
        plot().replot();
    }
    void show(Grouping grouping) {
        const auto record = sample::make_case({"mu-semi", 1024, 256, BackendKind::cupti, true});
        const auto contents = sample::make_breakdown(record, grouping);
        show(present::breakdown_chart(contents->breakdown, time_metric(), record));
    }
    void show(present::Chart chart) {
        view.set_chart(std::move(chart));
        plot().replot();
    }
    QPoint middle_of(int row) {
        return {int(plot().xAxis->coordToPixel(row)), plot().axisRect()->center().y()};
    }
    QPoint pixel(double x, double y) {
        return {qRound(plot().xAxis->coordToPixel(x)), qRound(plot().yAxis->coordToPixel(y))};
    }
    void click(double x, double y) { QTest::mouseClick(&plot(), Qt::LeftButton, {}, pixel(x, y)); }
    QCustomPlot& plot() { return view.plot(); }
    QImage image() { return plot().toPixmap().toImage(); }
    int count(const QColor& colour) {
        const auto drawn = image();
        return gui::count(drawn, drawn.rect(), [&](const QColor& at) { return at == colour; });
    }
    /// Places of the visible names of lines.
    std::vector<QRectF> names() {
        std::vector<QRectF> found;
        for (int i = 0; i < plot().itemCount(); ++i)
            if (auto* text = qobject_cast<QCPItemText*>(plot().item(i)); text != nullptr && text->visible())
                found.emplace_back(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition());
        return found;
    }
    /// The title of the y axis, if it is above the chart.
    QCPTextElement* title() { return qobject_cast<QCPTextElement*>(plot().plotLayout()->element(1, 0)); }
    QColor colour(int place) const { return chart_theme(view.palette()).series.at(place); }

    ChartView view;
};

/// A span of ten units in each of `lanes` lanes.
present::Chart spans_in(size_t lanes) {
    present::Series spans = series_of(Kind::spans, {}, "kernel");
    auto chart = chart_of({});
    chart.y.scale = present::Scale::categories;
    chart.y.names = true;
    for (size_t i = 0; i < lanes; ++i) {
        chart.y.ticks.push_back("stage " + std::to_string(i));
        spans.points.push_back(
            {.x = 10.0 * double(i), .y = double(i), .x_end = 10.0 * double(i) + 10, .row = i});
    }
    chart.series.push_back(std::move(spans));
    return chart;
}

TEST_F(ChartViewTest, LanesAre24PixelsHighAndBarsNeverBelow10) {
    const auto lane = [&] { return plot().yAxis->coordToPixel(1) - plot().yAxis->coordToPixel(0); };
    show(spans_in(5));
    EXPECT_NEAR(lane(), 24, 0.1);
    EXPECT_GT(plot().axisRect()->height(), 5 * 24) << "spare room stays empty";
    auto* lanes = view.findChild<QScrollBar*>(u"lane_scroll_bar"_s);
    ASSERT_TRUE(lanes);
    EXPECT_FALSE(lanes->isVisible());
    show(spans_in(100));
    EXPECT_TRUE(lanes->isVisible());
    lanes->setValue(lanes->maximum());
    EXPECT_NEAR(plot().yAxis->range().upper, 99.5, 0.1);
    lanes->setValue(0);
    EXPECT_GE(lane() * 0.72, 10);
    EXPECT_LT(plot().yAxis->range().upper, 60) << "the rest is below";
    view.set_current_row(99);
    plot().replot();
    EXPECT_GE(plot().yAxis->range().upper, 99.5 - 1e-6) << "the chosen launch comes into sight";
    plot().yAxis->moveRange(90);  // as a drag past the end
    plot().replot();
    EXPECT_NEAR(plot().yAxis->range().upper, 99.5, 1e-6);
    EXPECT_GE(lane() * 0.72, 10);
}

TEST_F(ChartViewTest, TheMinimapFramesThePartInSightAndMovesIt) {
    show(Grouping::stage);
    EXPECT_TRUE(view.minimap().isHidden()) << "bars are no timeline";
    show(spans_in(10));
    QApplication::processEvents();
    auto& map = view.minimap();
    ASSERT_TRUE(map.isVisible());
    const auto all = map.frame();
    EXPECT_NEAR(all.left(), plot().axisRect()->left(), 2);
    EXPECT_NEAR(all.right(), plot().axisRect()->right() + 1, 2);
    view.zoom_to(20, 40);
    plot().replot();
    const auto before = map.frame();
    EXPECT_NEAR(before.width() / all.width(), 20 / 100.0, 0.02);
    QSignalSpy moved(&view, &ChartView::range_changed);
    QTest::mousePress(&map, Qt::LeftButton, {}, before.center().toPoint());
    EXPECT_NEAR(plot().xAxis->range().lower, 20, 1) << "a press within the frame moves nothing";
    QTest::mouseMove(&map, before.center().toPoint() + QPoint(int(before.width()), 0));
    QTest::mouseRelease(&map, Qt::LeftButton, {}, before.center().toPoint() + QPoint(int(before.width()), 0));
    EXPECT_NEAR(plot().xAxis->range().lower, 40, 1.5);
    EXPECT_NEAR(plot().xAxis->range().size(), 20, 1e-6);
    EXPECT_GT(moved.size(), 0);
    QTest::mouseClick(&map, Qt::LeftButton, {}, QPoint(int(all.right()) - 1, 10));
    EXPECT_NEAR(plot().xAxis->range().upper, 100, 0.1) << "the end is the end";
    QTest::mouseDClick(&map, Qt::LeftButton, {}, map.frame().center().toPoint());
    EXPECT_FALSE(view.is_zoomed());
}

TEST_F(ChartViewTest, DrawsASeriesForEachKernelWithTitlesAndLegend) {
    show(Grouping::stage);
    EXPECT_TRUE(view.has_chart());
    ASSERT_EQ(plot().plottableCount(), 2);
    EXPECT_EQ(std::tuple(plot().legend->itemCount(), plot().xAxis->label()), std::tuple(2, u"stage"_s));
    EXPECT_EQ(plot().yAxis->label(), u"time (\u00b5s, measured)"_s);
    EXPECT_GT(count(colour(0)), 3000);
    EXPECT_GT(count(colour(1)), 3000);
    view.setPalette(dark_palette());
    EXPECT_EQ(plot().xAxis->labelColor(), dark_palette().color(QPalette::Text));
    EXPECT_EQ(plot().plottableCount(), 2);
}

TEST_F(ChartViewTest, ClicksSelectRowsZoomStaysWithinTheBarsAndLabelsApart) {
    show(Grouping::stage);
    QSignalSpy selected(&view, &ChartView::row_selected);
    QTest::mouseClick(&plot(), Qt::LeftButton, {}, middle_of(6));
    ASSERT_EQ(selected.size(), 1);
    EXPECT_EQ(std::tuple(selected[0][0].toInt(), view.current_row()), std::tuple(6, 6));
    EXPECT_EQ(view.row_at({2, 2}), -1);
    show(Grouping::substage);
    plot().xAxis->setRange(-100, 500);
    EXPECT_GE(plot().xAxis->range().lower, -0.5);
    EXPECT_LE(plot().xAxis->range().upper, 54.5);
    for (const auto grouping : analyzer::groupings) {
        show(grouping);
        const auto* axis = plot().xAxis;
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
    show(Grouping::stage);
    auto* ring = view.findChild<QFrame*>(u"focus_ring"_s);
    ASSERT_TRUE(ring);
    plot().setFocus();
    ASSERT_TRUE(QTest::qWaitFor([&] { return ring->isVisible(); }));
    plot().clearFocus();
    EXPECT_FALSE(ring->isVisible());
}

TEST_F(ChartViewTest, KeysMoveTheSelectionAndZoom) {
    show(Grouping::substage);
    QSignalSpy selected(&view, &ChartView::row_selected);
    for (const auto& [key, row] :
         {std::pair(Qt::Key_End, 54), {Qt::Key_Right, 54}, {Qt::Key_Left, 53}, {Qt::Key_Home, 0}}) {
        QTest::keyClick(&plot(), key);
        EXPECT_EQ(view.current_row(), row);
    }
    EXPECT_EQ(selected.size(), 4);
    EXPECT_FALSE(view.is_zoomed());
    QTest::keyClick(&plot(), Qt::Key_Plus);
    EXPECT_TRUE(view.is_zoomed());
    QTest::keyClick(&plot(), Qt::Key_0);
    EXPECT_FALSE(view.is_zoomed());
    QSignalSpy activated(&view, &ChartView::row_activated);
    QTest::keyClick(&plot(), Qt::Key_Return);
    ASSERT_EQ(activated.size(), 1);
    EXPECT_EQ(activated[0][0].toInt(), 0);
}

TEST_F(ChartViewTest, OfManyBarsAtMostOneAPixelIsDrawnAndSaid) {
    const auto height = [](size_t row) { return double(row % 977); };
    auto chart = categories(200'000, {series_of(Kind::bars, points_of(200'000, height), "kernel")});
    chart.stacked = true;
    show(std::move(chart));
    EXPECT_LE(view.drawn_marks(), size_t(plot().width()));
    EXPECT_GT(view.drawn_marks(), 100U);
    const auto* caption = view.findChild<QLabel*>(u"chart_caption"_s);
    ASSERT_TRUE(caption);
    EXPECT_TRUE(contains(caption->text(), u"of 200,000 bars are drawn"_s));
    plot().xAxis->setRange(1000, 1100);
    plot().replot();
    EXPECT_LE(view.drawn_marks(), 104U);  // all bars in sight, also cut bars
    EXPECT_TRUE(caption->isHidden());
    view.set_current_row(150'000);  // scrolls to the row
    EXPECT_TRUE(plot().xAxis->range().contains(150'000));
}

TEST_F(ChartViewTest, TheBarThatIsPointedAtIsTheOneThatIsDrawnThere) {
    for (const size_t rows : {20U, 120U}) {  // with and without gaps between bars
        auto chart = categories(rows, {});
        for (const auto* name : {"first", "second", "third"})
            chart.series.push_back(series_of(Kind::bars, points_of(rows, [](auto) { return 1.0; }), name));
        std::optional<size_t> pointed;
        chart.tooltip = [&](const present::Series& series, const present::Point&) {
            pointed = size_t(&series - view.chart().series.data());
            return std::string("a bar");
        };
        show(std::move(chart));
        const auto drawn = image();
        const auto centre = plot().axisRect()->center();
        size_t seen = 0;
        for (int x = centre.x() - 40; x < centre.x() + 40; ++x) {
            const auto colour_at = [&](int place) { return drawn.pixelColor(place, centre.y()); };
            const auto here = colour_at(x);
            if (here != colour_at(x + 1) || here != colour_at(x - 1)) continue;  // an edge: skip it
            pointed.reset();
            QTest::mouseMove(&plot(), QPoint(x, centre.y()));
            for (size_t i = 0; i < 3; ++i) {
                if (here != colour(int(i))) continue;
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
    EXPECT_TRUE(contains(view.message(), u"sort on the CPU"_s));
    view.set_current_row(3);
    EXPECT_EQ(view.current_row(), -1);
    QSignalSpy taken(&view, &ChartView::offer_taken);
    view.show_message(u"No file is open."_s, u"Open"_s);
    QTest::mouseClick(view.findChild<QPushButton*>(), Qt::LeftButton);
    EXPECT_EQ(taken.size(), 1);
}

TEST_F(ChartViewTest, ExportsByTheNamesEndingAndPrints) {
    show(Grouping::stage);
    view.set_context(u"mu-semi, 2\u00b9\u2070 u32, block 256"_s);
    QTemporaryDir folder;
    const auto rows = plot().plotLayout()->rowCount();
    const QString png = folder.filePath(u"chart.png"_s), pdf = folder.filePath(u"chart.PDF"_s),
                  csv = folder.filePath(u"chart.csv"_s), svg = folder.filePath(u"chart.svg"_s);
    for (const auto& path : {png, pdf, csv, svg}) EXPECT_EQ(view.output().export_to(path), QString());
    EXPECT_EQ(QImage(png).width(), 2 * plot().width());
    EXPECT_TRUE(bytes_of(pdf).startsWith("%PDF"));
    EXPECT_TRUE(bytes_of(svg).contains("<svg"));
    const auto lines = QString::fromUtf8(bytes_of(csv)).split(u"\r\n"_s, Qt::SkipEmptyParts);
    EXPECT_GT(lines.size(), 10);
    EXPECT_EQ(lines[0], u"series,x,y,unit,low,high,source"_s);
    EXPECT_TRUE(lines[1].endsWith(u",measured"_s));
    EXPECT_FALSE(view.output().export_to(folder.filePath(u"no/such/folder.png"_s)).isEmpty());
    const QString other = folder.filePath(u"chart.bmp"_s);
    EXPECT_TRUE(
        contains(view.output().export_to(other), u".png"_s));  // the sentence names endings of known formats
    EXPECT_FALSE(QFileInfo::exists(other));
    EXPECT_EQ(plot().plotLayout()->rowCount(), rows);  // the picture's title is gone again
    const QString profiles = folder.filePath(u"profiles.db"_s);
    sample::write_file(profiles.toStdString(), 10, 10);
    EXPECT_TRUE(view.output().export_to(profiles).contains(u"file of profiles"_s));
    QPrinter printer;
    printer.setOutputFormat(QPrinter::PdfFormat);
    printer.setOutputFileName(folder.filePath(u"page.pdf"_s));
    view.output().print_on(printer);
    EXPECT_GT(QFileInfo(printer.outputFileName()).size(), 1000);
    EXPECT_EQ(plot().plotLayout()->rowCount(), rows);  // only the paper has the title
}

TEST_F(ChartViewTest, SeriesAreHiddenByTheLegendAndTheMenuAndStaySo) {
    show(Grouping::stage);
    const auto before = count(colour(1));
    view.set_hidden(1, true);
    plot().replot();
    EXPECT_LT(count(colour(1)), before / 10);
    show(Grouping::substage);
    EXPECT_TRUE(view.is_hidden(1));  // hidden by name
    view.show_all();
    EXPECT_FALSE(view.is_hidden(1));
    view.show_only(1);
    EXPECT_TRUE(view.is_hidden(0));
    QMenu menu;
    view.fill_menu(menu);
    EXPECT_GE(menu.actions().size(), 4);
}

TEST_F(ChartViewTest, CurvesHaveALineEachARingAndAReadout) {
    const auto file = sample::make_file(60);
    show(present::curve_chart(analyzer::curves_over("n", file->cases), present::CurveKind::throughput,
                              &file->cases[0]));
    ASSERT_TRUE(view.has_chart());
    EXPECT_EQ(plot().legend->itemCount(), int(view.chart().series.size()));
    for (const auto& label : plot().xAxis->tickVectorLabels()) EXPECT_TRUE(label.startsWith(u'2'));
    const auto& point = view.chart().series[0].points[0];
    const auto position = pixel(point.x, *point.y);
    QSignalSpy selected(&view, &ChartView::case_selected);
    click(point.x, *point.y);
    ASSERT_EQ(selected.size(), 1);
    EXPECT_GT(selected[0][0].toLongLong(), 0);
    const auto plain = image();
    view.set_current_case(point.case_id);
    plot().replot();
    EXPECT_NE(image(), plain);
    QTest::mouseMove(&plot(), QPoint(position.x() + 5, plot().axisRect()->bottom() - 4));
    QApplication::processEvents();
    const auto* readout = view.findChild<QLabel*>(u"chart_readout"_s);
    EXPECT_TRUE(readout->isVisible());
    EXPECT_TRUE(contains(readout->text(), u"Mkey/s"_s));
}

TEST_F(ChartViewTest, PublishedMarksAreHollowAndOfTheirCurvesShape) {
    auto chart = chart_of({});
    for (size_t i = 0; i < 10; ++i) {
        chart.series.push_back(series_of(Kind::points, {at(double(i), 1), at(10, 0)}, "measured"));
        chart.series.push_back(series_of(Kind::points, {at(double(i), 2), at(10, 0)}, "published"));
        chart.series[2 * i + 1].provenance = Provenance::published;
        chart.series[2 * i].colour = chart.series[2 * i + 1].colour = i;
        chart.series[2 * i + 1].dashed = true;
    }
    show(std::move(chart));
    const auto drawn = image();
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(drawn.pixelColor(pixel(i, 1)), colour(i)) << i;
        // The strokes of some shapes meet in the middle.
        EXPECT_TRUE(std::ranges::any_of(std::array{0, 2, 3}, [&](int left) {
            return drawn.pixelColor(pixel(i, 2) - QPoint(left, 0)) == chart_theme(view.palette()).background;
        })) << i;
        EXPECT_EQ(view.chart().mark_shape(size_t(2 * i)), view.chart().mark_shape(size_t(2 * i + 1)));
    }
}

TEST_F(ChartViewTest, TheBestOfALineIsFramed) {
    auto chart = chart_of({series_of(Kind::line, {at(1, 3), at(2, 1), at(3, 2)}, "time")});
    show(chart);
    QApplication::processEvents();  // the chart takes its size
    show(chart);
    const auto plain = image();
    chart.series[0].best = 1;
    show(chart);
    const QRect frame(pixel(2, 1) - QPoint(12, 12), QSize(24, 24));
    const auto is_dark = [](const QColor& at) { return at.lightness() < 100; };
    EXPECT_GT(gui::count(image(), frame, is_dark), gui::count(plain, frame, is_dark) + 20);
    const auto one_peak = [](size_t i) { return i == 77'777 ? 100.0 : double(i % 2); };
    auto line = series_of(Kind::line, points_of(200'000, one_peak), "series");
    line.marked = false;
    show(chart_of({line}));
    const auto drawn = image();
    const auto high = pixel(77'777, 60);
    EXPECT_GT(gui::count(drawn, {high.x() - 3, high.y(), 7, 1},
                         [&](const auto& at) { return at != chart_theme(view.palette()).background; }),
              0);
}

TEST_F(ChartViewTest, DrawsSpansHeatMapsStepsLinksAndMarks) {
    auto spans = points_of(50'000, [](auto) { return 1.0; });
    for (auto& span : spans) {
        span.x *= 2;
        span.x_end = span.x + 1.5;
    }
    auto chart = chart_of({series_of(Kind::spans, std::move(spans), "kernel")});
    chart.y.scale = present::Scale::categories;
    chart.y.ticks = {"transfers", "stream 1"};
    show(std::move(chart));
    EXPECT_LE(view.drawn_marks(), size_t(plot().width() + 4));
    EXPECT_TRUE(plot().yAxis->rangeReversed());  // lanes read from the top
    view.zoom_to(1000, 1020);
    plot().replot();
    EXPECT_EQ(view.row_at(pixel(1004.7, 1)), 502);
    view.set_current_row(40'000);
    EXPECT_TRUE(plot().xAxis->range().contains(80'000.5));
    chart = categories(3, {});
    chart.y.scale = present::Scale::categories;
    chart.y.ticks = {"10", "11"};
    chart.colour.title = "time (us)";
    chart.colour.largest = 6;
    chart.heat.emplace();
    chart.heat->values = {1.0, 2.0, std::nullopt, 4.0, 5.0, 6.0};
    chart.heat->texts = {"1", "2", "", "4", "5", "6"};
    chart.heat->outlined = {5};
    show(std::move(chart));
    EXPECT_EQ(view.drawn_marks(), 5U);
    QSignalSpy cell(&view, &ChartView::cell_selected);
    click(2, 1);
    click(2, 0);  // no cell
    ASSERT_EQ(cell.size(), 1);
    EXPECT_EQ(std::tuple(cell[0][0].toInt(), cell[0][1].toInt()), std::tuple(2, 1));
    EXPECT_TRUE(view.output().as_csv().startsWith(u"y,x,value,unit\r\n10,0,1,"_s));
    show(Grouping::stage);  // the colour scale is gone, too
    EXPECT_EQ(plot().plotLayout()->columnCount(), 1);
    chart = chart_of({series_of(Kind::links, {{.x = 0, .y = 0, .low = 0, .high = 3}}, "comparators"),
                      series_of(Kind::steps, {at(0, 1), at(1, 2), at(2, 0)}, "steps"),
                      series_of(Kind::points, {at(0.5, 2.5)}, "points")});
    chart.marks = {limit(2, "limit")};
    show(std::move(chart));
    EXPECT_GT(count(colour(0)), 50);
    EXPECT_GT(count(colour(1)), 50);
    chart = categories(3, {series_of(Kind::bars, {at(0, 1, 0), at(1, 2, 1), at(2, 3, 2)}, "ratio")});
    chart.sideways = true;
    show(std::move(chart));
    EXPECT_EQ(plot().yAxis->tickVectorLabels().size(), 3);
    EXPECT_GT(count(colour(0)), 3000);
    EXPECT_EQ(view.row_at({plot().axisRect()->left() + 20, pixel(0, 2).y()}), 2);
    const auto rising = [](size_t i) { return 1.0 + double(i); };
    chart = categories(28, {series_of(Kind::points, points_of(28, rising), "slower")});
    chart.sideways = true;
    resize(500, 200);
    show(std::move(chart));
    const auto area = plot().axisRect()->rect();  // marks of the first and the last row are whole
    EXPECT_GE(plot().yAxis->coordToPixel(0) - area.top(), 4);
    EXPECT_GE(area.bottom() - plot().yAxis->coordToPixel(27), 4);
}

TEST_F(ChartViewTest, ArrowHeadsPointToWhereTheGreaterKeyGoes) {
    const auto draw = [&](const std::vector<present::NetworkLink>& links) {
        show(present::network_chart(4, links));
        return plot().toPixmap(900, 400).toImage();
    };
    const std::vector<present::NetworkLink> links{{.low = 0, .high = 3},
                                                  {.low = 0, .high = 3, .launch = 1, .descending = true}};
    const auto drawn = draw(links);
    const auto& chart = view.chart();
    ASSERT_EQ(chart.series.size(), 2U);
    // Nine pixels from the wire, an arrow head is broad, but a dot has ended and a stroke is thin.
    const auto is_head = [&](const QImage& of, const QPoint& end, int inwards) {
        const auto ground = of.pixelColor(end + QPoint(-25, inwards * 9));
        return of.pixelColor(end + QPoint(-3, inwards * 9)) != ground &&
               of.pixelColor(end + QPoint(3, inwards * 9)) != ground;
    };
    EXPECT_FALSE(is_head(drawn, pixel(0, 0), 1));
    EXPECT_TRUE(is_head(drawn, pixel(0, 3), -1)) << "the greater key goes to the lower wire";
    EXPECT_TRUE(is_head(drawn, pixel(1, 0), 1)) << "and here to the upper one";
    EXPECT_FALSE(is_head(drawn, pixel(1, 3), -1));
    EXPECT_EQ(drawn.pixelColor(pixel(0, 3) + QPoint(-3, 3)), drawn.pixelColor(pixel(0, 3) + QPoint(-25, 3)));
}

TEST_F(ChartViewTest, RatiosThatAreCloseHaveNumbersAndATitleThatFits) {
    auto chart = categories(2, {});
    chart.y.scale = present::Scale::categories;
    chart.y.ticks = {"1"};
    chart.heat.emplace();
    chart.heat->values = {0.97, 1.05};
    chart.heat->texts = {"0.97", "1.05"};
    chart.colour.ratio = true;
    chart.colour.scale = present::Scale::logarithmic;
    chart.colour.least = 1 / 1.05;
    chart.colour.largest = 1.05;
    chart.colour.title =
        "A measure with a very long name, times that of another sort in blocks of 1,024 threads (measured)";
    for (const int height : {400, 240}) {
        resize(700, height);
        show(chart);
        const auto* scale = qobject_cast<QCPColorScale*>(plot().plotLayout()->element(2, 1));
        ASSERT_TRUE(scale);
        EXPECT_TRUE(scale->axis()->tickVectorLabels().contains(u"1.00"_s))
            << scale->axis()->tickVectorLabels().join(u' ').toStdString();
        const QFontMetrics metrics(scale->axis()->labelFont());
        for (const auto& line : scale->label().split(u'\n'))
            EXPECT_LE(metrics.horizontalAdvance(line), plot().height()) << height;
    }
}

TEST_F(ChartViewTest, TheLegendLeavesTheChartItsRoom) {
    present::Chart chart;
    chart.y.title = "transactions of loads (counted)";
    for (const char* name :
         {"32 bytes (counted)", "64 bytes (counted)", "96 bytes (counted)", "128 bytes (counted)"})
        chart.series.push_back(series_of(Kind::line, {at(1, 30), at(2, 300)}, name));
    show(chart);
    EXPECT_EQ(plot().legend->itemWithPlottable(plot().plottable(0))->plottable()->name(),
              u"32 bytes"_s);  // the axis has the provenance
    resize(260, 190);
    EXPECT_LE(plot().legend->outerRect().height(), 70);
    EXPECT_GE(plot().axisRect()->height(), 60);
    EXPECT_EQ(plot().yAxis->label(), QString());
    EXPECT_EQ(title()->text(), u"transactions of loads (counted)"_s);
    EXPECT_LE(title()->outerRect().bottom(), plot().axisRect()->rect().top());
    EXPECT_GE(title()->outerRect().top(), plot().legend->visible() ? plot().legend->outerRect().bottom() : 0);
    resize(900, 400);
    EXPECT_EQ(plot().yAxis->label(), u"transactions of loads (counted)"_s) << "along it again";
    EXPECT_EQ(title()->text(), QString());
    EXPECT_LE(title()->outerRect().height(), 1);
    chart = chart_of({series_of(Kind::points, {at(1, 30), at(2, 20)}, "accepted")});
    chart.y.title = "time (us, measured)";
    resize(500, 150);
    show(chart);
    EXPECT_FALSE(plot().legend->visible());
    EXPECT_GE(plot().axisRect()->height(), 60);
    EXPECT_LE(plot().axisRect()->top(), 40) << "nor is its place kept: above the axes is the title alone";
    resize(500, 300);
    EXPECT_TRUE(plot().legend->visible());
}

TEST_F(ChartViewTest, NoNameOfALegendIsCut) {
    for (const int count : {1, 2, 3, 5, 9}) {
        present::Chart chart;
        chart.y.title = "rate (Mkey/s, measured)";
        for (int i = 0; i < count; ++i)
            chart.series.push_back(series_of(Kind::line, {at(1, 30), at(2, 40)},
                                             ("bitonic-optimized-" + std::string(size_t(3 * i), 'm') +
                                              ", block 256, max_keys=16 (measured)")
                                                 .c_str()));
        show(chart);
        for (int width = 160; width <= 800; width += 37)
            for (const int height : {190, 330}) {
                resize(width, height);
                auto* legend = plot().legend;
                if (!legend->visible()) continue;  // tooltips have the names
                const auto where = std::to_string(count) + " names at " + std::to_string(width) + " x " +
                                   std::to_string(height);
                EXPECT_LE(legend->outerRect().right(), plot().width()) << where;
                EXPECT_GE(legend->outerRect().left(), 0) << where;
                const auto axes = plot().axisRect()->rect();
                EXPECT_TRUE(legend->outerRect().bottom() <= axes.top() ||
                            legend->outerRect().left() >= axes.right())
                    << where;
                for (int i = 0; i < legend->itemCount(); ++i) {
                    const auto* item = legend->item(i);
                    if (item == nullptr) continue;  // the end of the last row
                    const auto least = item->minimumOuterSizeHint(), size = item->outerRect().size();
                    EXPECT_EQ(least.boundedTo(size), least) << where << ", name " << i;
                    EXPECT_LE(item->outerRect().right(), legend->outerRect().right()) << where << ", " << i;
                }
            }
    }
}

TEST_F(ChartViewTest, AShortLegendKeepsWhatDistinguishesNames) {
    present::Chart chart;
    for (const char* name : {"a, graph, NVIDIA H200, cupti", "b, graph, NVIDIA H200, cupti",
                             "b, stream, NVIDIA H200, cupti", "c, host, Intel Xeon, cpu"})
        chart.series.push_back(series_of(Kind::line, {at(1, 30), at(2, 40)}, name));
    resize(260, 180);
    show(chart);
    QStringList names;
    for (int i = 0; i < 4; ++i) names << plot().plottable(i)->name();
    EXPECT_EQ(names, (QStringList{u"a"_s, u"b, graph"_s, u"b, stream"_s, u"c"_s}));
}

TEST_F(ChartViewTest, NamesOfLinesAcrossAreWhollyInSightAndApart) {
    auto chart = chart_of({series_of(Kind::line, {at(0, 1), at(10, 9.9)}, "one")});
    for (const double value : {10.0, 9.9, 1.0})
        chart.marks.push_back(limit(value, "a limit of " + std::to_string(value)));
    show(chart);
    for (const int height : {400, 220}) {
        resize(900, height);
        const auto area = QRectF(plot().axisRect()->rect()).adjusted(-1, -1, 1, 1);
        const auto found = names();
        ASSERT_EQ(found.size(), 3U) << height;
        for (size_t a = 0; a < found.size(); ++a) {
            EXPECT_TRUE(area.contains(found[a])) << a;
            for (size_t b = 0; b < a; ++b) EXPECT_FALSE(found[a].intersects(found[b])) << a << " " << b;
        }
    }
    const auto low = [](size_t i) { return 245.0 + double(i % 3); };
    const auto high = [](size_t i) { return 509.0 - double(i % 4); };
    chart = chart_of({series_of(Kind::points, points_of(40, low), "bitonic-semi"),
                      series_of(Kind::points, points_of(40, high), "bitonic-b2")});
    chart.y.title = "time (us, measured)";
    chart.marks = {limit(246, "bitonic-semi: median 245.9 us"), limit(507, "bitonic-b2: median 509.2 us")};
    show(chart);
    for (const auto& size : {QSize(900, 400), QSize(480, 260), QSize(480, 190)}) {
        resize(size.width(), size.height());
        SCOPED_TRACE(size.height());
        const auto found = names();
        ASSERT_EQ(found.size(), 2U);
        EXPECT_FALSE(found[0].intersects(found[1]));
        for (const auto& name : found) {
            EXPECT_TRUE(QRectF(plot().rect()).contains(name));
            EXPECT_GE(name.top(), plot().legend->visible() ? plot().legend->outerRect().bottom() : 0);
            for (const auto& series : chart.series)
                for (const auto& point : series.points)
                    EXPECT_FALSE(name.adjusted(-3, -3, 3, 3).contains(pixel(point.x, *point.y))) << point.x;
        }
    }
}

TEST_F(ChartViewTest, ANameAboveThePlotHasALeaderToItsLine) {
    const auto dense = [](size_t i) { return double(i * 37 % 100); };
    auto chart = chart_of({series_of(Kind::points, points_of(400, dense), "trials")});
    chart.marks = {limit(50, "median 50.00 us")};
    show(chart);
    resize(500, 200);
    const auto found = names();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_LE(found[0].bottom(), plot().axisRect()->rect().top());
    bool led = false;
    for (int i = 0; i < plot().itemCount(); ++i)
        if (auto* leader = qobject_cast<QCPItemLine*>(plot().item(i));
            leader != nullptr && leader->visible()) {
            led = true;
            EXPECT_NEAR(leader->start->pixelPosition().y(), plot().yAxis->coordToPixel(50), 1);
            EXPECT_TRUE(found[0].adjusted(-1, -1, 1, 1).contains(leader->end->pixelPosition()));
        }
    EXPECT_TRUE(led);
}
}  // namespace
}
