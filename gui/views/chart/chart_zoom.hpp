// Zoom and pan of a chart, and its minimap. Lanes keep their height.
#pragma once

#include "gui/views/chart/chart_frame.hpp"

namespace sortscope::gui {
/// A whole timeline in a strip, with a frame around the part in sight.
class Minimap : public QWidget {
    Q_OBJECT
 public:
    Minimap();

    /// Draws the spans of `drawing` over the x range `full`. `drawing` must outlive the minimap.
    void set_chart(const ChartDrawing& drawing, QCPRange full);
    void set_range(QCPRange range) {
        if (range_ == range) return;
        range_ = range;
        update();
    }
    /// Sets the space beside the strip in px, so that the strip is as wide as the plot.
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
    double place_of(double at) const {
        return strip().left() + (at - full_.lower) / full_.size() * strip().width();
    }
    double at_of(double place) const {
        return full_.lower + (place - strip().left()) / std::max(1.0, strip().width()) * full_.size();
    }
    void draw_spans();

    const ChartDrawing* drawing_ = nullptr;
    QCPRange full_{0, 1}, range_{0, 1};
    int left_ = 0, right_ = 0;
    double grip_ = 0;  ///< from the frame's start to the pointer, in units of the axis
    QPixmap spans_;    ///< null until drawn
};

class ChartZoom : public QObject {
    Q_OBJECT
 public:
    using Ranges = std::pair<QCPRange, QCPRange>;

    ChartZoom(const ChartFrame& frame, const ChartDrawing& drawing, Minimap& minimap);

    /// Computes the full ranges of a new chart; shows the whole chart, or `kept`.
    void set_full(const std::optional<Ranges>& kept);
    Ranges ranges() const { return {frame_.key().range(), frame_.value().range()}; }
    const QCPRange& full_values() const { return full_values_; }
    bool is_zoomed() const { return frame_.key().range().size() < full_keys_.size() * 0.999; }
    /// Zooms the x axis; shows the whole axis if `to` <= `from`.
    void zoom_to(double from, double to);
    void reset() {
        frame_.key().setRange(full_keys_);
        frame_.value().setRange(full_values_);
        frame_.redraw();
    }
    void bring_into_view(double from, double to);
    void bring_row_into_view(size_t row);
    /// Scales the x range by `factor` around `centre`, then moves it by `part` of its old length.
    void change(double factor, double centre, double part);
    /// Ctrl zooms the values or scrolls lanes, Shift pans. Returns false if QCustomPlot must zoom.
    bool wheel(const QWheelEvent& event);
    /// Call once the plot has its layout.
    void fit();

 signals:
    void range_changed(double from, double to);

 private:
    QCPRange all_keys() const;
    QCPRange all_values() const;
    void keep_in_range(const QCPRange& range);
    void fit_lanes();
    void keep_lanes_in_range();
    void bring_lane_into_view(size_t row);

    const ChartFrame& frame_;
    const ChartDrawing& drawing_;
    Minimap& minimap_;
    QCPRange full_keys_, full_values_;
};
}
