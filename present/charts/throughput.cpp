#include "present/charts/throughput.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include <fmt/core.h>

#include "analyzer/curves/curve.hpp"
#include "core/condition.hpp"
#include "core/text.hpp"
#include "present/charts/curves.hpp"
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

double log2_x(double n, double bytes_a_key, const CurveView& view) {
    return std::log2(view.x == CurveView::X::keys ? n : n * bytes_a_key);
}

class ThroughputBuilder {
 public:
    ThroughputBuilder(std::span<const Curve> curves, const CaseRecord* selected, const CurveView& view)
        : view_(view), selected_(selected), chart_(curve_chart(curves, CurveKind::throughput, selected)) {
        for (const auto& curve : curves)
            for (const auto& point : curve.points) points_[point.case_id] = {&curve, &point};
    }

    Chart build() {
        if (chart_.empty() && view_.others.empty()) return std::move(chart_);
        base_tooltip_ = chart_.tooltip;
        turn_curves();
        for (const auto& other : view_.others) add_other(other);
        for (const auto& curve : view_.published) add_published(curve);
        for (const auto& curve : view_.published_of_drawn)
            if (is_drawn(curve.variant)) add_published(curve);
        if (view_.bounds) add_bounds();
        if (view_.copy) add_copy();
        const auto kept = drop_empty();
        set_axes();
        chart_.tooltip = [base = base_tooltip_, from_base = curves_, hints = std::move(hints_), kept](
                             std::size_t series, std::size_t point) {
            const auto at = kept.at(series);
            return (at < from_base ? base(at, point) : std::string()) + hints.at(at).at(point);
        };
        return std::move(chart_);
    }

 private:
    /// Converts the points of curve_chart() in place, so that its tooltips hold.
    void turn_curves() {
        curves_ = chart_.series.size();
        for (auto& series : chart_.series) {
            auto& texts = hints_.emplace_back();
            for (auto& point : series.points) {
                const auto known = points_.find(point.case_id);
                if (known == points_.end()) {
                    texts.emplace_back();
                    continue;
                }
                const auto& [curve, from] = known->second;
                place(point, *curve, *from, texts);
            }
        }
    }

    void place(Point& point, const Curve& curve, const CurvePoint& from, std::vector<std::string>& texts) {
        const double bytes = static_cast<double>(key_bytes(curve.condition.key().value_or(KeyType::u32)));
        const auto value = value_of(from, view_);
        point.x = log2_x(from.x, bytes, view_);
        point.y.reset();
        point.low = point.high = 0;
        if (value) point.y = value->value, point.low = value->low, point.high = value->high;
        texts.push_back(view_.y == CurveY::rate || view_.y == CurveY::time
                            ? std::string()
                            : "\n" + value_text(point.y, from.case_id));
    }

    std::string value_text(std::optional<double> value, CaseId id) const {
        if (view_.y == CurveY::metric) {
            const auto found = view_.values.find(id);
            if (found == view_.values.end()) return fmt::format("{}: absent", view_.metric->title);
            const auto text = view_.metric == &time_metric()
                                  ? format_time_ns(found->second.value.as_double())
                                  : format_value(*view_.metric, found->second.value);
            return fmt::format("{}: {} {} ({})", view_.metric->title, text,
                               view_.metric == &time_metric() ? "" : view_.metric->unit,
                               name_of(found->second.provenance));
        }
        const auto& words = *std::ranges::find(quantities, view_.y, &QuantityWords::y);
        return value ? fmt::format("{}: {} {}", words.title, format_fixed(*value, *value < 10 ? 3 : 1),
                                   words.unit)
                     : fmt::format("{}: not known of this sort", words.title);
    }

    Series& add(std::string name, std::string sentence, bool marked) {
        hints_.emplace_back();
        auto& series = chart_.series.emplace_back();
        series.kind = Series::Kind::line;
        series.name = std::move(name);
        series.sentence = std::move(sentence);
        series.dashed = true;
        series.marked = marked;
        return series;
    }

    void add_other(const OtherCurve& other) {
        // Its curve may be drawn already; mark it as compared.
        for (std::size_t s = 0; other.of_drawn_file && s < curves_; ++s)
            for (const auto& point : chart_.series[s].points)
                if (const auto known = points_.find(point.case_id);
                    known != points_.end() && point.case_id == other.record->id &&
                    known->second.first->condition == other.curve.condition) {
                    if (chart_.series[s].emphasised) return;  // both are on the curve of the case shown
                    chart_.series[s].dashed = true;
                    chart_.series[s].name += " (compared)";
                    return;
                }
        auto& series = add(other.name + " (compared)", other.curve.label(), true);
        series.provenance = other.curve.provenance;
        series.intervals = true;
        series.colour = variant_colour(other.curve.condition.subject);
        for (const auto& from : other.curve.points) {
            Point point;
            point.case_id = from.case_id;
            std::vector<std::string> text;
            place(point, other.curve, from, text);
            if (!other.of_drawn_file) point.case_id = {};
            hints_.back().push_back(fmt::format(
                "{}\n{} keys: {}, {} Mkey/s{}", series.name, format_count(static_cast<std::uint64_t>(from.x)),
                format_time_ns(from.median_ns), format_rate(from.rate_mkeys_per_s), text.front()));
            series.points.push_back(std::move(point));
        }
    }

    bool is_drawn(const std::string& variant) const {
        for (std::size_t s = 0; s < curves_; ++s)
            for (const auto& point : chart_.series[s].points)
                if (const auto known = points_.find(point.case_id);
                    known != points_.end() && known->second.first->condition.subject == variant)
                    return true;
        return false;
    }

    void add_published(const PublishedCurve& curve) {
        const auto quantity = quantity_of(view_.y);
        if (!quantity || *quantity == CurveQuantity::pass_bandwidth) return;  // sources have times alone
        const auto own = selected_ != nullptr ? selected_->key() : std::nullopt;
        const auto key = curve.key.value_or(own.value_or(KeyType::u32));
        const double bytes = static_cast<double>(key_bytes(key));
        auto& series = add(curve.name + " (published)", curve.name, true);
        series.provenance = Provenance::published;
        series.colour = variant_colour(curve.variant);
        for (const auto& from : curve.points) {
            const auto n = static_cast<double>(from.n);
            const SortedKeys sorted{n, from.ns, n * bytes, std::nullopt};
            Point point;
            point.x = log2_x(n, bytes, view_);
            point.y = curve_value(sorted, *quantity);
            series.points.push_back(point);
            hints_.back().push_back(fmt::format(
                "{}\n{} keys: {}, {} Mkey/s (published)", curve.name, format_count(from.n),
                format_time_ns(from.ns), format_rate(curve_value(sorted, CurveQuantity::rate).value_or(0))));
        }
    }

    /// Time of the algorithm's own passes at copy bandwidth.
    void add_bounds() {
        const auto quantity = quantity_of(view_.y);
        if (!view_.copy_bytes_per_s || !quantity) return;
        const bool any = std::ranges::any_of(chart_.series, &Series::emphasised);
        for (std::size_t s = 0; s < curves_; ++s) {
            if (any && !chart_.series[s].emphasised) continue;
            std::vector<std::pair<Point, std::string>> points;
            for (const auto& of : chart_.series[s].points) {
                const auto known = points_.find(of.case_id);
                if (known == points_.end()) continue;
                const auto bound = analyzer::bound_of(*known->second.second, *view_.copy_bytes_per_s);
                if (!bound) continue;
                Point point;
                point.x = of.x;
                point.y = curve_value(*bound, *quantity);
                points.emplace_back(
                    point,
                    fmt::format("{}: {} of its passes at {} take {}", known->second.first->condition.subject,
                                format_bytes(*bound->pass_bytes), format_bandwidth(*view_.copy_bytes_per_s),
                                format_time_ns(bound->ns)));
            }
            if (points.empty()) continue;
            auto& series = add(chart_.series[s].name + ": bound of its own passes",
                               "Bytes that the algorithm's own passes must move, at the copy bandwidth "
                               "measured on the device.",
                               false);
            series.colour = chart_.series[s].colour;
            series.provenance = Provenance::modelled;
            series.name += " (modelled)";
            series.marked = points.size() == 1;  // a line of one point would not be seen
            for (auto& [point, text] : points) {
                series.points.push_back(std::move(point));
                hints_.back().push_back(std::move(text));
            }
        }
    }

    /// One pass at copy bandwidth: no sort through memory is faster.
    void add_copy() {
        const auto quantity = quantity_of(view_.y);
        if (!view_.copy_bytes_per_s || !quantity || selected_ == nullptr) return;
        const double bytes = static_cast<double>(key_bytes(selected_->key().value_or(KeyType::u32)));
        std::set<double> sizes;
        for (std::size_t s = 0; s < curves_; ++s)
            for (const auto& point : chart_.series[s].points)
                if (const auto known = points_.find(point.case_id); known != points_.end())
                    sizes.insert(known->second.second->x);
        if (sizes.empty()) return;
        auto& series =
            add("one pass at the copy bandwidth (measured)",
                "Each key read and written once, at the bandwidth of a copy measured on the device.", false);
        series.provenance = Provenance::measured;
        series.colour = 9;
        if (sizes.size() == 1) series.marked = true;
        for (const double n : sizes) {
            const auto copy = analyzer::copy_of(n, bytes, *view_.copy_bytes_per_s);
            Point point;
            point.x = log2_x(n, bytes, view_);
            point.y = curve_value(copy, *quantity);
            series.points.push_back(point);
            hints_.back().push_back(fmt::format("A copy of {} keys at {}, measured on the device: {}",
                                                format_count(static_cast<std::uint64_t>(n)),
                                                format_bandwidth(*view_.copy_bytes_per_s),
                                                format_time_ns(copy.ns)));
        }
    }

    /// Removes series without values; returns old indices of the rest.
    std::vector<std::size_t> drop_empty() {
        std::vector<std::size_t> kept;
        std::vector<Series> series;
        for (std::size_t s = 0; s < chart_.series.size(); ++s) {
            if (std::ranges::none_of(chart_.series[s].points,
                                     [](const Point& point) { return point.y.has_value(); }))
                continue;
            kept.push_back(s);
            series.push_back(std::move(chart_.series[s]));
        }
        if (const auto without = chart_.series.size() - series.size(); without > 0 && !series.empty())
            chart_.note += fmt::format("{}{} without such values.", chart_.note.empty() ? "" : " ",
                                       plural(without, "curve"));
        chart_.series = std::move(series);
        return kept;
    }

    void set_axes() {
        double least = std::numeric_limits<double>::infinity(), most = -least, left = least, right = most;
        for (const auto& series : chart_.series)
            for (const auto& point : series.points) {
                if (!point.y) continue;
                least = std::min(least, *point.y), most = std::max(most, *point.y);
                left = std::min(left, point.x), right = std::max(right, point.x);
            }
        if (!(most >= least)) {
            chart_.series.clear();
            chart_.marks.clear();
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
        chart_.x.least = left;
        chart_.x.largest = right;
        if (view_.y == CurveY::metric) return set_metric_axis(least, most);
        const auto& words = *std::ranges::find(quantities, view_.y, &QuantityWords::y);
        const char* title = words.title;
        std::string unit_text = words.unit;
        if (view_.y == CurveY::time) {
            const auto scale = time_scale(least, most);
            divide_by(scale.ns);
            least /= scale.ns, most /= scale.ns;
            unit_text = scale.unit;
        }
        const bool all_measured = std::ranges::all_of(chart_.series, [](const Series& series) {
            return !series.provenance || *series.provenance == Provenance::measured;
        });
        chart_.y.unit = unit_text;
        chart_.y.title = fmt::format("{} ({}{})", title, unit_text, all_measured ? ", measured" : "");
        chart_.y.scale = least > 0 && most / least > 3 ? Scale::logarithmic : Scale::linear;
        chart_.y.least = least;
        chart_.y.largest = most;
        if (view_.y != CurveY::rate)
            chart_.title =
                fmt::format("{}{} by {}", static_cast<char>(std::toupper(*title)), title + 1, chart_.x.title);
    }

    void set_metric_axis(double least, double most) {
        std::string unit(view_.metric->unit);
        if (view_.metric == &time_metric()) {
            const auto scale = time_scale(std::max(least, 1.0), most);
            divide_by(scale.ns);
            least /= scale.ns, most /= scale.ns;
            unit = scale.unit;
        }
        std::set<Provenance> sources;
        for (const auto& [id, value] : view_.values) sources.insert(value.provenance);
        chart_.y.unit = unit;
        chart_.y.title = fmt::format("{} ({}{})", view_.metric->title, unit.empty() ? "" : unit + ", ",
                                     provenance_names(sources));
        chart_.y.scale = least > 0 && most / least > 30 ? Scale::logarithmic : Scale::linear;
        chart_.y.least = chart_.y.scale == Scale::linear ? std::min(0.0, least) : least;
        chart_.y.largest = most;
        chart_.title = fmt::format("{} by {}", view_.metric->title, chart_.x.title);
        for (auto& series : chart_.series) series.intervals = false;
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
    const CaseRecord* selected_;
    Chart chart_;
    std::size_t curves_ = 0;
    std::map<CaseId, std::pair<const Curve*, const CurvePoint*>> points_;
    std::function<std::string(std::size_t, std::size_t)> base_tooltip_;
    std::vector<std::vector<std::string>> hints_;
};

}  // namespace

Chart throughput_chart(std::span<const Curve> curves, const CaseRecord* selected, const CurveView& view) {
    return ThroughputBuilder(curves, selected, view).build();
}

}  // namespace sortscope::present
