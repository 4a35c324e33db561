// Timelines of several cases below each other, on one axis of time.
#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/core.h>

#include "present/overlay.hpp"

namespace sortscope::present {
namespace {

constexpr auto no_overlay_row = static_cast<std::size_t>(-1);  // of marks that are no row of the case shown

/// Lets an axis of colours take another case's values, too; where those are of another provenance its title
/// says whose.
void add_colours(Axis& axis, const Axis& other, double factor, const std::string& name) {
    axis.least = std::min(axis.least, other.least * factor);
    axis.largest = std::max(axis.largest, other.largest * factor);
    if (other.scale != axis.scale) axis.scale = axis.least > 0 ? Scale::logarithmic : Scale::linear;
    if (other.title != axis.title) axis.title += fmt::format("; {}: {}", name, other.title);
}

double overlay_ns_of(const std::string& unit) {
    if (unit == "us") return 1e3;
    if (unit == "ms") return 1e6;
    if (unit == "s") return 1e9;
    return 1;
}

}  // namespace

Chart timeline_overlay_chart(std::vector<Chart> timelines, std::span<const std::string> names) {
    if (timelines.empty()) return {};
    auto chart = std::move(timelines.front());
    if (chart.empty()) return chart;
    struct Origin {
        std::size_t chart, series;
    };
    auto all = std::make_shared<std::vector<Chart>>(std::move(timelines));
    std::vector<Origin> origins;
    for (std::size_t s = 0; s < chart.series.size(); ++s) origins.push_back({0, s});
    const auto base_tooltip = chart.tooltip;
    const auto named = [&](std::size_t i, const std::string& tick) {
        return tick.empty() ? tick : names[i] + ": " + tick;
    };
    for (auto& tick : chart.y.ticks) tick = named(0, tick);
    std::string without;
    auto kernels = static_cast<std::size_t>(std::ranges::count_if(chart.series, [](const Series& one) {
        return one.kind == Series::Kind::spans && one.name != "transfers";
    }));
    for (std::size_t i = 1; i < all->size(); ++i) {
        const auto& other = (*all)[i];
        if (other.empty()) {
            without += (without.empty() ? "" : "; ") + names[i];
            continue;
        }
        const double factor = overlay_ns_of(other.x.unit) / overlay_ns_of(chart.x.unit);
        const bool first_colours = chart.colour.title.empty();  // none before has values of what colours
        if (first_colours) chart.colour = other.colour;
        const double heat_factor = chart.colour.unit == other.colour.unit
                                       ? 1
                                       : overlay_ns_of(other.colour.unit) / overlay_ns_of(chart.colour.unit);
        const auto lanes = static_cast<double>(chart.y.ticks.size());
        for (std::size_t s = 0; s < other.series.size(); ++s) {
            auto series = other.series[s];
            const auto same = std::ranges::find_if(
                chart.series, [&](const Series& one) { return one.name == series.name; });
            // Lanes say whose transfers and values over time these are: the legend has them once. Kernels of
            // others have colours of their own.
            const bool launches = series.kind == Series::Kind::spans && series.name != "transfers";
            if (same != chart.series.end())
                series.colour = same->colour;
            else if (launches)
                series.colour = kernels++ % 9;
            if (same == chart.series.end() || launches)
                series.name += ", " + names[i];
            else
                series.name.clear();
            for (auto& point : series.points) {
                point.x *= factor;
                point.x_end *= factor;
                if (point.y) *point.y += lanes;
                if (point.heat) *point.heat *= heat_factor;
                point.row = no_overlay_row;
            }
            chart.series.push_back(std::move(series));
            origins.push_back({i, s});
        }
        Band band;
        if (i % 2 == 1) {
            band.of_y = true;
            band.from = lanes - 0.5;
            band.to = lanes + static_cast<double>(other.y.ticks.size()) - 0.5;
            chart.bands.push_back(band);
        }
        for (const auto place : other.y.foremost) chart.y.foremost.push_back(chart.y.ticks.size() + place);
        for (const auto& tick : other.y.ticks) chart.y.ticks.push_back(named(i, tick));
        chart.x.least = std::min(chart.x.least, other.x.least * factor);
        chart.x.largest = std::max(chart.x.largest, other.x.largest * factor);
        if (!first_colours && !other.colour.title.empty())
            add_colours(chart.colour, other.colour, heat_factor, names[i]);
        if (!other.note.empty())
            chart.note += fmt::format("{}{}: {}", chart.note.empty() ? "" : " ", names[i], other.note);
    }
    if (!without.empty())
        chart.note += fmt::format("{}Without times: {}.", chart.note.empty() ? "" : " ", without);
    chart.y.largest = static_cast<double>(chart.y.ticks.size()) - 1;
    std::vector<std::string> of_case(names.begin(), names.end());
    chart.tooltip = [base_tooltip, all, origins = std::move(origins), of_case = std::move(of_case)](
                        std::size_t series, std::size_t point) {
        const auto& origin = origins.at(series);
        const auto text = origin.chart == 0 ? base_tooltip(origin.series, point)
                                            : (*all)[origin.chart].tooltip(origin.series, point);
        return text.empty() ? text : of_case.at(origin.chart) + "\n" + text;
    };
    return chart;
}

}  // namespace sortscope::present
