// The values of all curves at the pointer, with a crosshair.
#pragma once

#include <QLabel>
#include <QPointer>

#include "gui/views/chart/chart_frame.hpp"

namespace sortscope::gui {
class ChartReadout : public QLabel {
 public:
    ChartReadout(const ChartFrame& frame, const ChartDrawing& drawing);

    /// Shows the value of every curve at the point nearest to `position`, or nothing if not `shown`.
    void show_if(bool shown, const QPointF& position);
    void put_away();

 private:
    const ChartFrame& frame_;
    const ChartDrawing& drawing_;
    QPointer<QCPItemStraightLine> crosshair_;
};
}
