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
    // The first that has a map gives title, axes and rows: the case shown itself may have none.
    const auto first = std::ranges::find_if(*all, [](const Chart& one) { return one.heat.has_value(); });
    if (first == all->end()) return all->front();
    auto chart = *first;
    chart.x.ticks.clear();
    chart.note.clear();
    chart.heat.emplace();
    std::string drawn, without, notes;
    std::vector<std::size_t> used;
    for (std::size_t i = 0; i < all->size(); ++i) {
        const auto& one = (*all)[i];
        auto& list = one.heat ? drawn : without;
        list += (list.empty() ? "" : "; ") + names[i];
        if (!one.heat) continue;
        used.push_back(i);
        if (one.title != chart.title) chart.title = "Heat maps";
        if (one.conditions != chart.conditions)
            chart.conditions.clear();  // those of one are not said of all: names tell what differs
        if (!one.note.empty()) notes += fmt::format(" {}: {}", names[i], one.note);
        if (!chart.x.ticks.empty()) {
            chart.x.ticks.emplace_back();
            chart.heat->cases.emplace_back();
        }
        chart.heat->cases.insert(chart.heat->cases.end(), one.x.ticks.size(), names[i]);
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
            const auto row = static_cast<std::size_t>(
                std::ranges::find(chart.y.ticks, one.y.ticks[cell / width]) - chart.y.ticks.begin());
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
    chart.note =
        used.size() > 1 ? fmt::format("From left to right: {}.", drawn) : fmt::format("Drawn: {}.", drawn);
    if (!without.empty()) chart.note += fmt::format(" Without such a map: {}.", without);
    chart.note += notes;
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
