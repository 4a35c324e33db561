// Lines across a chart, and where their names stand.
#include "chart_fixture.hpp"

#include <algorithm>

namespace sortscope::gui {
namespace {

TEST_F(ChartViewTest, NamesOfLinesAcrossAreWhollyInSightAndApart) {
    present::Chart chart;
    auto series = series_of(Kind::line, {at(0, 1), at(10, 9.9)}, "one");
    chart.series.push_back(series);
    chart.y.largest = 10;
    for (const double value : {10.0, 9.9, 1.0}) {
        present::Mark mark;
        mark.at = value;
        mark.text = "a limit of " + std::to_string(value);
        chart.marks.push_back(mark);
    }
    show(chart);
    for (const int height : {400, 220}) {
        view.resize(900, height);
        QApplication::processEvents();
        view.plot().replot();
        const QRect area = view.plot().axisRect()->rect();
        std::vector<QRect> names;
        for (int i = 0; i < view.plot().itemCount(); ++i)
            if (auto* text = qobject_cast<QCPItemText*>(view.plot().item(i))) {
                names.push_back(
                    QRectF(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition()).toRect());
                EXPECT_TRUE(area.adjusted(-1, -1, 1, 1).contains(names.back()))
                    << text->text().toStdString() << " at a height of " << height;
            }
        ASSERT_EQ(names.size(), 3U);
        for (std::size_t a = 0; a < names.size(); ++a)
            for (std::size_t b = a + 1; b < names.size(); ++b)
                EXPECT_FALSE(names[a].intersects(names[b]))
                    << a << " and " << b << " at a height of " << height;
    }
}

/// Where names of lines stand; those that are hidden are left out.
std::vector<QRectF> names_in(ChartView& view) {
    std::vector<QRectF> names;
    for (int i = 0; i < view.plot().itemCount(); ++i)
        if (auto* text = qobject_cast<QCPItemText*>(view.plot().item(i)); text != nullptr && text->visible())
            names.emplace_back(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition());
    return names;
}

TEST_F(ChartViewTest, NamesOfLinesCoverNoPoint) {
    present::Chart chart;
    chart.y.title = "time (us, measured)";
    std::vector<present::Point> low, high;
    for (int i = 0; i < 40; ++i) low.push_back(at(i, 245 + i % 3)), high.push_back(at(i, 509 - i % 4));
    chart.series = {series_of(Kind::points, low, "bitonic-semi"),
                    series_of(Kind::points, high, "bitonic-b2")};
    for (const auto& [value, text] : {std::pair(246.0, "bitonic-semi: median 245.9 us"),
                                      std::pair(507.0, "bitonic-b2: median 509.2 us")}) {
        present::Mark mark;
        mark.at = value;
        mark.text = text;
        chart.marks.push_back(mark);
    }
    show(chart);
    for (const auto& size : {QSize(900, 400), QSize(480, 260), QSize(480, 190)}) {
        view.resize(size);
        QApplication::processEvents();
        view.plot().replot();
        const auto names = names_in(view);
        const auto where = std::to_string(size.width()) + " x " + std::to_string(size.height());
        ASSERT_EQ(names.size(), 2U) << where;
        EXPECT_FALSE(names[0].intersects(names[1])) << where;
        for (const auto& name : names) {
            EXPECT_TRUE(QRectF(view.plot().rect()).contains(name)) << where;
            EXPECT_GE(name.top(),
                      view.plot().legend->visible() ? view.plot().legend->outerRect().bottom() : 0)
                << where;
            for (const auto& series : chart.series)
                for (const auto& point : series.points) {
                    const QPointF place(view.plot().xAxis->coordToPixel(point.x),
                                        view.plot().yAxis->coordToPixel(*point.y));
                    EXPECT_FALSE(name.adjusted(-3, -3, 3, 3).contains(place))
                        << where << ": trial " << point.x;
                }
        }
    }
}

TEST_F(ChartViewTest, ASeriesAlongTheLineLeavesItsNameBesideIt) {
    present::Chart chart;
    auto roof = series_of(Kind::line, {at(0, 0), at(3, 10), at(10, 10)}, "roof");
    roof.marked = false;
    chart.series = {roof};
    present::Mark mark;
    mark.at = 10;
    mark.text = "limit";
    chart.marks.push_back(mark);
    show(chart);
    const auto names = names_in(view);
    ASSERT_EQ(names.size(), 1U);
    EXPECT_TRUE(QRectF(view.plot().axisRect()->rect()).contains(names[0]));
    EXPECT_LE(std::abs(names[0].top() - view.plot().yAxis->coordToPixel(10)), names[0].height() + 6);
}

TEST_F(ChartViewTest, ANameAboveThePlotHasALeaderToItsLine) {
    present::Chart chart;
    std::vector<present::Point> dense;
    for (int i = 0; i < 400; ++i) dense.push_back(at(i, (i * 37) % 100));
    chart.series = {series_of(Kind::points, dense, "trials")};
    present::Mark mark;
    mark.at = 50;
    mark.text = "median 50.00 us";
    chart.marks.push_back(mark);
    show(chart);
    view.resize(500, 200);
    QApplication::processEvents();
    view.plot().replot();
    const auto names = names_in(view);
    ASSERT_EQ(names.size(), 1U);
    EXPECT_LE(names[0].bottom(), view.plot().axisRect()->rect().top());
    bool led = false;
    for (int i = 0; i < view.plot().itemCount(); ++i)
        if (auto* leader = qobject_cast<QCPItemLine*>(view.plot().item(i));
            leader != nullptr && leader->visible()) {
            led = true;
            EXPECT_NEAR(leader->start->pixelPosition().y(), view.plot().yAxis->coordToPixel(50), 1);
            EXPECT_TRUE(names[0].adjusted(-1, -1, 1, 1).contains(leader->end->pixelPosition()));
        }
    EXPECT_TRUE(led);
    // The space above goes with the names.
    const int narrow = view.plot().axisRect()->height();
    chart.marks.clear();
    show(chart);
    EXPECT_GT(view.plot().axisRect()->height(), narrow);
}

}  // namespace
}  // namespace sortscope::gui
