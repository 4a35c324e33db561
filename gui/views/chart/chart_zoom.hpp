// Zoom and pan of a chart. Lanes keep their height.
#pragma once

#include "gui/views/chart/chart_frame.hpp"
#include "gui/views/chart/minimap.hpp"

namespace sortscope::gui {
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
    void reset();
    void bring_into_view(double from, double to);
    void bring_row_into_view(size_t row);
    /// Scales the range by `factor` around `centre`, then moves it by `part` of itself.
    void change(double factor, double centre, double part);
    /// Ctrl zooms the values or scrolls lanes, Shift pans. Returns true if the plot must not zoom as well.
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
