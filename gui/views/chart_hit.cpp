// Which mark of a series the mouse is on.
#include <algorithm>
#include <cmath>

#include "gui/views/chart_series.hpp"

namespace sortscope::gui {
namespace {

using present::Point;
using Kind = present::Series::Kind;

constexpr double reach_px = 14;  // how near to a mark the mouse must be

}  // namespace

std::optional<std::size_t> SeriesPlot::hit_bar(const QPointF& position) const {
    double key = 0, value = 0;
    pixelsToCoords(position, key, value);
    const auto& bars = drawing_->chart->bars;
    const auto& chart = drawing_->chart->chart;
    if (!chart.stacked && chart.series.size() > 1) {
        const auto places = bar_places();
        const auto row = std::ranges::find_if(places.rows, [&](std::size_t one) {
            const double from = static_cast<double>(one) + places.shift;
            return key >= from && key < from + places.width;
        });
        if (row == places.rows.end()) return std::nullopt;
        const auto& points = series().points;
        const auto found = std::ranges::find_if(points, [&](const Point& point) {
            return std::lround(point.x) == static_cast<long>(*row) && point.y;
        });
        return found == points.end() ? std::nullopt
                                     : std::optional(static_cast<std::size_t>(found - points.begin()));
    }
    const auto row = std::lround(key);
    if (row < 0 || static_cast<std::size_t>(row) >= bars.rows()) return std::nullopt;
    const auto found = bars.hit(static_cast<std::size_t>(row), value, drawing_->hidden);
    return found && found->series == number_ ? std::optional(found->point) : std::nullopt;
}

std::optional<std::size_t> SeriesPlot::hit(const QPointF& position) const {
    if (drawing_->is_hidden(number_)) return std::nullopt;
    const auto kind = series().kind;
    if (kind == Kind::bars && drawing_->chart->chart.x.scale == present::Scale::categories)
        return hit_bar(position);
    const auto part = visible();
    const auto& points = series().points;
    std::optional<std::size_t> nearest;
    double best = kind == Kind::links ? 6 : reach_px;
    for (std::size_t i = part.first; i < part.last; ++i) {
        const auto& point = points[i];
        if (kind == Kind::spans) {
            auto rect = span_rect(point);
            if (rect.width() < 3) rect.adjust(-1.5, 0, 1.5, 0);
            if (rect.contains(position)) nearest = i;
            continue;
        }
        if (kind == Kind::bars) {
            if (point.y && point.x_end > point.x
                    ? QRectF(coordsToPixels(point.x, 0), coordsToPixels(point.x_end, *point.y))
                          .normalized()
                          .contains(position)
                    : point.y && std::abs(coordsToPixels(point.x, 0).x() - position.x()) < 5)
                nearest = i;
            continue;
        }
        if (kind == Kind::links) {
            const auto from = coordsToPixels(point.x, point.low), to = coordsToPixels(point.x, point.high);
            const double distance = std::abs(from.x() - position.x());
            if (distance < best && position.y() >= std::min(from.y(), to.y()) - 3 &&
                position.y() <= std::max(from.y(), to.y()) + 3)
                best = distance, nearest = i;
            continue;
        }
        if (!point.y) continue;
        const auto at = coordsToPixels(point.x, *point.y) - position;
        if (const double distance = std::hypot(at.x(), at.y()); distance < best) best = distance, nearest = i;
    }
    return nearest;
}

}  // namespace sortscope::gui
