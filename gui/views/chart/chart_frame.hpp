// The parts around the plot: axes with titles, named lines, the legend and the colour scale.
#pragma once

#include "gui/views/chart/series_plot.hpp"

namespace sortscope::gui {
class ChartFrame {
 public:
    ChartFrame(QCustomPlot& plot, const ChartDrawing& drawing);

    QCPAxis& key() const { return drawing_.data().sideways ? *plot_.yAxis : *plot_.xAxis; }
    QCPAxis& value() const { return drawing_.data().sideways ? *plot_.xAxis : *plot_.yAxis; }
    QCustomPlot& plot() const { return plot_; }
    QRect area() const { return plot_.axisRect()->rect(); }
    void redraw() const { plot_.replot(QCustomPlot::rpQueuedReplot); }

    void clear();
    void set_up();
    void arrange();
    void draw_lines();
    /// Puts names of horizontal lines next to their lines, in the rightmost place where they cover no marks.
    /// Names without a free place go above the plot, with a leader.
    void place_names();
    void apply_theme();
    void show_hidden(size_t series);
    std::optional<size_t> series_of(QCPAbstractLegendItem* item) const;
    std::optional<size_t> series_at(const QPoint& position) const {
        for (auto* item : legend_items())
            if (item->outerRect().contains(position)) return series_of(item);
        return std::nullopt;
    }

 private:
    struct LineName {
        QCPItemText* text;
        QCPItemLine* leader;  ///< joins a name above the plot to its line
        double at;            ///< position on the value axis
    };
    void set_space_above(int pixels);
    int place_names_within(int space);
    void set_up_axis(QCPAxis& axis, const present::Axis& about);
    void add_colour_scale();
    std::vector<QCPAbstractLegendItem*> legend_items() const;
    void name_series();
    int lay_legend(int longest);
    int legend_width() const;
    int widest_in_legend() const;
    void place_legend(bool beside);
    void fit_titles(int legend_height);

    QCustomPlot& plot_;
    const ChartDrawing& drawing_;
    QCPLayoutGrid* above_;             ///< holds the legend, unless it is beside the plot
    QCPLayoutGrid* beside_ = nullptr;  ///< holds the legend if it is beside the plot
    QCPTextElement* title_;            ///< title of the y axis, if too long for the axis
    QCPMarginGroup* margins_;
    QPointer<QCPColorScale> scale_;
    std::vector<LineName> line_names_;              ///< of horizontal lines
    std::vector<std::string> names_, short_names_;  ///< of series, for the legend
};
}
