#include "present/charts/curves.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/core.h>

#include "analyzer/curves/curve.hpp"
#include "core/condition.hpp"
#include "core/text.hpp"
#include "present/charts/notes.hpp"
#include "present/palette.hpp"
#include "present/provenance.hpp"
#include "present/tables/curves.hpp"

namespace sortscope::present {
namespace {

using analyzer::Curve;
using analyzer::CurvePoint;
using Curves = std::vector<std::reference_wrapper<const Curve>>;

constexpr std::size_t most_lines = 10;  // more look alike

double largest_rate(const Curve& curve) {
    double largest = 0;
    for (const auto& point : curve.points) largest = std::max(largest, point.rate_mkeys_per_s);
    return largest;
}

bool holds(const Curve& curve, const CaseRecord* selected) {
    return selected != nullptr && analyzer::covers(curve, *selected);
}

/// The curves to draw, and a note on the others.
Curves choose(std::span<const Curve> curves, CurveKind kind, const CaseRecord* selected, std::string& note) {
    Curves chosen;
    if (curves.empty()) return chosen;
    const auto like = selected != nullptr ? condition_of(*selected) : curves.front().condition;
    // Key and input must match, and n in a block sweep.
    PartNames free{"variant", "parameters", "block", "device", "backend", "cache", "time-mode"};
    if (kind == CurveKind::throughput) free.insert("n");
    const auto wanted = like.leaving_free(free);
    for (const auto& curve : curves)
        if (curve.condition.leaving_free(free) == wanted) chosen.emplace_back(curve);
    const auto all = chosen.size();
    if (all <= most_lines) return chosen;
    std::string rule = "the fastest";
    if (kind == CurveKind::throughput && selected != nullptr && like.block() != 0) {
        Curves same;
        for (const Curve& curve : chosen)
            if (curve.condition.block() == 0 || curve.condition.block() == like.block())
                same.emplace_back(curve);  // 0: none to choose
        if (!same.empty()) {
            chosen = std::move(same);
            rule = fmt::format("those of block {}", like.block());
        }
    }
    if (chosen.size() > most_lines) {
        std::ranges::stable_sort(chosen, [&](const Curve& a, const Curve& b) {
            if (holds(a, selected) != holds(b, selected)) return holds(a, selected);
            const auto sorts = [](const Curve& one) { return one.promise == Promise::sorted; };
            if (sorts(a) != sorts(b)) return sorts(a);
            if ((a.points.size() > 1) != (b.points.size() > 1))
                return a.points.size() > 1;  // a point is no curve
            return largest_rate(a) > largest_rate(b);
        });
        chosen.erase(chosen.begin() + most_lines, chosen.end());
        rule = selected == nullptr ? "the fastest" : "the fastest, and the selected case's";
    }
    note = fmt::format("{} of {} curves: {}.", chosen.size(), all, rule);
    return chosen;
}

/// Names lines by their differences and gives shared conditions.
class LineNames {
 public:
    explicit LineNames(const Curves& curves) : curves_(curves), parts_(curves) {
        for (const Curve& curve : curves)
            parameters_[curve.condition.subject].insert(curve.condition.text("parameters"));
    }

    std::string shared(CurveKind kind) const {
        std::string text;
        for (const std::string_view part : {"n", "key", "input", "block", "device", "cache", "time-mode"}) {
            if (part == "block" && kind == CurveKind::block_sweep) continue;
            const auto found = all_words(part);
            if (found.size() == 1 && said_of_all(part)) text += (text.empty() ? "" : ", ") + *found.begin();
        }
        return text;
    }

    std::string name(const Curve& curve) const {
        auto text = curve.condition.subject;
        if (curve.promise != Promise::sorted) text += " (no sort)";
        const auto add = [&](const std::string& words) {
            if (!words.empty()) text += ", " + words;
        };
        for (const std::string_view part :
             {"input", "block", "parameters", "cache", "time-mode", "device", "backend"})
            if (part == "parameters" ? parameters_.at(curve.condition.subject).size() > 1
                                     : all_words(part).size() > 1)
                add(parts_.words(curve, part));
        if (parts_.several_runs()) add(fmt::format("run {}", static_cast<std::int64_t>(curve.run_id)));
        return text;
    }

 private:
    /// Curves without a block or cache state are neutral.
    std::set<std::string> all_words(std::string_view part) const {
        std::set<std::string> found;
        for (const Curve& curve : curves_)
            if (auto words = parts_.words(curve, part); !words.empty()) found.insert(std::move(words));
        return found;
    }
    /// Warm caches and streams are defaults.
    bool said_of_all(std::string_view part) const {
        const auto& first = curves_.front().get().condition;
        if (part == "cache") return first.cache_state == "flushed";
        if (part == "time-mode") return first.time_mode == TimeMode::graph;
        return true;
    }

    const Curves& curves_;
    CurveParts parts_;
    std::map<std::string, std::set<std::string>> parameters_;  // of each variant
};

std::string point_hint(const std::string& name, const Curve& curve, const CurvePoint& point, CurveKind kind) {
    auto text = fmt::format("{}\n{} {}: {}, {} Mkey/s\n{}, {}\nCase {}, run {}", name,
                            format_count(static_cast<std::uint64_t>(point.x)),
                            kind == CurveKind::throughput ? "keys" : "threads a block",
                            format_time_ns(point.median_ns), format_rate(point.rate_mkeys_per_s),
                            point.spread ? fmt::format("Spread {} (interquartile range / median)",
                                                       format_percent(*point.spread, 1))
                                         : std::string("A single trial"),
                            name_of(curve.provenance), static_cast<std::int64_t>(point.case_id),
                            static_cast<std::int64_t>(point.run_id));
    if (point.medians_ns)
        text += fmt::format(
            "\nMerged of {} cases: the median of their medians, which are {} to {}; spread is of the "
            "medians, the case the newest",
            point.cases, format_time_ns(point.medians_ns->first), format_time_ns(point.medians_ns->second));
    if (point.alternatives > 0)
        text += fmt::format("; the newest of {} cases of this condition", point.alternatives + 1);
    return text;
}

TimeScale scale_of(const Curves& curves) {
    Extent times;
    for (const Curve& curve : curves)
        for (const auto& point : curve.points) times.add(point.median_ns);
    return time_scale(times.least, times.largest);
}

void add_axes(Chart& chart, CurveKind kind, const Curves& curves, const TimeScale& scale) {
    std::set<Provenance> sources;
    for (const Curve& curve : curves) sources.insert(curve.provenance);
    const auto source = sources.size() == 1 ? ", " + provenance_names(sources) : std::string();
    const bool rates = kind == CurveKind::throughput;
    chart.x.title = rates ? "number of keys" : "block size (threads)";
    chart.x.scale = Scale::log2;
    chart.x.powers = rates;
    chart.y.unit = rates ? "Mkey/s" : scale.unit;
    chart.y.title = fmt::format("{} ({}{})", rates ? "rate" : "median time", chart.y.unit, source);
    if (y_extent(chart).exceeds(50)) chart.y.scale = Scale::logarithmic;
}

constexpr const char* no_rates =
    "No case of this key type and distribution has a measured time, so there is no rate to draw. Modelled "
    "cases have counters, but no "
    "time.";
constexpr const char* no_sweeps =
    "No variant was timed at two or more block sizes for this number of keys, key type and distribution. "
    "Collect with --block 32..1024 to "
    "see a block sweep.";

}  // namespace

Chart curve_chart(std::span<const Curve> curves, CurveKind kind, const CaseRecord* selected) {
    Chart chart;
    chart.title = kind == CurveKind::throughput ? "Throughput by number of keys" : "Time by block size";
    const auto chosen = choose(curves, kind, selected, chart.note);
    if (chosen.empty()) {
        chart.empty_text = kind == CurveKind::throughput ? no_rates : no_sweeps;
        return chart;
    }
    const auto scale = scale_of(chosen);
    const LineNames names(chosen);
    chart.conditions = names.shared(kind);
    std::vector<Curve> drawn;
    for (const Curve& curve : chosen) {
        Series series;
        series.name = names.name(curve);
        series.add_sources({curve.provenance});
        series.emphasised = holds(curve, selected);
        series.intervals = true;
        series.dashed = curve.provenance == Provenance::modelled || curve.provenance == Provenance::published;
        const auto quantity =
            kind == CurveKind::throughput ? analyzer::CurveQuantity::rate : analyzer::CurveQuantity::time;
        const double unit = kind == CurveKind::throughput ? 1 : scale.ns;
        for (const auto& point : curve.points) {
            const auto value = *analyzer::curve_value(point, quantity);
            series.points.push_back({.x = std::log2(point.x),
                                     .y = value.value / unit,
                                     .low = value.low / unit,
                                     .high = value.high / unit,
                                     .case_id = point.case_id,
                                     .hint = point_hint(series.name, curve, point, kind)});
        }
        chart.series.push_back(std::move(series));
        drawn.push_back(curve);
    }
    add_sentence(chart.note, repeats_note(drawn));
    std::vector<std::string> variants;
    for (const auto& curve : drawn) variants.push_back(curve.condition.subject);
    const auto colours = variant_colours(variants);
    for (std::size_t i = 0; i < colours.size(); ++i) chart.series[i].colour = colours[i];
    add_axes(chart, kind, chosen, scale);
    return chart;
}

namespace {

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
