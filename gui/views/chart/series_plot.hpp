// Series and heat map of a chart, at most one mark a pixel. QCPGraph and QCPBars do not fit: marks have a
// colour each, and bars thin out by their longest.
#pragma once

#include <qcustomplot.h>
#include <QHash>
#include <span>

#include "gui/models/contents.hpp"
#include "gui/views/parts/theme.hpp"

namespace sortscope::gui {
/// Shared by all series of a chart.
struct ChartDrawing {
    BarChartPtr chart = std::make_shared<BarChart>();
    ChartTheme theme;
    std::vector<bool> hidden;           ///< by series
    std::optional<size_t> highlighted;  ///< under the mouse in the legend
    std::optional<size_t> row;          ///< the chosen Point::row
    std::set<size_t> stage_rows;        ///< rows of the chosen stage; others are faint. Empty: all are plain
    std::optional<size_t> cell;         ///< the chosen one of a heat map
    bool has_rows = false;              ///< false for curves: all their points have row 0
    CaseId current{};                   ///< ringed
    size_t drawn = 0;                   ///< bars, spans, links and cells

    bool is_hidden(size_t series) const { return series < hidden.size() && hidden[series]; }
    QColor colour(size_t series) const;
    QColor heat(double value) const;
    /// First and end.
    std::pair<size_t, size_t> bars_in(const QCPRange& range) const;
};

/// The chart sets its axes, not what it draws.
class ChartPlot : public QCPAbstractPlottable {
 public:
    ChartPlot(QCPAxis& key, QCPAxis& value, ChartDrawing& drawing);

    virtual std::optional<size_t> hit(const QPointF& position) const = 0;
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override { return found = false, QCPRange(); }
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override {
        return found = false, QCPRange();
    }

 protected:
    const present::Chart& chart() const { return drawing_.chart->chart; }
    QRectF rect(double key, double value, double to_key, double to_value) const;

    QCPAxis& key_;
    QCPAxis& value_;
    ChartDrawing& drawing_;
};

class SeriesPlot : public ChartPlot {
 public:
    SeriesPlot(QCPAxis& key, QCPAxis& value, ChartDrawing& drawing, size_t number);

    std::optional<size_t> hit(const QPointF& position) const override;
    void draw(QCPPainter* painter) override;

 protected:
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

 private:
    /// A bar begins at `row + shift`.
    struct BarPlaces {
        std::vector<size_t> rows;
        double width = 1;
        double shift = -0.5;
    };
    const present::Series& series() const { return chart().series[number_]; }
    bool has_slots() const { return chart().x.scale == present::Scale::categories; }
    std::span<const present::Point> visible() const;
    QPen line_pen() const;
    QCPScatterStyle mark() const;
    /// Published and modelled values have open marks.
    bool is_open() const { return series().dashed || series().provenance == Provenance::modelled; }
    BarPlaces bar_places() const;
    void draw_bars(QCPPainter* painter);
    void draw_free_bars(QCPPainter* painter);
    void draw_line(QCPPainter* painter);
    void draw_marks(QCPPainter* painter);
    void draw_spans(QCPPainter* painter);
    void draw_links(QCPPainter* painter);
    QRectF span_rect(const present::Point& point) const;
    /// Without slot: from x to x_end, else around x.
    QRectF bar_rect(const present::Point& point) const;
    std::optional<size_t> hit_bar(const QPointF& position) const;

    size_t number_;
    double longest_ = 0;
    double bar_width_ = 1;  ///< without x_end
};

class HeatPlot : public ChartPlot {
 public:
    HeatPlot(QCPAxis& key, QCPAxis& value, ChartDrawing& drawing);

    std::optional<size_t> hit(const QPointF& position) const override;

 protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}
};

/// The ticks of present/axis in the letters of the plot.
class Ticker : public QCPAxisTicker {
 public:
    using Label = std::function<QString(const QString&)>;

    /// `label` shortens a typeset tick.
    Ticker(const QCPAxis* axis, Shared<present::Axis> about, Label label = {});

    void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision,
                  QVector<double>& ticks, QVector<double>* sub_ticks, QVector<QString>* labels) override;

 private:
    QString text(const std::string& tick) const;
    /// Adds up characters: measuring hundreds of labels takes longer than a frame.
    double width_of(const QString& text);

    const QCPAxis* axis_;
    Shared<present::Axis> about_;
    Label label_;
    QFont font_;  ///< of widths_
    QHash<QChar, double> widths_;
};
}
