#include "gui/models/bars.hpp"

#include <algorithm>
#include <cmath>

namespace sortscope::gui {

Bars::Bars(const present::Chart& chart) : totals_(chart.x.ticks.size()), stacked_(chart.stacked) {
    for (const auto& series : chart.series) {
        if (series.kind != present::Series::Kind::bars) {  // a line over bars: it has its place, but no part
            parts_.emplace_back(totals_.size());
            points_.emplace_back(totals_.size());
            continue;
        }
        auto& parts = parts_.emplace_back(totals_.size());
        auto& points = points_.emplace_back(totals_.size());
        for (std::size_t i = 0; i < series.points.size(); ++i) {
            const auto& point = series.points[i];
            const auto row = static_cast<std::size_t>(std::llround(point.x));
            if (!point.y || row >= totals_.size()) continue;
            parts[row] = *point.y;
            points[row] = i + 1;
            totals_[row] = stacked_ ? totals_[row] + *point.y : std::max(totals_[row], *point.y);
        }
    }
    for (const double total : totals_) largest_ = std::max(largest_, total);
}

std::optional<Bars::Hit> Bars::hit(std::size_t row, double value, const std::vector<bool>& hidden) const {
    std::optional<Hit> found;
    double below = 0;
    for (std::size_t series = 0; series < parts_.size(); ++series) {
        if (points_[series][row] == 0 || (series < hidden.size() && hidden[series])) continue;
        found = Hit{series, points_[series][row] - 1};
        below += parts_[series][row];
        if (stacked_ && value <= below) break;
    }
    return found;
}

std::vector<std::size_t> Bars::drawn(std::size_t first, std::size_t last, std::size_t most) const {
    last = std::min(last, totals_.size());
    std::vector<std::size_t> rows;
    if (first >= last || most == 0) return rows;
    const std::size_t count = last - first;
    if (count <= most) {
        for (std::size_t row = first; row < last; ++row) rows.push_back(row);
        return rows;
    }
    for (std::size_t part = 0; part < most; ++part) {
        const std::size_t begin = first + part * count / most, end = first + (part + 1) * count / most;
        const auto from = totals_.begin() + static_cast<std::ptrdiff_t>(begin),
                   to = totals_.begin() + static_cast<std::ptrdiff_t>(end);
        rows.push_back(static_cast<std::size_t>(std::max_element(from, to) - totals_.begin()));
    }
    return rows;
}

}  // namespace sortscope::gui
