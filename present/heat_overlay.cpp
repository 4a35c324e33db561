#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "present/overlay.hpp"

namespace sortscope::present {

Chart heat_charts_beside(std::vector<Chart> charts, std::span<const std::string> names) {
    if (charts.empty()) return {};
    struct Origin {
        std::size_t chart = 0, cell = 0;
    };
    auto all = std::make_shared<std::vector<Chart>>(std::move(charts));
    auto chart = all->front();
    if (chart.empty()) return chart;
    chart.x.ticks.clear();
    chart.heat.emplace();
    std::string drawn, without;
    std::vector<std::size_t> used;
    for (std::size_t i = 0; i < all->size(); ++i) {
        const auto& one = (*all)[i];
        auto& list = one.heat ? drawn : without;
        list += (list.empty() ? "" : "; ") + names[i];
        if (!one.heat) continue;
        used.push_back(i);
        if (!chart.x.ticks.empty()) chart.x.ticks.emplace_back();
        chart.x.ticks.insert(chart.x.ticks.end(), one.x.ticks.begin(), one.x.ticks.end());
        for (const auto& tick : one.y.ticks)
            if (std::ranges::find(chart.y.ticks, tick) == chart.y.ticks.end()) chart.y.ticks.push_back(tick);
        chart.colour.least = std::min(chart.colour.least, one.colour.least);
        chart.colour.largest = std::max(chart.colour.largest, one.colour.largest);
        if (one.colour.scale == Scale::logarithmic) chart.colour.scale = Scale::logarithmic;
    }
    const auto columns = chart.x.ticks.size();
    std::vector<std::optional<Origin>> origins(columns * chart.y.ticks.size());
    chart.heat->values.resize(origins.size());
    chart.heat->texts.resize(origins.size());
    std::size_t left = 0;
    for (const auto i : used) {
        const auto& one = (*all)[i];
        const auto width = one.x.ticks.size();
        const auto place = [&](std::size_t cell) {
            const auto row = static_cast<std::size_t>(std::ranges::find(chart.y.ticks, one.y.ticks[cell / width]) - chart.y.ticks.begin());
            return row * columns + left + cell % width;
        };
        for (std::size_t cell = 0; cell < one.heat->values.size(); ++cell) {
            const auto at = place(cell);
            chart.heat->values[at] = one.heat->values[cell];
            if (cell < one.heat->texts.size()) chart.heat->texts[at] = one.heat->texts[cell];
            origins[at] = Origin{i, cell};
        }
        for (const auto cell : one.heat->outlined) chart.heat->outlined.push_back(place(cell));
        left += width + 1;
    }
    chart.x.largest = static_cast<double>(columns) - 1;
    chart.y.largest = static_cast<double>(chart.y.ticks.size()) - 1;
    if (used.size() > 1) chart.note += fmt::format("{}From left to right: {}.", chart.note.empty() ? "" : " ", drawn);
    if (!without.empty()) chart.note += fmt::format("{}Without such a map: {}.", chart.note.empty() ? "" : " ", without);
    std::vector<std::string> of(names.begin(), names.end());
    chart.tooltip = [all, origins = std::move(origins), of = std::move(of)](std::size_t, std::size_t cell) {
        const auto& origin = origins.at(cell);
        if (!origin) return std::string();
        const auto& from = (*all)[origin->chart];
        return of.at(origin->chart) + "\n" + from.tooltip(from.series.size(), origin->cell);
    };
    return chart;
}

}  // namespace sortscope::present
