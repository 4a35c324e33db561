// What a chart draws of each kind of series and axis.
#include "chart_fixture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QLabel>

#include "present/charts.hpp"
#include "present/curves.hpp"

namespace sortscope::gui {
namespace {

TEST_F(ChartViewTest, CurvesHaveALineEachARingAndAReadout) {
    const auto file = sample::make_file(60);
    show(present::curve_chart(analyzer::throughput_curves(file->cases), present::CurveKind::throughput,
                              &file->cases[0]));
    ASSERT_TRUE(view.has_chart());
    EXPECT_EQ(view.plot().legend->itemCount(), static_cast<int>(view.chart().series.size()));
    for (const auto& label : view.plot().xAxis->tickVectorLabels()) EXPECT_TRUE(label.startsWith(u'2'));
    const auto& point = view.chart().series[0].points[0];
    const QPoint position(static_cast<int>(view.plot().xAxis->coordToPixel(point.x)),
                          static_cast<int>(view.plot().yAxis->coordToPixel(*point.y)));
    QSignalSpy selected(&view, &ChartView::case_selected);
    QTest::mouseClick(&view.plot(), Qt::LeftButton, {}, position);
    ASSERT_EQ(selected.size(), 1);
    EXPECT_GT(selected[0][0].toLongLong(), 0);
    const auto plain = view.plot().toPixmap().toImage();
    view.set_current_case(point.case_id);
    view.plot().replot();
    EXPECT_NE(view.plot().toPixmap().toImage(), plain);
    // Away from any point: every curve's value at the nearest number of keys.
    QTest::mouseMove(&view.plot(), QPoint(position.x() + 5, view.plot().axisRect()->bottom() - 4));
    QApplication::processEvents();
    const auto* readout = view.findChild<QLabel*>(QStringLiteral("chart_readout"));
    EXPECT_TRUE(readout->isVisible());
    EXPECT_TRUE(readout->text().contains(QStringLiteral("Mkey/s")));
}

TEST_F(ChartViewTest, BlocksArePlainNumbersAndLogarithmsHaveManyLabels) {
    std::vector<CaseRecord> cases;
    for (const std::uint32_t block : {64U, 128U, 256U}) {
        cases.push_back(sample::make_case({"a", 1024, block, BackendKind::cupti, false}));
        cases.back().id = CaseId{block};
    }
    show(present::curve_chart(analyzer::block_sweeps(cases), present::CurveKind::block_sweep, &cases[0]));
    EXPECT_TRUE(view.plot().xAxis->tickVectorLabels().contains(QStringLiteral("128")));
    present::Chart chart;
    chart.y.scale = present::Scale::logarithmic;
    chart.series.push_back(series_of(Kind::line, {at(1, 30), at(2, 300), at(3, 2000)}, "a"));
    show(std::move(chart));
    EXPECT_GE(view.plot().yAxis->tickVectorLabels().size(), 5);
}

TEST_F(ChartViewTest, ForemostLanesKeepTheirNames) {
    present::Chart chart;
    chart.y.scale = present::Scale::categories;
    for (int lane = 0; lane < 40; ++lane)
        chart.y.ticks.push_back(lane >= 34 && lane % 2 == 0 ? "" : "lane " + std::to_string(lane));
    chart.y.foremost = {35, 37, 39};
    chart.series.push_back(series_of(Kind::spans, {at(0, 0)}, "kernel"));
    chart.series[0].points[0].x_end = 5;
    view.resize(600, 400);
    QApplication::processEvents();
    show(chart);
    const auto labels = view.plot().yAxis->tickVectorLabels();
    for (const char* name : {"lane 35", "lane 37", "lane 39", "lane 0"})
        EXPECT_TRUE(labels.contains(QLatin1String(name))) << name;
    EXPECT_LT(labels.size(), 40);
    const auto ticks = view.plot().yAxis->tickVector();
    for (qsizetype i = 1; i < ticks.size(); ++i)
        EXPECT_GE(view.plot().yAxis->coordToPixel(ticks[i]) - view.plot().yAxis->coordToPixel(ticks[i - 1]),
                  10)
            << labels[i].toStdString();
}

TEST_F(ChartViewTest, TheBestOfALineIsFramed) {
    auto line = series_of(Kind::line, {at(1, 3), at(2, 1), at(3, 2)}, "time");
    present::Chart chart;
    chart.series = {line};
    show(chart);
    QApplication::processEvents();  // the chart takes its size
    show(chart);
    const auto plain = view.plot().toPixmap().toImage();
    chart.series[0].best = 1;
    show(chart);
    const auto framed = view.plot().toPixmap().toImage();
    ASSERT_EQ(framed.size(), plain.size());
    const auto middle = QPointF(view.plot().xAxis->coordToPixel(2), view.plot().yAxis->coordToPixel(1));
    int darker = 0, elsewhere = 0;
    for (int y = 0; y < framed.height(); ++y)
        for (int x = 0; x < framed.width(); ++x)
            if (framed.pixelColor(x, y).lightness() + 60 < plain.pixelColor(x, y).lightness())
                ++(std::abs(x - middle.x()) < 12 && std::abs(y - middle.y()) < 12 ? darker : elsewhere);
    EXPECT_GT(darker, 20);
    EXPECT_EQ(elsewhere, 0);
}

TEST_F(ChartViewTest, DrawsSpansInLanesAndFindsThem) {
    present::Chart chart;
    chart.y.scale = present::Scale::categories;
    chart.y.ticks = {"transfers", "stream 1"};
    std::vector<present::Point> spans;
    for (std::size_t i = 0; i < 50'000; ++i) {
        auto point = at(static_cast<double>(i) * 2, 1, i);
        point.x_end = point.x + 1.5;
        spans.push_back(point);
    }
    chart.series.push_back(series_of(Kind::spans, std::move(spans), "kernel"));
    show(std::move(chart));
    EXPECT_LE(view.drawn_marks(), static_cast<std::size_t>(view.plot().width() + 4));
    EXPECT_TRUE(view.plot().yAxis->rangeReversed());  // lanes read from the top
    view.zoom_to(1000, 1020);
    view.plot().replot();
    const QPoint middle(static_cast<int>(view.plot().xAxis->coordToPixel(1004.7)),
                        static_cast<int>(view.plot().yAxis->coordToPixel(1)));
    EXPECT_EQ(view.row_at(middle), 502);
    view.set_current_row(40'000);
    EXPECT_TRUE(view.plot().xAxis->range().contains(80'000.5));
}

TEST_F(ChartViewTest, DrawsHeatMapsWithTheirScaleAndFindsCells) {
    present::Chart chart;
    chart.x.scale = chart.y.scale = present::Scale::categories;
    chart.x.ticks = {"1", "2", "3"};
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
    const auto click = [&](double x, double y) {
        QTest::mouseClick(&view.plot(), Qt::LeftButton, {},
                          QPoint(static_cast<int>(view.plot().xAxis->coordToPixel(x)),
                                 static_cast<int>(view.plot().yAxis->coordToPixel(y))));
    };
    click(2, 1);
    click(2, 0);  // absent
    ASSERT_EQ(cell.size(), 1);
    EXPECT_EQ(cell[0][0].toInt(), 2);
    EXPECT_EQ(cell[0][1].toInt(), 1);
    EXPECT_TRUE(view.as_csv().startsWith(QStringLiteral("y,x,value,unit\n10,1,1,")));
    show(Grouping::stage);  // and the scale goes with it
    EXPECT_EQ(view.plot().plotLayout()->columnCount(), 1);
}

TEST_F(ChartViewTest, DrawsStepsLinksMarksAndChartsOnTheirSide) {
    present::Chart chart;
    auto link = at(0, 0);
    link.low = 0, link.high = 3;
    chart.series.push_back(series_of(Kind::links, {link}, "comparators"));
    chart.series.push_back(series_of(Kind::steps, {at(0, 1), at(1, 2), at(2, 0)}, "steps"));
    chart.series.push_back(series_of(Kind::points, {at(0.5, 2.5)}, "points"));
    present::Mark mark;
    mark.at = 2;
    mark.text = "limit";
    chart.marks.push_back(mark);
    show(std::move(chart));
    EXPECT_GT(count(colour(0)), 50);
    EXPECT_GT(count(colour(1)), 50);
    present::Chart sideways;
    sideways.sideways = true;
    sideways.x.scale = present::Scale::categories;
    sideways.x.ticks = {"first", "second", "third"};
    sideways.series.push_back(series_of(Kind::bars, {at(0, 1, 0), at(1, 2, 1), at(2, 3, 2)}, "ratio"));
    show(std::move(sideways));
    EXPECT_EQ(view.plot().yAxis->tickVectorLabels().size(), 3);
    EXPECT_GT(count(colour(0)), 3000);
    const QPoint third(view.plot().axisRect()->left() + 20,
                       static_cast<int>(view.plot().yAxis->coordToPixel(2)));
    EXPECT_EQ(view.row_at(third), 2);
}

TEST_F(ChartViewTest, MarksOfTheFirstAndTheLastRowAreWhole) {
    present::Chart chart;
    chart.sideways = true;
    chart.x.scale = present::Scale::categories;
    std::vector<present::Point> points;
    for (int i = 0; i < 28; ++i)
        chart.x.ticks.push_back("condition " + std::to_string(i)),
            points.push_back(at(i, 1 + i, static_cast<std::size_t>(i)));
    chart.series.push_back(series_of(Kind::points, std::move(points), "slower"));
    view.resize(500, 200);
    QApplication::processEvents();
    show(std::move(chart));
    const auto area = view.plot().axisRect()->rect();
    EXPECT_GE(view.plot().yAxis->coordToPixel(0) - area.top(), 4);
    EXPECT_GE(area.bottom() - view.plot().yAxis->coordToPixel(27), 4);
}

TEST_F(ChartViewTest, ALineOfManyPointsKeepsItsPeaks) {
    std::vector<present::Point> points;
    for (int i = 0; i < 200'000; ++i) points.push_back(at(i, i == 77'777 ? 100 : i % 2));
    auto line = series_of(Kind::line, std::move(points), "series");
    line.marked = false;
    present::Chart chart;
    chart.series.push_back(std::move(line));
    show(std::move(chart));
    const auto image = view.plot().toPixmap().toImage();
    const int x = static_cast<int>(view.plot().xAxis->coordToPixel(77'777));
    const int high = static_cast<int>(view.plot().yAxis->coordToPixel(60));
    bool peak = false;
    for (int dx = -3; dx <= 3; ++dx)
        peak = peak || image.pixelColor(x + dx, high) != chart_theme(view.palette()).background;
    EXPECT_TRUE(peak);
}

TEST_F(ChartViewTest, ArrowHeadsPointToWhereTheGreaterKeyGoes) {
    const auto drawn = [&](const std::vector<present::NetworkLink>& links) {
        show(present::network_chart(4, links));
        return view.plot().toPixmap(900, 400).toImage();
    };
    const std::vector<present::NetworkLink> links{{.low = 0, .high = 3},
                                                  {.low = 0, .high = 3, .launch = 1, .descending = true}};
    const auto image = drawn(links);
    const auto& chart = view.chart();
    ASSERT_EQ(chart.series.size(), 2U);
    const auto place = [&](double column, double wire) {
        return QPoint(qRound(view.plot().xAxis->coordToPixel(column)),
                      qRound(view.plot().yAxis->coordToPixel(wire)));
    };
    // A head is broad nine pixels off its wire, where a dot has ended and the stroke is thin.
    const auto is_head = [&](const QImage& of, const QPoint& end, int inwards) {
        const auto ground = of.pixelColor(end + QPoint(-25, inwards * 9));
        return of.pixelColor(end + QPoint(-3, inwards * 9)) != ground &&
               of.pixelColor(end + QPoint(3, inwards * 9)) != ground;
    };
    EXPECT_FALSE(is_head(image, place(0, 0), 1));
    EXPECT_TRUE(is_head(image, place(0, 3), -1)) << "the greater key goes to the lower wire";
    EXPECT_TRUE(is_head(image, place(1, 0), 1)) << "and here to the upper one";
    EXPECT_FALSE(is_head(image, place(1, 3), -1));
    // Nothing of the head lies beyond its wire.
    EXPECT_EQ(image.pixelColor(place(0, 3) + QPoint(-3, 3)), image.pixelColor(place(0, 3) + QPoint(-25, 3)));
    // Of one direction alone there are dots.
    const auto plain = drawn({links.front()});
    EXPECT_FALSE(is_head(plain, place(0, 0), 1));
    EXPECT_FALSE(is_head(plain, place(0, 3), -1));
}

TEST_F(ChartViewTest, RatiosThatAreCloseHaveNumbersAndATitleThatFits) {
    present::Chart chart;
    chart.x.scale = chart.y.scale = present::Scale::categories;
    chart.x.ticks = {"1", "2"};
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
        view.resize(700, height);
        QApplication::processEvents();
        show(chart);
        const auto* scale = qobject_cast<QCPColorScale*>(view.plot().plotLayout()->element(2, 1));
        ASSERT_TRUE(scale);
        EXPECT_GE(scale->axis()->tickVectorLabels().size(), 3);
        EXPECT_TRUE(scale->axis()->tickVectorLabels().contains(QStringLiteral("1")))
            << scale->axis()->tickVectorLabels().join(u' ').toStdString();
        const QFontMetrics metrics(scale->axis()->labelFont());
        for (const auto& line : scale->label().split(u'\n'))
            EXPECT_LE(metrics.horizontalAdvance(line), view.plot().height()) << height;
    }
    const auto image = view.plot().toPixmap().toImage();
    const auto colour_of = [&](double x) {
        return image.pixelColor(qRound(view.plot().xAxis->coordToPixel(x)) - 20,
                                qRound(view.plot().yAxis->coordToPixel(0)) + 20);
    };
    EXPECT_GT(colour_of(0).blue(), colour_of(0).red()) << "below 1";
    EXPECT_GT(colour_of(1).red(), colour_of(1).blue()) << "above 1";
}

}  // namespace
}  // namespace sortscope::gui
