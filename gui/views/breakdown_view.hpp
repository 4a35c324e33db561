// The stage-breakdown chart: a bar for each row of the breakdown, split by kernel, with one row selected.
#pragma once

#include "gui/models/breakdown_chart.hpp"
#include "gui/views/chart_view.hpp"

class QCPItemRect;
class QCPRange;

namespace sortscope::gui {

class BreakdownView : public ChartView {
    Q_OBJECT

 public:
    explicit BreakdownView(QWidget* parent = nullptr);

    void set_chart(BreakdownChart chart);
    const BreakdownChart& chart() const { return chart_; }

    /// Row of the breakdown whose bar is highlighted; -1 for none.
    int current_row() const { return current_row_; }
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
    void add_bands();
    void add_series();
    void reset_ranges();
    void keep_in_range(const QCPRange& range);
    void show_tooltip(const QPoint& position, const QPoint& global);

    BreakdownChart chart_;
    QCPItemRect* highlight_ = nullptr;  // owned by the plot
    int current_row_ = -1;
};

}  // namespace sortscope::gui
