// Draws the series and the heat map of a chart: at most a mark a pixel, whatever there are.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <qcustomplot.h>

#include "gui/models/contents.hpp"
#include "gui/views/parts/theme.hpp"

namespace sortscope::gui {

/// Whether any series of `chart` is of this kind.
bool has_kind(const present::Chart& chart, present::Series::Kind kind);

/// What all series of one chart share.
struct ChartDrawing {
    BarChartPtr chart;
    ChartTheme theme;
    std::vector<bool> hidden;                ///< by series
    std::optional<std::size_t> highlighted;  ///< series that stands out, the others step back
    std::optional<std::size_t> row;          ///< Point::row that is chosen
    bool has_rows = false;                   ///< else each point has row 0, as those of curves have
    CaseId current{};                        ///< the case whose point has a ring
    std::vector<CaseId> compared;            ///< cases whose points have a dotted one
    std::size_t drawn = 0;                   ///< bars, spans and links of the last drawing

    bool is_hidden(std::size_t series) const { return series < hidden.size() && hidden[series]; }
    QColor colour(std::size_t series) const;
    /// Of a value on the chart's colour axis.
    QColor heat(double value) const;
};

/// One series.
class SeriesPlot : public QCPAbstractPlottable {
 public:
    /// `key` is the axis of Chart::x.
    SeriesPlot(QCPAxis& key, QCPAxis& value, std::shared_ptr<ChartDrawing> drawing, std::size_t series);

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;
    /// The point under a position of the plot.
    std::optional<std::size_t> hit(const QPointF& position) const;
    /// Where a point is drawn.
    QPointF place(const present::Point& point) const;

 protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

 private:
    struct Part {
        std::size_t first = 0, last = 0;
    };
    const present::Series& series() const { return drawing_->chart->chart.series[number_]; }
    /// Points of which something may be in sight.
    Part visible() const;
    QPen line_pen() const;
    QCPScatterStyle mark() const;
    /// The bars that are drawn of a chart of categories: that of `row` lies from `row + shift` on.
    struct BarPlaces {
        std::vector<std::size_t> rows;
        std::size_t in_sight = 0;  ///< rows, drawn or not
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

    QCPAxis& key_;  // the plot's, as the plottable is
    QCPAxis& value_;
    std::shared_ptr<ChartDrawing> drawing_;
    std::size_t number_;
    double longest_ = 0;  ///< span
};

/// The cells of a heat map.
class HeatPlot : public QCPAbstractPlottable {
 public:
    HeatPlot(QCPAxis& key, QCPAxis& value, std::shared_ptr<ChartDrawing> drawing);

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;
    /// The cell under a position of the plot, row by row of y.
    std::optional<std::size_t> hit(const QPointF& position) const;

 protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

 private:
    std::shared_ptr<ChartDrawing> drawing_;
};

}  // namespace sortscope::gui
