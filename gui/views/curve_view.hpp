// Throughput curves and block sweeps: a line for each variant over sizes that double.
#pragma once

#include <optional>

#include "gui/views/chart_view.hpp"
#include "present/chart.hpp"

namespace sortscope::gui {

class CurveView : public ChartView {
    Q_OBJECT

 public:
    explicit CurveView(QWidget* parent = nullptr);

    /// Draws `chart`; one without series shows its sentence.
    void set_chart(present::Chart chart);
    const present::Chart& chart() const { return chart_; }
    /// The case of the selected point is ringed.
    void set_current_case(CaseId id);

 signals:
    /// The user clicked a point.
    void case_selected(qlonglong case_id);  // a CaseId; Qt cannot carry enums of long

 protected:
    void rebuild() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    struct Place {
        std::size_t series = 0, point = 0;
    };
    void add_line(const present::Series& line, qsizetype number);
    void add_ring();
    void set_ranges();
    /// The point nearest to a position of the plot, within reach of the mouse.
    std::optional<Place> point_at(const QPoint& position);

    present::Chart chart_;
    CaseId current_{};
};

}  // namespace sortscope::gui
