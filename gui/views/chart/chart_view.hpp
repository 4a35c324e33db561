// The one widget that draws any chart of present/: its axes, series, heat map, marks and bands; zoom, pan,
// legend, crosshair, export.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QPointer>
#include <QWidget>

#include "gui/models/contents.hpp"
#include "gui/views/parts/theme.hpp"

class QCPAxis;
class QCPColorScale;
class QCPLayoutGrid;
class QCPItemLine;
class QCPItemStraightLine;
class QCPItemText;
class QCPMarginGroup;
class QCPRange;
class QCPTextElement;
class QCustomPlot;
class QFrame;
class QLabel;
class QMenu;
class QPrinter;
class QPushButton;
class QStackedLayout;

namespace sortscope::gui {

class HeatPlot;
class SeriesPlot;
struct ChartDrawing;

/// `text` shortened in its middle to `length` characters.
QString shortened_name(const QString& text, int length);

class ChartView : public QWidget {
    Q_OBJECT

 public:
    explicit ChartView(QWidget* parent = nullptr);
    ~ChartView() override;

    /// Draws `chart`; an empty one shows its sentence. `keep_range`: a new version of what was drawn, whose
    /// zoom stays.
    void set_chart(present::Chart chart, bool keep_range = false);
    /// The same of a chart whose bars were counted elsewhere; null is an empty one.
    void set_chart(BarChartPtr chart, bool keep_range = false);
    const present::Chart& chart() const { return chart_->chart; }
    /// Shows a sentence in the chart's place, and `offer`, where it is not empty, as a button below it.
    void show_message(const QString& sentence, const QString& offer = {});
    /// The sentence shown instead of a chart; empty while a chart is shown.
    QString message() const;
    bool has_chart() const { return message().isEmpty(); }
    /// What the chart is of, for pictures that leave the window: "bitonic-b2, 2^20 u32, block 256, NVIDIA
    /// H200".
    void set_context(const QString& context) { context_ = context; }

    /// What stands beside the chart already, as the caller shows it, is left out of its caption; what leaves
    /// the window has it.
    void set_said_beside(const QString& sentence);
    /// All that is said above the chart.
    const QString& caption() const { return said_; }

    QCustomPlot& plot() { return *plot_; }
    /// Bars, spans, links and cells of the last drawing: at most about one a pixel.
    std::size_t drawn_marks() const;

    /// Row of the chart's points that is highlighted; -1 for none.
    int current_row() const { return current_row_; }
    /// Highlights a row, and brings it into view.
    void set_current_row(int row);
    /// The point of this case gets a ring.
    void set_current_case(CaseId id);
    /// The points of these get a dotted one.
    void set_compared_cases(std::vector<CaseId> ids);
    /// Whether any point in it, but bars, is of one of these cases.
    bool has_case(const std::vector<CaseId>& ids) const;
    /// The row of what is drawn at a position of the plot, -1 where there is none.
    int row_at(const QPoint& position) const;

    /// Shows a part of the x axis; the whole where `to` is not above `from`.
    void zoom_to(double from, double to);
    void reset_zoom();
    /// Moves to a place of the x axis that is out of sight.
    void bring_into_view(double from, double to);
    bool is_zoomed() const;
    /// Shows or hides a series; all others with `only`.
    void set_hidden(std::size_t series, bool hidden);
    void show_only(std::size_t series);
    void show_all();
    bool is_hidden(std::size_t series) const;

    /// Writes the chart to `path` as PDF, PNG (twice the size on screen), SVG or CSV, by the name's ending.
    /// Returns a sentence where that fails, else nothing.
    QString export_to(const QString& path);
    void copy_picture();
    /// Asks for a printer. Returns why nothing was printed, as a sentence, where that is not the user's
    /// choice.
    QString print();
    /// As large as the page allows.
    void print_on(QPrinter& printer);
    /// The values of the chart, a row a point: series, x, y, unit, interval, source.
    QString as_csv() const;
    void fill_menu(QMenu& menu);

 signals:
    /// The user chose a row, by mouse or arrow keys.
    void row_selected(int row);
    /// The user clicked a point that is a case.
    void case_selected(qlonglong case_id);  // a CaseId; Qt cannot carry enums of long
    /// The user double-clicked a mark.
    void row_activated(int row);
    /// The user clicked a cell of a heat map.
    void cell_selected(int x, int y);
    /// The part of the x axis that is in sight.
    void range_changed(double from, double to);
    /// The button below the sentence was pressed.
    void offer_taken();

 protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    struct Hit {
        std::optional<std::size_t> series;  ///< nothing: a cell of the heat map
        std::size_t point = 0;
    };
    void build_plot();
    void rebuild(bool keep_range);
    int longest_lane() const;
    void set_up_axis(QCPAxis& axis, const present::Axis& about, bool category_axis_of_bars);
    void add_bands();
    void add_marks();
    void set_space_above(int pixels);
    void place_names();
    int place_names_within(int space);
    void add_colour_scale();
    void set_full_ranges();
    void keep_in_range(const QCPRange& range);
    void update_highlight();
    void update_caption();
    void set_caption(const QString& text);
    void refresh_theme();
    void arrange_legend();
    int lay_legend(int longest);
    int widest_in_legend() const;
    QString legend_name(std::size_t series, int longest) const;
    int legend_width() const;
    bool fits_beside(int line) const;
    void place_legend(bool beside);
    void show_legend(bool shown);
    void fit_title(int legend_height);
    void fit_across();
    QCPAxis* key_axis() const;
    QCPAxis* value_axis() const;
    std::optional<Hit> hit(const QPointF& position) const;
    void hover(const QPointF& position, const QPoint& global);
    void choose(const Hit& at);
    void move_row(int step);
    void show_readout(const QPointF& position);
    void hide_readout();
    bool has_lines() const;
    int last_row() const;

    static constexpr int plot_row = 2;  ///< below the legend and a title, in the plot's layout

    QStackedLayout* pages_;
    QLabel* message_;
    QPushButton* offer_;
    QLabel* caption_;
    QCustomPlot* plot_;
    QLabel* readout_;
    QFrame* ring_;                          ///< around the plot while it has the keys
    QString context_, said_, said_beside_;  ///< said_: the whole caption
    ChartTheme theme_;
    BarChartPtr chart_ = std::make_shared<const BarChart>();
    std::shared_ptr<ChartDrawing> drawing_;
    std::vector<SeriesPlot*> series_;  // owned by the plot, as all below
    HeatPlot* heat_ = nullptr;
    QPointer<QCPColorScale> scale_;
    QCPMarginGroup* margins_ = nullptr;
    QCPLayoutGrid* beside_ = nullptr;  ///< of the legend, where it stands beside the plot
    struct LineName {
        QCPItemText* text;
        QCPItemLine* leader;  ///< where the name does not stand at its line
        double at;            ///< the line, on the value axis
    };
    std::vector<LineName> names_;      ///< of lines across
    QCPTextElement* title_ = nullptr;  ///< of the y axis, where it has no room along it
    QCPItemStraightLine* crosshair_ = nullptr;
    double full_from_ = 0, full_to_ = 1, full_low_ = 0, full_high_ = 1;
    std::vector<int> stage_starts_;
    int current_row_ = -1;
    bool quiet_ = false;
};

}  // namespace sortscope::gui
