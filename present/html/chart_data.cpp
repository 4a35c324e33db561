#include "present/html/chart_data.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "core/printable.hpp"
#include "present/axis.hpp"
#include "present/palette.hpp"
#include "present/svg/legend.hpp"

namespace sortscope::present::html {
namespace {

using Kind = Series::Kind;

constexpr std::size_t most_points = 20'000;

std::string_view name_of(Scale scale) {
    constexpr std::string_view names[] = {"linear", "logarithmic", "log2", "categories"};
    return names[static_cast<std::size_t>(scale)];
}

/// Spans and links are never drawn there.
std::string_view name_of(Kind kind) {
    constexpr std::string_view names[] = {"bars", "line", "steps", "points", "line", "line"};
    return names[static_cast<std::size_t>(kind)];
}

/// JSON has no infinities.
std::string script_number(std::optional<double> value) {
    return value && std::isfinite(*value) ? fmt::format("{:.9g}", *value) : std::string("null");
}
const char* script_bool(bool value) { return value ? "true" : "false"; }

std::string axis_data(const Axis& axis, Range range) {
    auto out = fmt::format(
        "{{\"title\":{},\"scale\":\"{}\",\"powers\":{},\"names\":{},\"min\":{},\"max\":{},\"ticks\":[",
        script_string(axis.title), name_of(axis.scale), script_bool(axis.powers), script_bool(axis.names),
        script_number(range.least), script_number(range.largest));
    for (std::size_t i = 0; i < axis.ticks.size(); ++i)
        out += (i == 0 ? "" : ",") + script_string(axis.ticks[i]);
    return out + "]}";
}

std::string series_data(const Chart& chart, std::size_t at) {
    const auto& series = chart.series[at];
    const bool hollow =
        series.provenance == Provenance::modelled || series.provenance == Provenance::published;
    auto out = fmt::format(
        "{{\"name\":{},\"kind\":\"{}\",\"colour\":{},\"dashed\":{},\"hollow\":{},\"emphasised\":{},"
        "\"intervals\":{},\"marked\":{},\"points\":[",
        script_string(series.name), name_of(series.kind), series.colour.value_or(at),
        script_bool(series.dashed), script_bool(hollow), script_bool(series.emphasised),
        script_bool(series.intervals), script_bool(series.marked));
    std::string hints;
    for (std::size_t p = 0; p < series.points.size(); ++p) {
        const auto& point = series.points[p];
        const bool placed = point.y && (chart.y.scale != Scale::logarithmic || *point.y > 0);
        out += fmt::format("{}[{},{}", p == 0 ? "" : ",", script_number(point.x),
                           placed ? script_number(point.y) : "null");
        if (series.intervals && point.low < point.high)
            out += fmt::format(",{},{}", script_number(point.low), script_number(point.high));
        out += ']';
        hints += (p == 0 ? "" : ",") + script_string(chart.hint(at, p));
    }
    return out + "],\"hints\":[" + hints + "]}";
}

}  // namespace

bool is_drawable(const Chart& chart) {
    if (chart.empty() || chart.heat || chart.y.scale == Scale::categories ||
        (chart.x.scale == Scale::logarithmic &&
         std::ranges::any_of(chart.series, [](const Series& s) { return s.kind == Kind::bars; })))
        return false;
    std::size_t points = 0;
    for (const auto& series : chart.series) {
        if (series.kind == Kind::spans || series.kind == Kind::links) return false;
        points += series.points.size();
    }
    return points <= most_points;
}

std::string script_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : printable(text, LineEnds::kept)) {
        switch (c) {
            case '"':
                out += "\\\"";
                break;
            case '\\':
                out += "\\\\";
                break;
            case '\n':
                out += "\\n";
                break;
            case '\r':
                break;
            case '<':
                out += "\\u003c";
                break;
            case '>':
                out += "\\u003e";
                break;
            case '&':
                out += "\\u0026";
                break;
            default:
                out += c;
        }
    }
    return out + '"';
}

std::string chart_data(const Chart& chart) {
    auto out = fmt::format(
        "{{\"title\":{},\"x\":{},\"y\":{},\"stacked\":{},\"sideways\":{},\"legend\":{},\"height\":{},"
        "\"colours\":[",
        script_string(chart.title), axis_data(chart.x, x_range(chart)), axis_data(chart.y, y_range(chart)),
        script_bool(chart.stacked), script_bool(chart.sideways),
        script_bool(chart.series.size() > 1 || (!chart.series.empty() && chart.series[0].kind != Kind::bars)),
        chart.sideways ? std::max<std::size_t>(300, 140 + 22 * chart.x.ticks.size()) : 0);
    for (const bool dark : {false, true}) {
        out += dark ? ",[" : "[";
        for (std::size_t i = 0; i < 10; ++i)
            out += fmt::format("{}\"{}\"", i == 0 ? "" : ",", hex(palette(dark).series[i]));
        out += ']';
    }
    out += "],\"bands\":[";
    for (std::size_t i = 0; i < chart.bands.size(); ++i)
        out += fmt::format("{}[{},{},{}]", i == 0 ? "" : ",", script_number(chart.bands[i].from),
                           script_number(chart.bands[i].to), script_bool(chart.bands[i].of_y));
    out += "],\"marks\":[";
    for (std::size_t i = 0; i < chart.marks.size(); ++i)
        out += fmt::format("{}{{\"across\":\"{}\",\"at\":{},\"text\":{}}}", i == 0 ? "" : ",",
                           chart.marks[i].across == Mark::Across::x ? "x" : "y",
                           script_number(chart.marks[i].at), script_string(svg::mark_text(chart.marks[i])));
    out += "],\"series\":[";
    for (std::size_t i = 0; i < chart.series.size(); ++i) out += (i == 0 ? "" : ",") + series_data(chart, i);
    return out + "]}";
}

}  // namespace sortscope::present::html
