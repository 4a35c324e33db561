#include "present/axis.hpp"

#include <iterator>

#include <fmt/core.h>

#include "core/text.hpp"

namespace sortscope::present {
namespace {
using Kind = Series::Kind;

constexpr double tolerance = 1e-9;
constexpr double gap_letters = 0.9, gap_digits = 0.4;  // between tick labels, in font sizes

Range category_range(const Axis& axis) { return {-0.5, std::max(0.5, double(axis.ticks.size()) - 0.5)}; }

/// 1, 2 or 5 times a power of ten, not below `least`.
double round_step(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least * (1 - tolerance)) return factor * power;
    return 10 * power;
}
template <class Integer>
Integer round_stride(Integer least) {
    return static_cast<Integer>(std::lround(round_step(double(least))));
}

int decimals_of(double step) { return std::clamp(int(std::ceil(-std::log10(step) - tolerance)), 0, 9); }
}  // namespace

Range x_range(const Chart& chart) {
    if (chart.x.scale == Scale::categories) return category_range(chart.x);
    Extent extent;
    const bool positive = chart.x.scale == Scale::logarithmic;
    const auto add = [&](double value) {
        if (!positive || value > 0) extent.add(value);
    };
    for (const auto& series : chart.series)
        for (const auto& point : series.points) {
            add(point.x);
            if (series.kind == Kind::spans) add(point.x_end);
        }
    for (const auto& mark : chart.marks)
        if (mark.across == Mark::Across::x) add(mark.at);
    if (extent.empty()) return positive ? Range{1, 10} : Range{0, 1};
    if (positive) return {extent.least / 1.25, extent.largest * 1.25};
    const double length = extent.largest - extent.least;
    double pad = (chart.has(Kind::bars) || chart.has(Kind::links) ? 0.04 : 0.02) * length;
    if (chart.x.scale == Scale::log2)
        pad = length > 0 ? std::max(0.25, 0.03 * length) : 1;
    else if (!(length > 0))
        pad = 1;
    else if (std::ranges::all_of(chart.series, [](const Series& one) { return one.kind == Kind::spans; }))
        pad = 0;
    return {extent.least - pad, extent.largest + pad};
}

Range y_range(const Chart& chart) {
    if (chart.y.scale == Scale::categories) return category_range(chart.y);
    Extent extent;
    const bool positive = chart.y.scale == Scale::logarithmic;
    const auto add = [&](double value) {
        if (!positive || value > 0) extent.add(value);
    };
    std::map<double, double> stacks;
    for (const auto& series : chart.series)
        for (const auto& point : series.points) {
            if (series.kind == Kind::links) add(point.low), add(point.high);
            if (!point.y) continue;
            add(*point.y);
            if (series.intervals) add(point.low), add(point.high);
            if (chart.stacked && series.kind == Kind::bars && std::isfinite(*point.y))
                stacks[point.x] += *point.y;
        }
    for (const auto& [x, sum] : stacks) add(sum);
    for (const auto& mark : chart.marks)
        if (mark.across == Mark::Across::y) add(mark.at);
    if (extent.empty()) return positive ? Range{1, 10} : Range{0, 1};
    if (positive) {
        const double factor = extent.largest / extent.least;
        const double pad = factor > 1 ? std::pow(factor, 0.06) : 1.5;
        // Leave the shortest bar a visible length.
        const double below = chart.has(Kind::bars) ? std::max(1.5, std::pow(factor, 0.15)) : pad;
        return {extent.least / below, extent.largest * pad};
    }
    if (chart.y.scale == Scale::log2 || (chart.has(Kind::links) && !chart.has(Kind::bars)))
        return {extent.least - 0.5, extent.largest + 0.5};
    const double top = std::max(0.0, extent.largest), bottom = std::min(0.0, extent.least);
    const double room = 0.05 * (top > bottom ? top - bottom : 1);
    return {bottom < 0 ? bottom - room : 0, top > 0 ? top + room : (bottom < 0 ? 0 : 1)};
}

std::string tick_text(double value, double step) {
    const double size = std::abs(value);
    const auto scaled = [&](double unit, const char* letter) {
        const double part = value / unit;
        const int shortest = std::abs(part - std::round(part)) <= 1e-6             ? 0
                             : std::abs(part * 10 - std::round(part * 10)) <= 1e-5 ? 1
                                                                                   : 2;
        const int needed = decimals_of(step / unit);
        return format_fixed(part, needed > 2 ? needed : shortest) + letter;
    };
    if (size >= 1e15 || (size > 0 && size < 1e-4))
        return fmt::format("{:.{}g}", value, std::clamp(int(std::log10(size / step)) + 2, 3, 15));
    for (const auto& [unit, letter] : {std::pair(1e12, " T"), {1e9, " G"}, {1e6, " M"}})
        if (size >= unit) return scaled(unit, letter);
    return format_fixed(value, decimals_of(step));
}

double AxisScale::part(double value) const {
    const auto along = [&](double v) { return axis_->scale == Scale::logarithmic ? std::log10(v) : v; };
    const double from = along(range_.least), to = along(range_.largest);
    return to > from ? (along(value) - from) / (to - from) : 0.5;
}

bool AxisScale::takes(double value) const {
    return std::isfinite(value) && (axis_->scale != Scale::logarithmic || value > 0);
}

std::vector<Tick> AxisScale::ticks(size_t count) const {
    count = std::max<size_t>(count, 1);
    return axis_->scale == Scale::categories    ? category_ticks(count)
           : axis_->scale == Scale::log2        ? exponent_ticks(count)
           : axis_->scale == Scale::logarithmic ? decade_ticks(count)
                                                : number_ticks(count);
}

std::vector<Tick> AxisScale::number_ticks(size_t count) const {
    std::vector<Tick> ticks;
    const double length = range_.largest - range_.least;
    if (!(length > 0) || !std::isfinite(length)) return ticks;
    const double step = round_step(length / double(count));
    const double slack = length * tolerance;
    const double first = std::ceil((range_.least - slack) / step);
    // Far from 0, rounding may make two ticks equal.
    for (size_t k = 0; k <= 2 * count; ++k) {
        const double i = first + double(k), at = i == 0 ? 0 : i * step;
        if (at > range_.largest + slack) break;
        if (ticks.empty() || at > ticks.back().at) ticks.push_back({at, tick_text(at, step)});
    }
    return ticks;
}

std::vector<Tick> AxisScale::decade_ticks(size_t count) const {
    if (!(range_.least > 0) || !std::isfinite(range_.largest)) return {};
    const double decades = std::log10(range_.largest / range_.least);
    if (decades < 0.7) return number_ticks(count);  // equal steps suit less than a decade
    std::vector<Tick> ticks;
    const auto first = int(std::floor(std::log10(range_.least)));
    const auto last = int(std::ceil(std::log10(range_.largest)));
    const bool parts = decades * 3 <= double(count) && first >= -3 && last < 6;
    // Very small or large ranges have powers as ticks below 0.01 and from 1,000 on.
    const bool far =
        !parts && (range_.least <= 1e-4 * (1 + tolerance) || range_.largest >= 1e5 * (1 - tolerance));
    const auto add = [&](double value, int power) {
        if (value < range_.least * (1 - tolerance) || value > range_.largest * (1 + tolerance)) return;
        const bool plain = !far || (power >= -2 && power < 3);
        ticks.push_back({value, plain ? tick_text(value, value) : fmt::format("10^{}", power)});
    };
    const auto stride = round_stride(int(std::ceil(decades / double(count))));
    for (int power = first; power <= last; ++power) {
        if (!parts && (power - first) % stride != 0 && decades > 1) continue;
        for (const double factor : {1.0, 2.0, 5.0})
            if (factor == 1.0 || parts) add(factor * std::pow(10.0, power), power);
    }
    return ticks.empty() || (ticks.size() < 3 && decades < 2) ? number_ticks(count) : ticks;
}

std::vector<Tick> AxisScale::exponent_ticks(size_t count) const {
    std::vector<Tick> ticks;
    const auto first = long(std::ceil(range_.least - tolerance)),
               last = long(std::floor(range_.largest + tolerance));
    if (last < first) return ticks;
    const auto some = long(count);
    auto stride = (last - first + some) / some;
    if (stride > 5) stride = round_stride(stride);
    for (long power = first; power <= last; ++power) {
        if (power % stride != 0) continue;
        const bool plain = !axis_->powers && power >= 0 && power <= 62;
        ticks.push_back(
            {double(power), plain ? format_grouped(int64_t{1} << power) : fmt::format("2^{}", power)});
    }
    return ticks;
}

std::vector<Tick> AxisScale::category_ticks(size_t count) const {
    std::vector<Tick> ticks;
    const auto [first, end] = categories();
    const auto names = end - first;
    if (names == 0) return ticks;
    const auto stride = count >= names ? 1 : round_stride((names + count - 1) / count);
    // Thin 1, 2, 3, .. to 5, 10, .., not to 1, 6, ..
    const bool counted = stride <= axis_->ticks.size() && axis_->ticks[stride - 1] == std::to_string(stride);
    const auto from = counted ? stride - 1 : 0;
    for (auto i = from; i < end; i += stride)
        if (i >= first) ticks.push_back({double(i), axis_->ticks[i]});
    return ticks;
}

std::pair<size_t, size_t> AxisScale::categories() const {
    const auto place = [&](double at) { return size_t(std::clamp(at, 0.0, double(axis_->ticks.size()))); };
    const auto first = place(std::ceil(range_.least));
    return {first, std::max(first, place(std::floor(range_.largest) + 1))};
}

std::vector<Tick> AxisScale::with_foremost(std::vector<Tick> others, const Room& fit) const {
    const auto [first, end] = categories();
    std::vector<Tick> kept;
    for (const auto at : axis_->foremost)
        if (at >= first && at < end) {
            Tick tick{double(at), axis_->ticks[at]};
            if (kept.empty() || fit(kept.back(), tick)) kept.push_back(std::move(tick));
        }
    if (kept.size() < 2) return others;
    for (auto& other : others) {
        const auto after = std::ranges::lower_bound(kept, other.at, {}, &Tick::at);
        if ((after == kept.end() || (after->at > other.at && fit(other, *after))) &&
            (after == kept.begin() || fit(*std::prev(after), other)))
            kept.insert(after, std::move(other));
    }
    return kept;
}

std::vector<Tick> AxisScale::fitting(size_t count, const Room& fit) const {
    std::vector<Tick> found;
    for (auto& tick : ticks(count))
        if (found.empty() || fit(found.back(), tick)) found.push_back(std::move(tick));
    return found;
}

std::vector<Tick> AxisScale::completed(std::vector<Tick> found, const Room& fit) const {
    if (axis_->scale == Scale::categories) {
        const auto [first, end] = categories();
        return found.size() < end - first ? with_foremost(std::move(found), fit) : found;
    }
    // A short range may contain only one round number.
    for (size_t count = 3; found.size() < 2 && count < 20; ++count)
        if (auto finer = fitting(count, fit); finer.size() > 1) return finer;
    return found;
}

std::vector<Tick> AxisScale::horizontal_ticks(double length, double px, const LabelLength& width) const {
    const auto fit = [&](const Tick& a, const Tick& b) {
        const double gap = a.text.size() < 2 && b.text.size() < 2 ? gap_digits : gap_letters;
        return (part(b.at) - part(a.at)) * length >= (width(a.text) + width(b.text)) / 2 + gap * px;
    };
    const bool names = axis_->scale == Scale::categories;
    const auto [first, end] = categories();
    const auto most = size_t(std::max(2.0, length / (gap_letters * px)));
    std::vector<Tick> found;
    for (auto count = names ? std::clamp<size_t>(end - first, 1, most)
                            : std::min<size_t>(size_t(std::max(2.0, length / (2.2 * px))), 14);
         count > 1; count = count > 40 ? count * 3 / 4 : count - 1) {
        found = ticks(count);
        if (std::ranges::adjacent_find(found, std::not_fn(fit)) == found.end()) break;
        found.clear();
    }
    if (found.empty()) {
        found = ticks(2);
        while (found.size() > 1 && (part(found.back().at) - part(found[found.size() - 2].at)) * length <
                                       width(found.back().text) + gap_letters * px)
            found.pop_back();
    }
    return completed(std::move(found), fit);
}

std::vector<Tick> AxisScale::vertical_ticks(double length, double px) const {
    const auto fit = [&](const Tick& a, const Tick& b) {
        return (part(b.at) - part(a.at)) * length >= 1.1 * px;
    };
    const bool names = axis_->scale == Scale::categories;
    const double room = names ? 1.15 * px : (axis_->scale == Scale::logarithmic ? 1.6 * px : 2.6 * px);
    auto count = size_t(std::max(2.0, length / room));
    if (!names) count = std::min<size_t>(count, 12);
    return completed(fitting(count, fit), fit);
}

Rgb scale_colour(const Chart& chart, double part, bool dark) {
    if (chart.colour.ratio) return ratio_colour(part, dark);
    // Keep thin strokes of the least value visible; cells have an edge.
    constexpr double least_of_strokes = 0.35;
    return heat_colour(
        chart.heat ? part : least_of_strokes + (1 - least_of_strokes) * std::clamp(part, 0.0, 1.0), dark);
}

Rgb colour_of(const Chart& chart, double value, bool dark) {
    return scale_colour(
        chart, AxisScale(chart.colour, {chart.colour.least, chart.colour.largest}).part(value), dark);
}
}
