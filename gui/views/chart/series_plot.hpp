// Series and heat map of a chart, with at most one mark per pixel. QCPGraph and QCPBars do not suffice: here
// each mark has its own colour, and only the longest of several bars in one pixel is drawn.
#pragma once

#include <qcustomplot.h>

#include "gui/models/contents.hpp"
#include "gui/views/parts/controls.hpp"

namespace sortscope::gui {
constexpr int lane_bar_width = 12;  ///< px

class SeriesPlot;

struct ChartDrawing {
    using Kind = present::Series::Kind;

    BarChartPtr chart = std::make_shared<BarChart>();
    std::vector<SeriesPlot*> plots;  ///< by series; owned by the QCustomPlot
    ChartTheme theme;
    std::vector<bool> hidden;
    std::optional<size_t> highlighted;  ///< under the mouse in the legend
    std::optional<size_t> row;
    std::set<size_t> stage_rows;  ///< rows of the chosen stage; others are faint. Empty: none is faint
    std::optional<size_t> cell;
    bool has_rows = false;  ///< false for curves, whose points all have row 0
    CaseId current{};
    size_t drawn = 0;  ///< number of drawn bars, spans, links and cells
    struct Drawn {
        QRectF place;
        size_t series = 0, point = 0;
    };
    std::vector<Drawn> marks;  ///< the last is on top

    const present::Chart& data() const { return chart->chart; }
    bool is_hidden(size_t series) const { return series < hidden.size() && hidden[series]; }
    bool is_dark() const { return theme.background.lightness() < 128; }
    QColor colour(size_t series) const;
    QColor heat(double value) const;
    QColor faint(const QColor& colour) const { return blend(theme.background, colour, 0.22); }
    bool has_slots() const { return data().x.scale == present::Scale::categories; }
    /// True if each row has one position on the x axis; in networks, a row has several.
    bool has_row_slots() const { return has_slots() && !data().has(Kind::links); }
    bool has_bar_slots() const { return has_slots() && data().has(Kind::bars); }
    bool has_lines() const { return data().has(Kind::line) || data().has(Kind::steps); }
    bool has_lanes() const;
    double distance(const Drawn& mark, const QPointF& position) const;
    /// Indices [first, end) of the bars in `range`.
    std::pair<size_t, size_t> bars_in(const QCPRange& range) const;
    int last_row() const;
    present::Extent places_of_row(size_t number) const;
};

/// Reports no ranges to QCustomPlot, because the chart sets the ranges of axes.
class ChartPlot : public QCPAbstractPlottable {
 public:
    ChartPlot(QCPAxis& key, QCPAxis& value, ChartDrawing& drawing);

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override { return found = false, QCPRange(); }
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override {
        return found = false, QCPRange();
    }

 protected:
    const present::Chart& chart() const { return drawing_.data(); }
    QRectF rect(double key, double value, double to_key, double to_value) const {
        return QRectF(coordsToPixels(key, value), coordsToPixels(to_key, to_value)).normalized();
    }

    QCPAxis& key_;
    QCPAxis& value_;
    ChartDrawing& drawing_;
};

class SeriesPlot : public ChartPlot {
 public:
    SeriesPlot(QCPAxis& key, QCPAxis& value, ChartDrawing& drawing, size_t number);
    void draw(QCPPainter* painter) override;

 protected:
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

 private:
    const present::Series& series() const { return chart().series[number_]; }
    std::span<const present::Point> visible() const;
    QPen line_pen() const;
    QCPScatterStyle mark() const;
    /// Published and modelled values have open marks.
    bool is_open() const { return series().dashed || series().provenance == Provenance::modelled; }
    void draw_bars(QCPPainter* painter);
    void draw_free_bars(QCPPainter* painter);
    void draw_line(QCPPainter* painter);
    void draw_marks(QCPPainter* painter);
    void draw_spans(QCPPainter* painter);
    void draw_links(QCPPainter* painter);
    void record(const QRectF& place, const present::Point& point);

    size_t number_;
    double longest_ = 0;
    double bar_width_ = 1;  ///< for points without x_end
};

class HeatPlot : public ChartPlot {
 public:
    HeatPlot(QCPAxis& key, QCPAxis& value, ChartDrawing& drawing);
    std::optional<size_t> hit(const QPointF& position) const;

 protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}
};
}
