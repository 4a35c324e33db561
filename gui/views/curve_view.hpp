// Throughput curves and block sweeps: a line for each variant over sizes that double.
#pragma once

#include "gui/models/curve_chart.hpp"
#include "gui/views/chart_view.hpp"

namespace sortscope::gui {

class CurveView : public ChartView {
    Q_OBJECT

 public:
    explicit CurveView(QWidget* parent = nullptr);

    void set_chart(CurveChart chart);
    const CurveChart& chart() const { return chart_; }
    /// The case of the selected point is ringed.
    void set_current_case(CaseId id);

 signals:
    /// The user clicked a point.
    void case_selected(qlonglong case_id);  // a CaseId; Qt cannot carry enums of long

 protected:
    void rebuild() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    void add_line(const ChartLine& line, qsizetype number);
    void add_ring();
    void set_ranges();
    const ChartPoint* point_at(const QPoint& position);

    CurveChart chart_;
    CaseId current_{};
};

}  // namespace sortscope::gui
