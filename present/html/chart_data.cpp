#include "present/html/chart_data.hpp"

#include <algorithm>

#include "present/axis.hpp"
#include "present/json/writer.hpp"
#include "present/palette.hpp"

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

void write_axis(json::Writer& out, std::string_view name, const Axis& axis, Range range) {
    out.object(name, [&] {
        out.put("title", axis.title, "scale", name_of(axis.scale), "powers", axis.powers);
        out.put("names", axis.names, "min", range.least, "max", range.largest);
        out.values("ticks", axis.ticks);
    });
}

void write_series(json::Writer& out, const Chart& chart, std::size_t at) {
    const auto& series = chart.series[at];
    out.put("name", series.name, "kind", name_of(series.kind), "colour", series.colour.value_or(at));
    out.put("dashed", series.dashed);
    out.put("hollow",
            series.provenance == Provenance::modelled || series.provenance == Provenance::published);
    out.put("emphasised", series.emphasised, "intervals", series.intervals, "marked", series.marked);
    out.array("points", [&] {
        for (const auto& point : series.points)
            out.array([&] {
                out.put(point.x);
                if (point.y && (chart.y.scale != Scale::logarithmic || *point.y > 0))
                    out.put(*point.y);
                else
                    out.put(nullptr);
                if (series.intervals && point.low < point.high) out.put(point.low), out.put(point.high);
            });
    });
    out.array("hints", [&] {
        for (std::size_t i = 0; i < series.points.size(); ++i) out.put(chart.hint(at, i));
    });
}

}  // namespace

bool is_drawable(const Chart& chart) {
    if (chart.empty() || chart.heat || chart.y.scale == Scale::categories || chart.has(Kind::spans) ||
        chart.has(Kind::links) || (chart.x.scale == Scale::logarithmic && chart.has(Kind::bars)))
        return false;
    std::size_t points = 0;
    for (const auto& series : chart.series) points += series.points.size();
    return points <= most_points;
}

std::string chart_data(const Chart& chart) {
    std::string text;
    json::Writer out([&](std::string_view piece) { text += piece; }, 0);
    out.object([&] {
        out.put("title", chart.title);
        write_axis(out, "x", chart.x, x_range(chart));
        write_axis(out, "y", chart.y, y_range(chart));
        out.put("stacked", chart.stacked, "sideways", chart.sideways);
        out.put("legend",
                chart.series.size() > 1 || (!chart.series.empty() && chart.series[0].kind != Kind::bars));
        out.put("height", chart.sideways ? std::max<std::size_t>(300, 140 + 22 * chart.x.ticks.size()) : 0);
        out.array("colours", [&] {
            for (const bool dark : {false, true})
                out.array([&] {
                    for (const auto& colour : palette(dark).series) out.put(hex(colour));
                });
        });
        out.array("bands", [&] {
            for (const auto& band : chart.bands)
                out.array([&] { out.put(band.from), out.put(band.to), out.put(band.of_y); });
        });
        out.objects("marks", chart.marks, [&](const Mark& mark) {
            out.put("across", mark.across == Mark::Across::x ? "x" : "y", "at", mark.at);
            out.put("text", mark.label());
        });
        out.array("series", [&] {
            for (std::size_t i = 0; i < chart.series.size(); ++i)
                out.object([&] { write_series(out, chart, i); });
        });
    });
    out.finish();
    // Only texts have these characters.
    std::string safe;
    for (const char c : text)
        safe += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : c == '&' ? "\\u0026" : std::string(1, c);
    return safe;
}

}  // namespace sortscope::present::html
