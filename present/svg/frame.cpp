#include "present/svg/frame.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/svg/text.hpp"

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
    if (extent.empty()) return extent.positive ? Range{1, 10} : Range{0, 1};
    if (extent.positive) {
        const double room = std::pow(extent.largest / extent.least, 0.06);
        const double pad = extent.largest > extent.least ? room : 1.5;
        // The shortest bar needs a length.
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

namespace {

constexpr double tolerance = 1e-9;
constexpr double gap_letters = 0.9;  // between tick labels, in sizes of their font

/// 1, 2 or 5 times a power of ten, not below `least`.
double round_step(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least * (1 - tolerance)) return factor * power;
    return 10 * power;
}

/// Strides over positions: 1, 2, 5, 10, 20, 50, ...
std::size_t round_stride(std::size_t least) {
    for (std::size_t power = 1;; power *= 10)
        for (const std::size_t factor : {std::size_t{1}, std::size_t{2}, std::size_t{5}})
            if (factor * power >= least) return factor * power;
}

int decimals_of(double step) {
    return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - tolerance)), 0, 9);
}

}  // namespace

std::string tick_text(double value, int decimals) {
    const double size = std::abs(value);
    const auto scaled = [&](double unit, const char* letter) {
        const double part = value / unit;
        return format_fixed(part, std::abs(part - std::round(part)) > 1e-6
                                      ? (std::abs(part * 10 - std::round(part * 10)) > 1e-5 ? 2 : 1)
                                      : 0) +
               letter;
    };
    if (size >= 1e15 || (size > 0 && size < 1e-4)) return fmt::format("{:.3g}", value);
    if (size >= 1e12) return scaled(1e12, " T");
    if (size >= 1e9) return scaled(1e9, " G");
    if (size >= 1e6) return scaled(1e6, " M");
    return format_fixed(value, decimals);
}

double AxisScale::part(double value) const {
    const auto along = [&](double v) { return axis_->scale == Scale::logarithmic ? std::log10(v) : v; };
    const double from = along(range_.least), to = along(range_.largest);
    return to > from ? (along(value) - from) / (to - from) : 0.5;
}

bool AxisScale::takes(double value) const {
    return std::isfinite(value) && (axis_->scale != Scale::logarithmic || value > 0);
}

std::vector<Tick> AxisScale::ticks(std::size_t count) const {
    count = std::max<std::size_t>(count, 1);
    switch (axis_->scale) {
        case Scale::categories:
            return category_ticks(count);
        case Scale::log2:
            return exponent_ticks(count);
        case Scale::logarithmic:
            return decade_ticks(count);
        case Scale::linear:
            return number_ticks(count);
    }
    return {};
}

std::vector<Tick> AxisScale::number_ticks(std::size_t count) const {
    std::vector<Tick> ticks;
    const double length = range_.largest - range_.least;
    if (!(length > 0) || !std::isfinite(length)) return ticks;
    const double step = round_step(length / static_cast<double>(count));
    const int decimals = decimals_of(step);
    const double slack = length * tolerance;
    const double first = std::ceil((range_.least - slack) / step);
    // Multiplied, not added: far from 0 adding a step may change nothing.
    for (std::size_t k = 0; k <= 2 * count; ++k) {
        const double i = first + static_cast<double>(k), at = i == 0 ? 0 : i * step;
        if (at > range_.largest + slack) break;
        if (ticks.empty() || at > ticks.back().at) ticks.push_back({at, tick_text(at, decimals)});
    }
    return ticks;
}

std::vector<Tick> AxisScale::decade_ticks(std::size_t count) const {
    if (!(range_.least > 0) || !std::isfinite(range_.largest)) return {};
    const double decades = std::log10(range_.largest / range_.least);
    if (decades < 0.7) return number_ticks(count);  // a part of a decade reads best by equal steps
    std::vector<Tick> ticks;
    const auto first = static_cast<int>(std::floor(std::log10(range_.least)));
    const auto last = static_cast<int>(std::ceil(std::log10(range_.largest)));
    const auto add = [&](double value, int power) {
        if (value < range_.least * (1 - tolerance) || value > range_.largest * (1 + tolerance)) return;
        const bool plain = power >= -3 && power < 5;
        ticks.push_back({value, plain ? tick_text(value, std::max(0, -power)) : fmt::format("10^{}", power)});
    };
    const bool parts = decades * 3 <= static_cast<double>(count) && first >= -3 && last < 6;
    const auto stride =
        round_stride(static_cast<std::size_t>(std::ceil(decades / static_cast<double>(count))));
    for (int power = first; power <= last; ++power) {
        if (!parts && (power - first) % static_cast<int>(std::max<std::size_t>(stride, 1)) != 0 &&
            decades > 1)
            continue;
        for (const double factor : {1.0, 2.0, 5.0})
            if (factor == 1.0 || parts) add(factor * std::pow(10.0, power), power);
    }
    return ticks.empty() ? number_ticks(count) : ticks;
}

std::vector<Tick> AxisScale::exponent_ticks(std::size_t count) const {
    std::vector<Tick> ticks;
    const auto first = static_cast<long>(std::ceil(range_.least - tolerance)),
               last = static_cast<long>(std::floor(range_.largest + tolerance));
    if (last < first) return ticks;
    auto stride = static_cast<long>((static_cast<std::size_t>(last - first + 1) + count - 1) / count);
    if (stride > 5) stride = static_cast<long>(round_stride(static_cast<std::size_t>(stride)));
    for (long power = first; power <= last; ++power) {
        if (((power % stride) + stride) % stride != 0 && stride > 1) continue;
        const bool plain = !axis_->powers && power >= 0 && power <= 62;
        ticks.push_back({static_cast<double>(power),
                         plain ? format_grouped(std::int64_t{1} << power) : fmt::format("2^{}", power)});
    }
    return ticks;
}

std::vector<Tick> AxisScale::category_ticks(std::size_t count) const {
    std::vector<Tick> ticks;
    const auto names = axis_->ticks.size();
    if (names == 0) return ticks;
    const auto stride = count >= names ? 1 : round_stride((names + count - 1) / count);
    // Numbers from 1 are thinned to 5, 10, 15, not 1, 6, 11.
    const bool counted = stride > 1 && stride <= names && axis_->ticks[stride - 1] == std::to_string(stride);
    for (std::size_t i = counted ? stride - 1 : 0; i < names; i += stride)
        ticks.push_back({static_cast<double>(i), axis_->ticks[i]});
    return ticks;
}

std::vector<Tick> AxisScale::horizontal_ticks(double length, double px) const {
    const auto most = static_cast<std::size_t>(std::max(2.0, length / (2.2 * px)));
    for (auto count = axis_->scale == Scale::categories ? std::max<std::size_t>(axis_->ticks.size(), 1)
                                                        : std::min<std::size_t>(most, 14);
         count > 1; count = count > 40 ? count * 3 / 4 : count - 1) {
        const auto found = ticks(count);
        bool fits = true;
        for (std::size_t i = 1; fits && i < found.size(); ++i) {
            const double between = (part(found[i].at) - part(found[i - 1].at)) * length;
            fits = between >=
                   (text_width(found[i].text, px) + text_width(found[i - 1].text, px)) / 2 + gap_letters * px;
        }
        if (fits) return found;
    }
    auto found = ticks(2);
    while (found.size() > 1 && (part(found.back().at) - part(found[found.size() - 2].at)) * length <
                                   text_width(found.back().text, px) + gap_letters * px)
        found.pop_back();
    return found;
}

std::vector<Tick> AxisScale::vertical_ticks(double length, double px) const {
    const bool names = axis_->scale == Scale::categories;
    const double room = names ? 1.15 * px : (axis_->scale == Scale::logarithmic ? 1.6 * px : 2.6 * px);
    auto count = static_cast<std::size_t>(std::max(2.0, length / room));
    if (!names) count = std::min<std::size_t>(count, 12);
    auto found = ticks(count);
    for (std::size_t i = 1; i < found.size();)
        if ((part(found[i].at) - part(found[i - 1].at)) * length < 1.1 * px)
            found.erase(found.begin() + static_cast<std::ptrdiff_t>(i));
        else
            ++i;
    return found;
}

}  // namespace sortscope::present::svg
