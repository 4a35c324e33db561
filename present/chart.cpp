#include "present/chart.hpp"

#include <fmt/core.h>

#include "present/table.hpp"

namespace sortscope::present {
std::string Mark::label() const {
    if (text.empty() || !provenance || *provenance == Provenance::measured) return text;
    const auto name = std::string(name_of(*provenance));
    return text.find(name) != std::string::npos ? text : fmt::format("{} ({})", text, name);
}

void Series::add_sources(const std::set<Provenance>& sources) {
    if (sources.size() == 1) provenance = *sources.begin();
    if (!sources.empty() && sources != std::set{Provenance::measured})
        name += " (" + provenance_names(sources) + ")";
}

std::string Chart::hint(size_t of, size_t at) const {
    if (of == series.size()) return at < heat->hints.size() ? heat->hints[at] : std::string();
    const auto& point = series.at(of).points.at(at);
    return point.hint.empty() && tooltip ? tooltip(series[of], point) : point.hint;
}

bool Chart::has(Series::Kind kind) const {
    return std::ranges::find(series, kind, &Series::kind) != series.end();
}

bool Chart::has_colours() const {
    return heat || std::ranges::any_of(series, [](const Series& one) {
               return std::ranges::any_of(one.points,
                                          [](const Point& point) { return point.heat.has_value(); });
           });
}

bool Chart::is_named(const Series& of) const {
    if (of.name.empty() || (of.kind == Series::Kind::steps && y.scale == Scale::categories)) return false;
    return of.kind != Series::Kind::links ||
           std::ranges::any_of(of.points, [](const Point& point) { return !point.heat; });
}

size_t Chart::mark_shape(size_t at) const {
    const auto& own = series[at];
    auto shape = own.colour.value_or(at);
    for (size_t other = 0; other < at && own.colour; ++other) {
        const auto& before = series[other];
        if (before.colour == own.colour && before.provenance == own.provenance &&
            before.dashed == own.dashed && before.kind == own.kind)
            shape += 3;
    }
    return shape;
}

std::span<const std::pair<double, double>> mark_corners(size_t shape) {
    static const std::vector<std::pair<double, double>> shapes[] = {
        {},
        {{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}},
        {{0, -1.2}, {1.1, 0.85}, {-1.1, 0.85}},
        {{0, -1.25}, {1.25, 0}, {0, 1.25}, {-1.25, 0}},
        {{0, 1.2}, {1.1, -0.85}, {-1.1, -0.85}},
        {{-1.2, -1}, {1.2, 1}, {1.2, -1}, {-1.2, 1}},  // a bow tie
        {{0, -1.6}, {0.4, -0.4}, {1.6, 0}, {0.4, 0.4}, {0, 1.6}, {-0.4, 0.4}, {-1.6, 0}, {-0.4, -0.4}},
        {{-1.2, 0}, {-0.6, -1.05}, {0.6, -1.05}, {1.2, 0}, {0.6, 1.05}, {-0.6, 1.05}}};
    return shapes[shape % std::size(shapes)];
}

namespace {
template <class Get>
Extent extent_of(const Chart& chart, Get get) {
    Extent extent;
    for (const auto& series : chart.series)
        for (const auto& point : series.points)
            if (point.y) extent.add(get(point));
    return extent;
}
}  // namespace

Extent x_extent(const Chart& chart) { return extent_of(chart, std::mem_fn(&Point::x)); }
Extent y_extent(const Chart& chart) {
    return extent_of(chart, [](const Point& point) { return *point.y; });
}

std::string titled(std::string_view title, std::string_view unit, const std::set<Provenance>& sources) {
    return fmt::format("{} ({}{}{})", title, unit, unit.empty() ? "" : ", ", provenance_names(sources));
}

Axis value_colours(double least, double largest, std::string unit, std::string title) {
    const bool decades = least > 0 && largest / least > 50;
    if (!decades && unit == "%" && largest <= 100) largest = 100;
    return {.title = std::move(title),
            .unit = std::move(unit),
            .scale = decades ? Scale::logarithmic : Scale::linear,
            .least = decades ? least : std::min(0.0, least),
            .largest = largest};
}

Axis ratio_colours(double furthest, std::string title) {
    const double largest = std::max(furthest, 1.05);
    return {.title = std::move(title),
            .unit = "times",
            .scale = Scale::logarithmic,
            .least = 1 / largest,
            .largest = largest,
            .ratio = true};
}
}
