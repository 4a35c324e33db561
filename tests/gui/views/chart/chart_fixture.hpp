// A chart on a screen of its own, for tests of what it draws.
#pragma once

#include <qcustomplot.h>

#include <QApplication>
#include <QTest>

#include "gui/views/chart/chart_view.hpp"
#include "present/charts/breakdown.hpp"
#include "present/tables/breakdown.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {

using analyzer::Grouping;
using Kind = present::Series::Kind;

inline present::Point at(double x, double y, std::size_t row = 0) { return {.x = x, .y = y, .row = row}; }

inline present::Series series_of(Kind kind, std::vector<present::Point> points, const char* name) {
    present::Series series;
    series.kind = kind;
    series.name = name;
    series.points = std::move(points);
    return series;
}

inline present::Chart chart_of(std::vector<present::Series> series) {
    present::Chart chart;
    chart.series = std::move(series);
    return chart;
}

/// A horizontal line.
inline present::Mark limit(double at, std::string text) {
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
        view.plot().replot();
    }
    void show(Grouping grouping) {
        const auto record = sample::make_case({"mu-semi", 1024, 256, BackendKind::cupti, true});
        const auto contents = sample::make_breakdown(record, grouping);
        show(present::breakdown_chart(contents->breakdown, time_metric(), record));
    }
    void show(present::Chart chart) {
        view.set_chart(std::move(chart));
        view.plot().replot();
    }
    QPoint middle_of(int row) {
        return {static_cast<int>(view.plot().xAxis->coordToPixel(row)), view.plot().axisRect()->center().y()};
    }
    QPoint pixel(double x, double y) {
        return {qRound(view.plot().xAxis->coordToPixel(x)), qRound(view.plot().yAxis->coordToPixel(y))};
    }
    void click(double x, double y) { QTest::mouseClick(&view.plot(), Qt::LeftButton, {}, pixel(x, y)); }
    QImage image() { return view.plot().toPixmap().toImage(); }
    /// Pixels of a colour in the plot.
    qsizetype count(const QColor& colour) {
        const auto drawn = image();
        qsizetype found = 0;
        for (int y = 0; y < drawn.height(); ++y)
            for (int x = 0; x < drawn.width(); ++x) found += drawn.pixelColor(x, y) == colour ? 1 : 0;
        return found;
    }
    /// Where names of lines are; hidden ones are left out.
    std::vector<QRectF> names() {
        std::vector<QRectF> found;
        for (int i = 0; i < view.plot().itemCount(); ++i)
            if (auto* text = qobject_cast<QCPItemText*>(view.plot().item(i));
                text != nullptr && text->visible())
                found.emplace_back(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition());
        return found;
    }
    /// The title of the y axis, if it is above the chart.
    QCPTextElement* title() { return qobject_cast<QCPTextElement*>(view.plot().plotLayout()->element(1, 0)); }
    QColor colour(int place) const { return chart_theme(view.palette()).series.at(place); }

    ChartView view;
};

}  // namespace sortscope::gui
