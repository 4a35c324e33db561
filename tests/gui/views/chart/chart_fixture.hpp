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
    /// Pixels of a colour in the plot.
    qsizetype count(const QColor& colour) {
        const auto image = view.plot().toPixmap().toImage();
        qsizetype found = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) found += image.pixelColor(x, y) == colour ? 1 : 0;
        return found;
    }
    /// The title of the y axis, if it is above the chart.
    QCPTextElement* title() { return qobject_cast<QCPTextElement*>(view.plot().plotLayout()->element(1, 0)); }
    QColor colour(int place) const { return chart_theme(view.palette()).series.at(place); }

    ChartView view;
};

}  // namespace sortscope::gui
