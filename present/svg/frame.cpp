#include "present/svg/frame.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/core.h>

namespace sortscope::present::svg {
namespace {

using Kind = Series::Kind;

/// The least and the greatest of what was added.
struct Extent {
    double least = std::numeric_limits<double>::infinity(),
           largest = -std::numeric_limits<double>::infinity();
    bool positive = false;  ///< values above 0 alone: of logarithmic axes
    void add(double value) {
        if (!std::isfinite(value) || (positive && value <= 0)) return;
        least = std::min(least, value);
        largest = std::max(largest, value);
    }
    bool empty() const { return least > largest; }
};

bool has(const Chart& chart, Kind kind) {
    return std::ranges::any_of(
        chart.series, [&](const Series& series) { return series.kind == kind && !series.points.empty(); });
}

void add_stacks(Extent& extent, const Chart& chart) {
    std::map<double, double> sums;
    for (const auto& series : chart.series)
        if (series.kind == Kind::bars)
            for (const auto& point : series.points)
                if (point.y && std::isfinite(*point.y)) sums[point.x] += *point.y;
    for (const auto& [x, sum] : sums) extent.add(sum);
}

}  // namespace

Range x_range(const Chart& chart) {
    if (chart.x.scale == Scale::categories)
        return {-0.5, std::max(0.5, static_cast<double>(chart.x.ticks.size()) - 0.5)};
    Extent extent;
    extent.positive = chart.x.scale == Scale::logarithmic;
    bool spans = false, others = false;
    for (const auto& series : chart.series)
        for (const auto& point : series.points) {
            extent.add(point.x);
            if (series.kind == Kind::spans)
                extent.add(point.x_end), spans = true;
            else
                others = true;
        }
    for (const auto& mark : chart.marks)
        if (mark.across == Mark::Across::x) extent.add(mark.at);
    if (extent.empty()) extent.add(chart.x.least), extent.add(chart.x.largest);
    if (extent.empty()) return extent.positive ? Range{1, 10} : Range{0, 1};
    if (extent.positive) return {extent.least / 1.25, extent.largest * 1.25};
    if (chart.x.scale == Scale::log2) {
        const double pad =
            extent.largest > extent.least ? std::max(0.25, 0.03 * (extent.largest - extent.least)) : 1;
        return {extent.least - pad, extent.largest + pad};
    }
    const double length = extent.largest - extent.least;
    if (!(length > 0)) return {extent.least - 1, extent.largest + 1};
    const double pad = (has(chart, Kind::bars) || has(chart, Kind::links) ? 0.04 : 0.02) * length;
    return spans && !others ? Range{extent.least, extent.largest}
                            : Range{extent.least - pad, extent.largest + pad};
}

Range y_range(const Chart& chart) {
    if (chart.y.scale == Scale::categories)
        return {-0.5, std::max(0.5, static_cast<double>(chart.y.ticks.size()) - 0.5)};
    Extent extent;
    extent.positive = chart.y.scale == Scale::logarithmic;
    if (chart.stacked) add_stacks(extent, chart);
    for (const auto& series : chart.series)
        for (const auto& point : series.points) {
            if (series.kind == Kind::links) extent.add(point.low), extent.add(point.high);
            if (!point.y) continue;
            extent.add(*point.y);
            if (series.intervals) extent.add(point.low), extent.add(point.high);
        }
    for (const auto& mark : chart.marks)
        if (mark.across == Mark::Across::y) extent.add(mark.at);
    if (extent.empty()) extent.add(chart.y.least), extent.add(chart.y.largest);
    if (extent.empty()) return extent.positive ? Range{1, 10} : Range{0, 1};
    if (extent.positive) {
        const double room = std::pow(extent.largest / extent.least, 0.06);
        const double pad = extent.largest > extent.least ? room : 1.5;
        // Of bars the shortest has a length, too.
        const double below =
            has(chart, Kind::bars) ? std::max(1.5, std::pow(extent.largest / extent.least, 0.15)) : pad;
        return {extent.least / below, extent.largest * pad};
    }
    if (chart.y.scale == Scale::log2) return {extent.least - 0.5, extent.largest + 0.5};
    if (has(chart, Kind::links) && !has(chart, Kind::bars)) return {extent.least - 0.5, extent.largest + 0.5};
    const double top = std::max(0.0, extent.largest), bottom = std::min(0.0, extent.least);
    const double length = top - bottom > 0 ? top - bottom : 1;
    return {bottom < 0 ? bottom - 0.05 * length : 0, top > 0 ? top + 0.05 * length : (bottom < 0 ? 0 : 1)};
}

double Frame::px_per_x() const {
    const auto& range = x.range();
    if (x.scale() == Scale::logarithmic) return x_length();  // has no one length
    return range.largest > range.least ? x_length() / (range.largest - range.least) : x_length();
}

Box Frame::box(double x_from, double x_to, double y_from, double y_to) const {
    auto a = at(x_from, y_from), b = at(x_to, y_to);
    if (a.x > b.x) std::swap(a.x, b.x);
    if (a.y > b.y) std::swap(a.y, b.y);
    a = {std::clamp(a.x, plot.x, plot.right()), std::clamp(a.y, plot.y, plot.bottom())};
    b = {std::clamp(b.x, plot.x, plot.right()), std::clamp(b.y, plot.y, plot.bottom())};
    return {a.x, a.y, b.x - a.x, b.y - a.y};
}

Look look_of(const Chart& chart, std::size_t at, const Style& style) {
    const auto& series = chart.series[at];
    const auto& colours = palette(style.dark).series;
    Look look;
    look.colour = colours[series.colour.value_or(at) % colours.size()];
    look.hollow = series.provenance == Provenance::modelled || series.provenance == Provenance::published;
    look.shape = series.colour.value_or(at);  // what shares a colour (measured and published) shares the
                                              // shape of its marks, for print without colours
    // Two sorts may have one colour: their marks tell them apart.
    for (std::size_t other = 0; other < at; ++other) {
        const auto& before = chart.series[other];
        if (series.colour && before.colour == series.colour && before.provenance == series.provenance &&
            before.dashed == series.dashed && before.kind == series.kind)
            look.shape += 3;
    }
    const double scale = style.font_px / 12;
    look.stroke = (series.emphasised ? 2.6 : 1.6) * scale;
    look.mark = (series.emphasised ? 3.8 : 3.1) * scale;
    return look;
}

void draw_mark(Canvas& canvas, Place place, const Look& look, Rgb background, std::string_view hint) {
    const double r = look.mark;
    const auto paint = look.hollow ? fmt::format("fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"",
                                                 hex(background), hex(look.colour), number(look.stroke * 0.8))
                                   : fmt::format("fill=\"{}\"", hex(look.colour));
    const auto polygon = [&](std::initializer_list<Place> corners) {
        std::string d;
        for (const auto& corner : corners)
            d += step(d.empty() ? 'M' : 'L', {place.x + corner.x * r, place.y + corner.y * r});
        canvas.path(d + "Z", paint, hint);
    };
    const auto strokes = [&](std::initializer_list<Place> ends) {
        std::string d;
        bool begin = true;
        for (const auto& end : ends) {
            d += step(begin ? 'M' : 'L', {place.x + end.x * r, place.y + end.y * r});
            begin = !begin;
        }
        canvas.path(d,
                    fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", hex(look.colour),
                                number(look.stroke)),
                    hint);
    };
    switch (look.shape % 8) {
        case 0:
            canvas.circle(place, r, paint, hint);
            break;
        case 1:
            polygon({{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}});
            break;
        case 2:
            polygon({{0, -1.2}, {1.1, 0.85}, {-1.1, 0.85}});
            break;
        case 3:
            polygon({{0, -1.25}, {1.25, 0}, {0, 1.25}, {-1.25, 0}});
            break;
        case 4:
            polygon({{0, 1.2}, {1.1, -0.85}, {-1.1, -0.85}});
            break;
        case 5:
            strokes({{-1, -1}, {1, 1}, {-1, 1}, {1, -1}});
            break;
        case 6:
            strokes({{-1.2, 0}, {1.2, 0}, {0, -1.2}, {0, 1.2}});
            break;
        default:
            polygon({{-1.2, 0}, {-0.6, -1.05}, {0.6, -1.05}, {1.2, 0}, {0.6, 1.05}, {-0.6, 1.05}});
            break;
    }
}

}  // namespace sortscope::present::svg
