#include "present/charts/network.hpp"

#include <fmt/core.h>

#include "core/text.hpp"

namespace sortscope::present {
Chart network_chart(uint32_t wires, std::span<const NetworkLink> links, const Axis& heat) {
    Chart chart{.title = fmt::format("Sorting network of {} keys", format_grouped(wires)),
                // Columns; the first column of a launch has the launch's number.
                .x = {.title = "launch", .scale = Scale::categories},
                .y = {.title = "key", .scale = Scale::categories},
                .colour = heat,
                .empty_text = "This sort has no comparators that a network could be drawn of."};
    if (links.empty() || wires == 0) return chart;
    for (uint32_t wire = 0; wire < wires; ++wire) chart.y.ticks.push_back(std::to_string(wire));
    Series up{.kind = Series::Kind::links, .name = "smaller key to the upper wire"},
        down{.kind = Series::Kind::links, .name = "smaller key to the lower wire", .colour = 1};
    double column = 0;
    bool odd = false;
    for (auto begin = links.begin(); begin != links.end();) {
        const auto end = std::find_if(begin, links.end(),
                                      [&](const NetworkLink& link) { return link.launch != begin->launch; });
        // Puts each comparator into the first free column of the launch.
        std::vector<std::vector<std::pair<uint32_t, uint32_t>>> columns;
        for (auto link = begin; link != end; ++link) {
            const auto low = std::min(link->low, link->high), high = std::max(link->low, link->high);
            auto free = std::ranges::find_if(columns, [&](const auto& taken) {
                return std::ranges::none_of(
                    taken, [&](const auto& other) { return low <= other.second && other.first <= high; });
            });
            if (free == columns.end()) free = columns.emplace(columns.end());
            free->emplace_back(low, high);
            (link->descending ? down : up)
                .points.push_back(
                    {.x = column + double(free - columns.begin()),
                     .low = double(low),
                     .high = double(high),
                     .heat = link->heat,
                     .row = link->launch,
                     .hint = fmt::format(
                         "launch {}: keys {} and {}, the greater to {}{}", link->launch, low, high,
                         link->descending ? low : high,
                         link->heat ? fmt::format("\n{} {}", format_figure(*link->heat), heat.unit) : "")});
        }
        const auto next = column + double(columns.size());
        if (odd) chart.bands.push_back({column - 0.5, next - 0.5});
        odd = !odd;
        chart.x.ticks.push_back(std::to_string(begin->launch));
        column = next;
        chart.x.ticks.resize(size_t(column));
        begin = end;
    }
    if (!up.points.empty() && !down.points.empty()) {  // arrows distinguish the two directions
        up.head = 1;
        down.head = -1;
        chart.note = "Arrows point to where the greater key goes.";
    }
    for (auto* series : {&up, &down}) {
        series->sort_points();
        if (!series->points.empty()) chart.series.push_back(std::move(*series));
    }
    return chart;
}
}
