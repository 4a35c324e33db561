#include "present/charts/throughput.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/core.h>

#include "analyzer/curves/curve.hpp"
#include "core/condition.hpp"
#include "core/text.hpp"
#include "present/charts/curves.hpp"
#include "present/charts/notes.hpp"
#include "present/palette.hpp"
#include "present/provenance.hpp"

namespace sortscope::present {
namespace {

using analyzer::Curve;
using analyzer::CurvePoint;
using analyzer::CurveQuantity;
using analyzer::CurveValue;
using analyzer::SortedKeys;
using CurveY = CurveView::Y;

struct QuantityWords {
    CurveY y;
    CurveQuantity quantity;
    const char* title;
    const char* unit;
};
constexpr QuantityWords quantities[] = {{CurveY::rate, CurveQuantity::rate, "rate", "Mkey/s"},
                                        {CurveY::time, CurveQuantity::time, "median time", "ns"},
                                        {CurveY::time_a_key, CurveQuantity::time_a_key, "time a key", "ns"},
                                        {CurveY::bandwidth, CurveQuantity::bandwidth,
                                         "effective bandwidth, each key read and written once", "GB/s"},
                                        {CurveY::pass_bandwidth, CurveQuantity::pass_bandwidth,
                                         "bandwidth of the algorithm's own passes", "GB/s"}};

/// Nothing for metrics: their values are given.
std::optional<CurveQuantity> quantity_of(CurveY y) {
    const auto found = std::ranges::find(quantities, y, &QuantityWords::y);
    return found == std::end(quantities) ? std::nullopt : std::optional(found->quantity);
}

/// The point in the chosen quantity; metrics have no interval.
std::optional<CurveValue> value_of(const CurvePoint& point, const CurveView& view) {
    if (const auto quantity = quantity_of(view.y)) return curve_value(point, *quantity);
    const auto found = view.values.find(point.case_id);
    if (found == view.values.end()) return std::nullopt;
    const double value = found->second.value.as_double();
    return std::isfinite(value) ? std::optional(CurveValue{value, value, value}) : std::nullopt;
}

constexpr std::size_t copy_colour = 9;

double log2_x(double n, double bytes_a_key, const CurveView& view) {
    return std::log2(view.x == CurveView::X::keys ? n : n * bytes_a_key);
}

class ThroughputBuilder {
 public:
    ThroughputBuilder(std::span<const Curve> curves, const CaseRecord* selected, const CurveView& view)
        : view_(view),
          quantity_(quantity_of(view.y)),
          selected_(selected),
          chart_(curve_chart(curves, CurveKind::throughput, selected)),
          curves_(chart_.series.size()) {
        for (const auto& curve : curves)
            for (const auto& point : curve.points) points_[point.case_id] = {&curve, &point};
    }

    Chart build() {
        if (chart_.empty() && view_.others.empty()) return std::move(chart_);
        for (auto& series : chart_.series)
            for (auto& point : series.points)
                if (const auto* from = drawn(point)) turn(point, *from->first, *from->second);
        for (const auto& other : view_.others) add_other(other);
        for (const auto& curve : view_.published) add_published(curve);
        for (const auto& curve : view_.published_of_drawn)
            if (is_drawn(curve.variant)) add_published(curve);
        if (view_.bounds) add_bounds();
        if (view_.copy) add_copy();
        drop_empty();
        set_axes();
        return std::move(chart_);
    }

 private:
    using Drawn = std::pair<const Curve*, const CurvePoint*>;
    const Drawn* drawn(const Point& point) const {
        const auto known = points_.find(point.case_id);
        return known == points_.end() ? nullptr : &known->second;
    }
    std::span<Series> own_series() { return std::span(chart_.series).first(curves_); }

    static double bytes_of(std::optional<KeyType> key) {
        return static_cast<double>(key_bytes(key.value_or(KeyType::u32)));
    }

    /// Turns the point of a curve into the chosen quantity.
    void turn(Point& point, const Curve& curve, const CurvePoint& from) const {
        const auto value = value_of(from, view_);
        point.x = log2_x(from.x, bytes_of(curve.condition.key()), view_);
        point.y.reset();
        point.low = point.high = 0;
        if (value) point.y = value->value, point.low = value->low, point.high = value->high;
        if (view_.y != CurveY::rate && view_.y != CurveY::time)
            point.hint += "\n" + value_text(point.y, from.case_id);
    }

    std::string value_text(std::optional<double> value, CaseId id) const {
        if (view_.y == CurveY::metric) {
            const auto found = view_.values.find(id);
            if (found == view_.values.end()) return fmt::format("{}: absent", view_.metric->title);
            const bool time = view_.metric == &time_metric();
            const auto text = time ? format_time_ns(found->second.value.as_double())
                                   : format_value(*view_.metric, found->second.value);
            return fmt::format("{}: {} {} ({})", view_.metric->title, text, time ? "" : view_.metric->unit,
                               name_of(found->second.provenance));
        }
        const auto& words = *std::ranges::find(quantities, view_.y, &QuantityWords::y);
        return value ? fmt::format("{}: {} {}", words.title, format_fixed(*value, *value < 10 ? 3 : 1),
                                   words.unit)
                     : fmt::format("{}: not known of this sort", words.title);
    }

    Series& add(std::string name, std::optional<std::size_t> colour, Provenance provenance) {
        auto& series = chart_.series.emplace_back();
        series.kind = Series::Kind::line;
        series.name = std::move(name);
        series.colour = colour;
        series.provenance = provenance;
        series.dashed = true;
        return series;
    }

    void add_other(const OtherCurve& other) {
        // Its curve may be drawn already; mark it as compared.
        if (other.of_drawn_file)
            for (auto& series : own_series())
                for (const auto& point : series.points)
                    if (const auto* from = drawn(point); from != nullptr &&
                                                         point.case_id == other.record->id &&
                                                         from->first->condition == other.curve.condition) {
                        if (series.emphasised) return;  // both are on the curve of the case shown
                        series.dashed = true;
                        series.name = compared_name(series.name);
                        return;
                    }
        auto& series = add(compared_name(other.name), variant_colour(other.curve.condition.subject),
                           other.curve.provenance);
        series.intervals = true;
        for (const auto& from : other.curve.points) {
            Point point;
            point.hint = fmt::format("{}\n{} keys: {}, {} Mkey/s", series.name,
                                     format_count(static_cast<std::uint64_t>(from.x)),
                                     format_time_ns(from.median_ns), format_rate(from.rate_mkeys_per_s));
            turn(point, other.curve, from);
            if (other.of_drawn_file) point.case_id = from.case_id;
            series.points.push_back(std::move(point));
        }
    }

    bool is_drawn(const std::string& variant) {
        return std::ranges::any_of(own_series(), [&](const Series& series) {
            return std::ranges::any_of(series.points, [&](const Point& point) {
                const auto* from = drawn(point);
                return from != nullptr && from->first->condition.subject == variant;
            });
        });
    }

    void add_published(const PublishedCurve& curve) {
        if (!quantity_ || *quantity_ == CurveQuantity::pass_bandwidth) return;  // sources have times alone
        const double bytes = bytes_of(curve.key              ? curve.key
                                      : selected_ != nullptr ? selected_->key()
                                                             : curve.key);
        auto& series = add(curve.name + " (published)", variant_colour(curve.variant), Provenance::published);
        for (const auto& from : curve.points) {
            const auto n = static_cast<double>(from.n);
            const SortedKeys sorted{n, from.ns, n * bytes, std::nullopt};
            series.points.push_back(
                {.x = log2_x(n, bytes, view_),
                 .y = curve_value(sorted, *quantity_),
                 .hint = fmt::format("{}\n{} keys: {}, {} Mkey/s (published)", curve.name,
                                     format_count(from.n), format_time_ns(from.ns),
                                     format_rate(curve_value(sorted, CurveQuantity::rate).value_or(0)))});
        }
    }

    /// Time of the algorithm's own passes at copy bandwidth.
    void add_bounds() {
        if (!view_.copy_bytes_per_s || !quantity_) return;
        const bool any = std::ranges::any_of(chart_.series, &Series::emphasised);
        for (std::size_t s = 0; s < curves_; ++s) {
            if (any && !chart_.series[s].emphasised) continue;
            std::vector<Point> points;
            for (const auto& of : chart_.series[s].points) {
                const auto* from = drawn(of);
                const auto bound = from != nullptr
                                       ? analyzer::bound_of(*from->second, *view_.copy_bytes_per_s)
                                       : std::nullopt;
                if (!bound) continue;
                points.push_back({.x = of.x,
                                  .y = curve_value(*bound, *quantity_),
                                  .hint = fmt::format(
                                      "{}: {} of its passes at {} take {}", from->first->condition.subject,
                                      format_bytes(*bound->pass_bytes),
                                      format_bandwidth(*view_.copy_bytes_per_s), format_time_ns(bound->ns))});
            }
            if (points.empty()) continue;
            auto& series = add(chart_.series[s].name + ": bound of its own passes (modelled)",
                               chart_.series[s].colour, Provenance::modelled);
            series.marked = points.size() == 1;  // a line of one point would not be seen
            series.points = std::move(points);
        }
    }

    /// One pass at copy bandwidth: no sort through memory is faster.
    void add_copy() {
        if (!view_.copy_bytes_per_s || !quantity_ || selected_ == nullptr) return;
        const double bytes = bytes_of(selected_->key());
        std::set<double> sizes;
        for (const auto& series : own_series())
            for (const auto& point : series.points)
                if (const auto* from = drawn(point)) sizes.insert(from->second->x);
        if (sizes.empty()) return;
        auto& series = add("one pass at the copy bandwidth (measured)", copy_colour, Provenance::measured);
        series.marked = sizes.size() == 1;
        for (const double n : sizes) {
            const auto copy = analyzer::copy_of(n, bytes, *view_.copy_bytes_per_s);
            series.points.push_back(
                {.x = log2_x(n, bytes, view_),
                 .y = curve_value(copy, *quantity_),
                 .hint = fmt::format("A copy of {} keys at {}, measured on the device: {}",
                                     format_count(static_cast<std::uint64_t>(n)),
                                     format_bandwidth(*view_.copy_bytes_per_s), format_time_ns(copy.ns))});
        }
    }

    void drop_empty() {
        const auto without = std::erase_if(chart_.series, [](const Series& series) {
            return std::ranges::none_of(series.points,
                                        [](const Point& point) { return point.y.has_value(); });
        });
        if (without > 0 && !chart_.series.empty())
            add_sentence(chart_.note, plural(without, "curve") + " without such values.");
    }

    void set_axes() {
        if (chart_.series.empty()) {
            chart_.empty_text =
                view_.y == CurveY::metric
                    ? fmt::format(
                          "None of these cases has values for \u201c{}\u201d. Choose another quantity.",
                          view_.metric->title)
                    : "The bytes of these sorts' passes are not known. Choose another quantity.";
            return;
        }
        chart_.x.title = view_.x == CurveView::X::keys ? "number of keys" : "bytes of keys";
        chart_.x.scale = Scale::log2;
        chart_.x.powers = true;
        const auto extent = y_extent(chart_);
        const bool of_metric = view_.y == CurveY::metric;
        const auto* words = std::ranges::find(quantities, view_.y, &QuantityWords::y);
        chart_.y.unit = of_metric ? std::string(view_.metric->unit) : words->unit;
        if (view_.y == CurveY::time || (of_metric && view_.metric == &time_metric())) {
            const auto scale =
                time_scale(of_metric ? std::max(extent.least, 1.0) : extent.least, extent.largest);
            divide_by(scale.ns);
            chart_.y.unit = scale.unit;
        }
        chart_.y.scale = extent.exceeds(of_metric ? 30 : 3) ? Scale::logarithmic : Scale::linear;
        if (of_metric) {
            std::set<Provenance> sources;
            for (const auto& [id, value] : view_.values) sources.insert(value.provenance);
            chart_.y.title = titled(view_.metric->title, chart_.y.unit, sources);
            chart_.title = fmt::format("{} by {}", view_.metric->title, chart_.x.title);
            for (auto& series : chart_.series) series.intervals = false;
            return;
        }
        const bool all_measured = std::ranges::all_of(chart_.series, [](const Series& series) {
            return !series.provenance || *series.provenance == Provenance::measured;
        });
        chart_.y.title =
            fmt::format("{} ({}{})", words->title, chart_.y.unit, all_measured ? ", measured" : "");
        if (view_.y != CurveY::rate)
            chart_.title = fmt::format("{}{} by {}", static_cast<char>(std::toupper(*words->title)),
                                       words->title + 1, chart_.x.title);
    }

    void divide_by(double unit) {
        for (auto& series : chart_.series)
            for (auto& point : series.points) {
                if (point.y) *point.y /= unit;
                point.low /= unit;
                point.high /= unit;
            }
    }

    const CurveView& view_;
    std::optional<CurveQuantity> quantity_;  ///< absent for metrics
    const CaseRecord* selected_;
    Chart chart_;
    std::size_t curves_;  ///< series of curve_chart(), which come first
    std::map<CaseId, Drawn> points_;
};

}  // namespace

Chart throughput_chart(std::span<const Curve> curves, const CaseRecord* selected, const CurveView& view) {
    return ThroughputBuilder(curves, selected, view).build();
}

}  // namespace sortscope::present
