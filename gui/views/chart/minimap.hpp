// A whole timeline in a strip, with a frame around the part in sight.
#pragma once

#include <QPixmap>
#include <QWidget>

#include "gui/views/chart/series_plot.hpp"

namespace sortscope::gui {
class Minimap : public QWidget {
    Q_OBJECT
 public:
    Minimap();

    /// Draws the spans of `drawing` over the x range `full`. `drawing` must outlive the minimap.
    void set_chart(const ChartDrawing& drawing, QCPRange full);
    void set_range(QCPRange range);
    /// Sets the space left and right of the strip, which is as wide as the plot.
    void set_sides(int left, int right);
    QRectF frame() const;

    QSize sizeHint() const override;

 signals:
    void moved(double from, double to);
    void reset();

 protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

 private:
    QRectF strip() const;
    double place_of(double at) const;
    double at_of(double place) const;
    void draw_spans();

    const ChartDrawing* drawing_ = nullptr;
    QCPRange full_{0, 1}, range_{0, 1};
    int left_ = 0, right_ = 0;
    double grip_ = 0;  ///< from the frame's start to the pointer, in units of the axis
    QPixmap spans_;    ///< null until drawn
};
}
