#include "present/charts/network.hpp"

#include <numeric>

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/cells.hpp"

namespace sortscope::present {
Chart network_chart(uint32_t wires, std::span<const NetworkLink> links, const Axis& heat) {
    Chart chart{.title = fmt::format("Sorting network of {} keys", format_grouped(wires)),
                // Each launch's number is at its first column.
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

namespace {
constexpr size_t wire_colour = 9;  // index into Palette::series

/// Replaces the launches' numbers by those within their stages, and puts stages above, to save room.
void name_launches(Chart& chart, const analyzer::Network& network) {
    chart.x.title = "launch of its stage (above: the stage)";
    size_t launch = 0;
    for (size_t column = 0; column < chart.x.ticks.size(); ++column) {
        auto& tick = chart.x.ticks[column];
        if (!tick.empty()) launch = parse_count(tick);  // blank: continues the launch
        const auto& stage = network.columns[launch].stage;
        if (chart.marks.empty() || chart.marks.back().text != std::to_string(stage.stage))
            chart.marks.push_back(
                {.across = Mark::Across::x, .at = double(column) - 0.5, .text = std::to_string(stage.stage)});
        tick = std::to_string(stage.substage);
    }
}

/// Draws keys that change wires between launches as crossing lines.
Chart routed_network(const analyzer::Network& network) {
    Chart chart;
    chart.x.scale = chart.y.scale = Scale::categories;
    chart.y.title = "key";
    for (uint64_t i = 0; i < network.n; ++i) chart.y.ticks.push_back(std::to_string(i));
    Series up{.kind = Series::Kind::links, .name = "smaller key to the upper wire", .colour = 0};
    Series down{.kind = Series::Kind::links, .name = "smaller key to the lower wire", .colour = 1};
    std::vector<Series> wires(network.n, {.colour = wire_colour, .marked = false});
    std::vector<size_t> wire_at(network.n);  // current wire at each place
    std::iota(wire_at.begin(), wire_at.end(), size_t{0});
    const auto lay_wires = [&](double x) {
        for (size_t place = 0; place < wire_at.size(); ++place)
            wires[wire_at[place]].points.push_back({.x = x, .y = double(place), .hint = "where a key goes"});
    };
    lay_wires(-0.5);
    for (size_t i = 0; i < network.columns.size(); ++i) {
        const auto& [stage, comparators, source] = network.columns[i];
        const double x = double(i);
        chart.x.ticks.push_back(std::to_string(i));
        for (const auto& [low, high, descending] : comparators)
            (descending ? down : up)
                .points.push_back({.x = x,
                                   .y = low,
                                   .low = double(low),
                                   .high = double(high),
                                   .hint = fmt::format("{}: keys {} and {}", stage.label, low, high)});
        if (source.empty()) continue;
        lay_wires(x - 0.5);
        wire_at = mapped(source, [&](uint32_t from) { return wire_at[from]; });
        lay_wires(x + 0.5);
    }
    lay_wires(double(network.columns.size()) - 0.5);
    chart.series = std::move(wires);
    for (auto* series : {&up, &down})
        if (!series->points.empty()) chart.series.push_back(std::move(*series));
    return chart;
}
}  // namespace

Chart staged_network_chart(const analyzer::Network& network) {
    const bool routed =
        std::ranges::any_of(network.columns, [](const auto& one) { return !one.source.empty(); });
    auto chart = routed ? routed_network(network) : network_chart(uint32_t(network.n), links_of(network));
    name_launches(chart, network);
    chart.conditions = fmt::format("{} launches, from the recorded case", network.columns.size());
    return chart;
}

std::vector<NetworkLink> links_of(const analyzer::Network& network) {
    std::vector<NetworkLink> links;
    for (size_t i = 0; i < network.columns.size(); ++i)
        for (const auto& one : network.columns[i].comparators)
            links.push_back({one.low, one.high, uint32_t(i), one.descending, {}});
    return links;
}

Chart case_network_chart(uint64_t n, const std::vector<LaunchRecord>& launches) {
    const auto made = analyzer::network_of(n, launches);
    auto links = made ? links_of(*made) : std::vector<NetworkLink>();
    Extent times;
    for (auto& link : links) {
        const auto& duration = launches.at(link.launch).duration_ns;
        if (duration) link.heat = double(*duration) / 1000, times.add(*link.heat);
    }
    Axis heat{.title = "time of the launch (us, measured)", .unit = "us", .largest = 0};
    if (!times.empty()) heat.least = times.least, heat.largest = times.largest;
    auto chart = network_chart(uint32_t(n), links, heat);
    if (chart.empty())
        chart.empty_text =
            "Only sorting networks of at most 64 keys are drawn, if their launches say what they "
            "compare.";
    return chart;
}
}
