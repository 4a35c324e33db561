#include "present/charts/network.hpp"

#include <algorithm>
#include <vector>

#include <fmt/core.h>

#include "core/text.hpp"

namespace sortscope::present {

Chart network_chart(std::uint32_t wires, std::span<const NetworkLink> links, const Axis& heat) {
    Chart chart;
    chart.title = fmt::format("Sorting network of {} keys", format_grouped(wires));
    chart.x.title = "launch";
    chart.x.scale = Scale::categories;  // columns; the first of each launch has its number
    chart.y.title = "key";
    chart.y.scale = Scale::categories;
    chart.y.largest = wires == 0 ? 0 : wires - 1;
    chart.colour = heat;
    if (links.empty() || wires == 0) {
        chart.empty_text = "This sort has no comparators that a network could be drawn of.";
        return chart;
    }
    for (std::uint32_t wire = 0; wire < wires; ++wire) chart.y.ticks.push_back(std::to_string(wire));
    Series up, down;
    up.kind = down.kind = Series::Kind::links;
    up.name = "smaller key to the upper wire";
    down.name = "smaller key to the lower wire";
    down.colour = 1;
    std::vector<std::string> up_hints, down_hints;
    double column = 0;
    bool odd = false;
    for (auto begin = links.begin(); begin != links.end();) {
        const auto end = std::find_if(begin, links.end(),
                                      [&](const NetworkLink& link) { return link.launch != begin->launch; });
        // The first free column of the launch.
        std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> columns;
        for (auto link = begin; link != end; ++link) {
            const auto low = std::min(link->low, link->high), high = std::max(link->low, link->high);
            auto free = std::ranges::find_if(columns, [&](const auto& taken) {
                return std::ranges::none_of(
                    taken, [&](const auto& other) { return low <= other.second && other.first <= high; });
            });
            if (free == columns.end()) free = columns.emplace(columns.end());
            free->emplace_back(low, high);
            Point point;
            point.x = column + static_cast<double>(free - columns.begin());
            point.low = low;
            point.high = high;
            point.heat = link->heat;
            point.row = link->launch;
            (link->descending ? down : up).points.push_back(point);
            (link->descending ? down_hints : up_hints)
                .push_back(fmt::format(
                    "launch {}: keys {} and {}, the greater to {}{}", link->launch, low, high,
                    link->descending ? low : high,
                    link->heat ? fmt::format("\n{} {}", format_figure(*link->heat), heat.unit) : ""));
        }
        const auto width = static_cast<double>(columns.size());
        if (odd) chart.bands.push_back({column - 0.5, column + width - 0.5});
        odd = !odd;
        for (std::size_t i = 0; i < columns.size(); ++i)
            chart.x.ticks.push_back(i == 0 ? std::to_string(begin->launch) : std::string());
        column += width;
        begin = end;
    }
    chart.x.largest = column - 1;
    std::vector<std::vector<std::string>> hints;
    const auto take = [&](Series& series, std::vector<std::string>& texts) {
        if (series.points.empty()) return;
        std::vector<std::size_t> order(series.points.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return series.points[i].x; });
        Series sorted = series;
        std::vector<std::string> sorted_texts(order.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            sorted.points[i] = series.points[order[i]], sorted_texts[i] = texts[order[i]];
        chart.series.push_back(std::move(sorted));
        hints.push_back(std::move(sorted_texts));
    };
    if (!up.points.empty() && !down.points.empty()) {  // of one direction alone nothing needs to be told
        up.head = 1;
        down.head = -1;
        chart.note = "Arrows point to where the greater key goes.";
    }
    take(up, up_hints);
    take(down, down_hints);
    chart.tooltip = tooltip_of(std::move(hints));
    return chart;
}

}  // namespace sortscope::present
