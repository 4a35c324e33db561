// View of any chart of present/, with zoom, selection and export.
#pragma once

#include "gui/views/chart/chart_output.hpp"
#include "gui/views/chart/chart_zoom.hpp"

namespace sortscope::gui {
class HeatPlot;

/// The values of all curves at the pointer, with a crosshair.
class ChartReadout : public QLabel {
 public:
    ChartReadout(const ChartFrame& frame, const ChartDrawing& drawing);

    /// Shows every curve's value at the point nearest to `position`. Hides if not `shown`.
    void show_if(bool shown, const QPointF& position);
    void put_away();

 private:
    const ChartFrame& frame_;
    const ChartDrawing& drawing_;
    QPointer<QCPItemStraightLine> crosshair_;
};

class ChartView : public QWidget {
    Q_OBJECT
 public:
    ChartView();

    /// An empty chart shows its empty_text.
    void set_chart(BarChartPtr chart, bool keep_range = false);
    void set_chart(present::Chart chart, bool keep_range = false) {
        set_chart(std::make_shared<BarChart>(std::move(chart)), keep_range);
    }
    const present::Chart& chart() const { return drawing_.data(); }
    /// Shows `sentence` instead of the chart, with a button `offer` if not empty.
    void show_message(const QString& sentence, const QString& offer = {});
    QString message() const;
    void offer(const QString& text) { show_message(message(), text); }
    bool has_chart() const { return message().isEmpty(); }
    void set_context(const QString& context) { output_.set_context(context); }

    /// Removes `sentence` from the caption, because the view shows it elsewhere. Exports keep it.
    void set_said_beside(const QString& sentence);
    const QString& caption() const { return said_; }

    QCustomPlot& plot() { return *plot_; }
    /// Export, copy or print only if has_chart().
    const ChartOutput& output() const { return output_; }
    size_t drawn_marks() const { return drawing_.drawn; }

    int current_row() const { return current_row_; }
    /// Scrolls to the row, too.
    void set_current_row(int row);
    /// Draws spans outside `rows` faintly, or no span if `rows` is empty.
    void set_stage_rows(std::set<size_t> rows) {
        if (rows == drawing_.stage_rows) return;
        drawing_.stage_rows = std::move(rows);
        redraw();
    }
    /// Frames a cell of a heat map; absent removes the frame.
    void set_current_cell(std::optional<std::pair<size_t, size_t>> column_and_row);
    std::optional<size_t> current_cell() const { return drawing_.cell; }
    const std::set<size_t>& stage_rows() const { return drawing_.stage_rows; }
    /// x range of the stripe behind the current row; absent without a stripe.
    std::optional<std::pair<double, double>> stripe() const;
    /// The text at the pointer in charts of lanes and lines; empty if hidden.
    QString readout() const;
    void set_current_case(CaseId id) {
        if (std::exchange(drawing_.current, id) != id) redraw();
    }
    Minimap& minimap() { return *minimap_; }
    int row_at(const QPoint& position) const;

    void zoom_to(double from, double to) { zoom_.zoom_to(from, to); }
    void bring_into_view(double from, double to) { zoom_.bring_into_view(from, to); }
    bool is_zoomed() const { return zoom_.is_zoomed(); }
    void set_hidden(size_t series, bool hidden);
    void show_only(size_t series) {
        for (size_t i = 0; i < drawing_.plots.size(); ++i) set_hidden(i, i != series);
    }
    void show_all() {
        for (size_t i = 0; i < drawing_.plots.size(); ++i) set_hidden(i, false);
    }
    bool is_hidden(size_t series) const { return drawing_.is_hidden(series); }
    void fill_menu(QMenu& menu);

 signals:
    void row_selected(int row);
    void case_selected(qlonglong case_id);  // a CaseId, an enum that Qt signals cannot carry
    void row_activated(int row);
    void cell_selected(int x, int y);
    void range_changed(double from, double to);
    void offer_taken();

 protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    /// If `series` is plots.size(), the hit is in the heat map, and `point` is its cell.
    struct Hit {
        size_t series = 0, point = 0;
    };
    void build_plot();
    void redraw() const { frame_.redraw(); }
    void rebuild(bool keep_range);
    void update_highlight();
    void update_caption();
    void update_scroll_bar();
    void set_caption(const QString& text);
    void refresh_theme() {
        drawing_.theme = chart_theme(palette());
        frame_.apply_theme();
    }
    std::optional<Hit> hit(const QPointF& position) const;
    void hover(const QPointF& position, const QPoint& global);
    void choose(const Hit& at);
    void move_row(int row) {
        set_current_row(row);
        emit row_selected(row);
    }
    bool press_key(const QKeyEvent& key);

    QStackedLayout* pages_;
    QLabel* message_;
    QPushButton* offer_;
    QLabel* caption_;
    QCustomPlot* plot_;
    Minimap* minimap_;
    QFrame* ring_;
    QScrollBar* lanes_;           ///< shown if some lanes are out of sight
    QString said_, said_beside_;  ///< said_: the whole caption
    ChartDrawing drawing_;
    ChartFrame frame_;
    ChartZoom zoom_;
    ChartOutput output_;
    ChartReadout* readout_;
    HeatPlot* heat_ = nullptr;  ///< owned by the plot
    QPointer<QCPItemRect> highlight_;
    int current_row_ = -1;
};
}
