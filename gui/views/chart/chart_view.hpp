// Any chart of present/, to zoom, choose in and export.
#pragma once

#include <QPointer>
#include <QWidget>

#include "gui/views/chart/minimap.hpp"
#include "gui/views/chart/series_plot.hpp"

class QFrame;
class QLabel;
class QMenu;
class QPrinter;
class QPushButton;
class QStackedLayout;

namespace sortscope::gui {
/// In its middle, to `length` characters.
QString shortened_name(const QString& text, int length);

class ChartView : public QWidget {
    Q_OBJECT
 public:
    ChartView();

    /// An empty chart shows its sentence.
    void set_chart(BarChartPtr chart, bool keep_range = false);
    void set_chart(present::Chart chart, bool keep_range = false) {
        set_chart(std::make_shared<BarChart>(std::move(chart)), keep_range);
    }
    const present::Chart& chart() const { return drawing_.chart->chart; }
    /// Instead of the chart; `offer`, unless empty, is a button below.
    void show_message(const QString& sentence, const QString& offer = {});
    /// Empty if there is a chart.
    QString message() const;
    bool has_chart() const { return message().isEmpty(); }
    void set_context(const QString& context) { context_ = context; }

    /// The view shows the sentence: leave it out of the caption, not of exports.
    void set_said_beside(const QString& sentence);
    const QString& caption() const { return said_; }

    QCustomPlot& plot() { return *plot_; }
    /// Marks of the last drawing: about one per pixel at most.
    size_t drawn_marks() const { return drawing_.drawn; }

    int current_row() const { return current_row_; }
    /// Scrolls to it, too.
    void set_current_row(int row);
    /// Draws spans of other rows faintly; empty: none.
    void set_stage_rows(std::set<size_t> rows);
    /// Frames a cell of a heat map; nothing for none.
    void set_current_cell(std::optional<std::pair<size_t, size_t>> column_and_row);
    std::optional<size_t> current_cell() const { return drawing_.cell; }
    const std::set<size_t>& stage_rows() const { return drawing_.stage_rows; }
    /// Ends of the stripe behind the current row on the x axis; nothing without a stripe.
    std::optional<std::pair<double, double>> stripe() const;
    /// The text at the pointer in charts of lanes and lines; empty if hidden.
    QString readout() const;
    /// Rings the points of a case.
    void set_current_case(CaseId id);
    /// Below a chart of spans; else hidden.
    Minimap& minimap() { return *minimap_; }
    /// -1 if there is none.
    int row_at(const QPoint& position) const;

    /// Zooms the x axis; shows all of it if `to` <= `from`.
    void zoom_to(double from, double to);
    void reset_zoom();
    void bring_into_view(double from, double to);
    bool is_zoomed() const { return key_axis()->range().size() < full_keys_.size() * 0.999; }
    void set_hidden(size_t series, bool hidden);
    void show_only(size_t series);
    void show_all();
    bool is_hidden(size_t series) const { return drawing_.is_hidden(series); }

    /// PDF, PNG (twice the screen size), SVG or CSV by suffix. Returns a sentence on failure.
    QString export_to(const QString& path);
    void copy_picture();
    /// Returns a sentence on failure.
    QString print();
    void print_on(QPrinter& printer);
    QString as_csv() const;
    void fill_menu(QMenu& menu);

 signals:
    /// The user chose it by mouse or arrow keys.
    void row_selected(int row);
    void case_selected(qlonglong case_id);  // a CaseId; Qt cannot carry enums of long
    /// A mark was double-clicked.
    void row_activated(int row);
    void cell_selected(int x, int y);
    void range_changed(double from, double to);
    void offer_taken();

 protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    /// Series number series_.size() is the heat map: `point` is a cell.
    struct Hit {
        size_t series = 0, point = 0;
    };
    void build_plot();
    void redraw() { plot_->replot(QCustomPlot::rpQueuedReplot); }
    void rebuild(bool keep_range);
    bool has_slots() const { return chart().x.scale == present::Scale::categories; }
    /// A row is a position on the x axis. Networks have several positions a row.
    bool has_row_slots() const { return has_slots() && !chart().has(present::Series::Kind::links); }
    present::Extent places_of_row(size_t row) const;
    bool has_bar_slots() const { return has_slots() && chart().has(present::Series::Kind::bars); }
    bool has_lines() const;
    int last_row() const;
    QCPAxis* key_axis() const { return chart().sideways ? plot_->yAxis : plot_->xAxis; }
    QCPAxis* value_axis() const { return chart().sideways ? plot_->xAxis : plot_->yAxis; }
    void set_up_axis(QCPAxis& axis, const present::Axis& about);
    void set_full_ranges();
    void keep_in_range(const QCPRange& range);
    /// Names down the y axis, a lane each.
    bool has_lanes() const;
    void fit_lanes();
    void keep_lanes_in_range();
    void bring_lane_into_view(size_t row);
    void fit_minimap();
    void add_marks();
    void add_colour_scale();
    void set_space_above(int pixels);
    void place_names();
    int place_names_within(int space);
    void update_highlight();
    void update_caption();
    void set_caption(const QString& text);
    void refresh_theme();
    std::vector<QCPAbstractLegendItem*> legend_items() const;
    std::optional<size_t> series_of(QCPAbstractLegendItem* item) const;
    QString legend_name(size_t series, int longest) const;
    int lay_legend(int longest);
    int legend_width() const;
    int widest_in_legend() const;
    void arrange_legend();
    void place_legend(bool beside);
    void fit_titles(int legend_height);
    std::optional<Hit> hit(const QPointF& position) const;
    void hover(const QPointF& position, const QPoint& global);
    void choose(const Hit& at);
    void move_row(int row);
    bool press_key(const QKeyEvent& key);
    void show_readout_if(bool shown, const QPointF& position);
    void hide_readout();

    QStackedLayout* pages_;
    QLabel* message_;
    QPushButton* offer_;
    QLabel* caption_;
    QCustomPlot* plot_;
    Minimap* minimap_;
    QLabel* readout_;
    QFrame* ring_;
    QString context_, said_, said_beside_;  ///< said_: the whole caption
    ChartDrawing drawing_;
    std::vector<SeriesPlot*> series_;  // owned by the plot, as all below
    HeatPlot* heat_ = nullptr;
    QPointer<QCPColorScale> scale_;
    QCPMarginGroup* margins_ = nullptr;
    QCPLayoutGrid* beside_ = nullptr;  ///< holds the legend if it is beside the plot
    struct LineName {
        QCPItemText* text;
        QCPItemLine* leader;  ///< to the line, if the name is not next to it
        double at;            ///< on the value axis
    };
    std::vector<LineName> names_;      ///< of horizontal lines
    QCPTextElement* title_ = nullptr;  ///< of a y axis that is too short for it
    QPointer<QCPItemStraightLine> crosshair_;
    QPointer<QCPItemRect> highlight_;
    QCPRange full_keys_, full_values_;
    int current_row_ = -1;
    bool quiet_ = false;
};
}
