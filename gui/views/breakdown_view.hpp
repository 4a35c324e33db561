// The stage-breakdown chart: a bar for each row of the breakdown, split by kernel, with one row selected.
#pragma once

#include <vector>

#include "gui/models/contents.hpp"
#include "gui/views/chart_view.hpp"

class QCPBars;
class QCPItemRect;
class QCPRange;

namespace sortscope::gui {

class BreakdownView : public ChartView {
    Q_OBJECT

 public:
    explicit BreakdownView(QWidget* parent = nullptr);

    /// Draws `chart`: an empty one shows its sentence.
    void set_chart(present::Chart chart);
    /// The same of a chart whose bars were counted elsewhere; null is an empty one.
    void set_chart(BarChartPtr chart);
    const present::Chart& chart() const { return chart_->chart; }
    /// Bars drawn of those in sight: at most one a pixel.
    std::size_t drawn_bars() const { return drawn_; }

    /// Row of the breakdown whose bar is highlighted; -1 for none.
    int current_row() const { return current_row_; }
    /// Highlights a row's bar, and brings it into view.
    void set_current_row(int row);
    /// The bar at a position of the plot widget, -1 where there is none.
    int row_at(const QPoint& position) const;

 signals:
    /// The user chose a bar, by mouse or arrow keys.
    void row_selected(int row);

 protected:
    void rebuild() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    const Bars& bars() const { return chart_->bars; }
    int rows() const { return static_cast<int>(bars().rows()); }
    void find_stages();
    void add_bands();
    void add_series();
    void fill_bars();
    void reset_ranges();
    void keep_in_range(const QCPRange& range);
    void show_tooltip(const QPoint& position, const QPoint& global);

    BarChartPtr chart_ = std::make_shared<const BarChart>();
    std::vector<int> stage_starts_;      ///< rows that begin a stage: their labels are kept longest
    std::vector<QCPBars*> series_;       // owned by the plot
    QCPItemRect* highlight_ = nullptr;   // owned by the plot
    std::size_t drawn_ = 0;
    int current_row_ = -1;
};

}  // namespace sortscope::gui
