// Draws the series and the heat map of a chart, at most one mark a pixel. QCPGraph and QCPBars do not fit:
// marks have a colour each, and bars thin out by their longest.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <qcustomplot.h>

#include "gui/models/contents.hpp"
#include "gui/views/parts/theme.hpp"

namespace sortscope::gui {

/// The state that all series of a chart share.
struct ChartDrawing {
    BarChartPtr chart;
    ChartTheme theme;
    std::vector<bool> hidden;                ///< by series
    std::optional<std::size_t> highlighted;  ///< the series under the mouse in the legend
    std::optional<std::size_t> row;          ///< the chosen Point::row
    bool has_rows = false;                   ///< false for curves: their points all have row 0
    CaseId current{};                        ///< its points get a ring
    std::vector<CaseId> compared;            ///< their points get a dotted ring
    std::size_t drawn = 0;                   ///< number of bars, spans and links drawn last

    bool is_hidden(std::size_t series) const { return series < hidden.size() && hidden[series]; }
    QColor colour(std::size_t series) const;
    QColor heat(double value) const;
};

class SeriesPlot : public QCPAbstractPlottable {
 public:
    /// `key`: the axis of Chart::x.
    SeriesPlot(QCPAxis& key, QCPAxis& value, std::shared_ptr<ChartDrawing> drawing, std::size_t series);

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;
    /// The point under a position of the plot.
    std::optional<std::size_t> hit(const QPointF& position) const;
    QPointF place(const present::Point& point) const;

 protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

 private:
    struct Part {
        std::size_t first = 0, last = 0;
    };
    const present::Series& series() const { return drawing_->chart->chart.series[number_]; }
    /// The points that may be visible.
    Part visible() const;
    QPen line_pen() const;
    QCPScatterStyle mark() const;
    /// The bars to draw: a bar begins at `row + shift`.
    struct BarPlaces {
        std::vector<std::size_t> rows;
        std::size_t in_sight = 0;  ///< rows in sight, drawn or not
        double width = 1;
        double shift = -0.5;
    };
    BarPlaces bar_places() const;
    void draw_bars(QCPPainter* painter);
    void draw_free_bars(QCPPainter* painter);
    void draw_line(QCPPainter* painter);
    void draw_marks(QCPPainter* painter, const Part& part);
    void draw_spans(QCPPainter* painter);
    void draw_links(QCPPainter* painter);
    QRectF span_rect(const present::Point& point) const;
    std::optional<std::size_t> hit_bar(const QPointF& position) const;

    QCPAxis& key_;
    QCPAxis& value_;
    std::shared_ptr<ChartDrawing> drawing_;
    std::size_t number_;
    double longest_ = 0;  ///< length of the longest span
};

class HeatPlot : public QCPAbstractPlottable {
 public:
    HeatPlot(QCPAxis& key, QCPAxis& value, std::shared_ptr<ChartDrawing> drawing);

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;
    /// The cell under a position of the plot.
    std::optional<std::size_t> hit(const QPointF& position) const;

 protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

 private:
    std::shared_ptr<ChartDrawing> drawing_;
};

}  // namespace sortscope::gui
