#include "present/charts/curves.hpp"

#include <fmt/core.h>

#include "present/charts/notes.hpp"
#include "present/palette.hpp"
#include "present/tables/curves.hpp"

namespace sortscope::present {
using namespace analyzer;

namespace {
using CurveY = CurveView::Y;
using Curves = std::vector<std::reference_wrapper<const Curve>>;

constexpr size_t most_lines = 10;  // further lines would look alike
constexpr size_t copy_colour = 9;

bool holds(const Curve& curve, const CaseRecord* selected) {
    return selected != nullptr && covers(curve, *selected);
}

Condition condition_like(std::span<const Curve> curves, const CaseRecord* selected) {
    return selected != nullptr ? condition_of(*selected) : curves.front().condition;
}

/// Curves with the key type and input of `selected`; in block sweeps also its n.
std::vector<size_t> curves_of_one_work(std::span<const Curve> curves, const CaseRecord* selected,
                                       CurveKind kind) {
    std::vector<size_t> found;
    if (curves.empty()) return found;
    PartNames free{"variant", "parameters", "block", "output", "device", "backend", "cache", "time-mode"};
    if (kind == CurveKind::throughput) free.insert("n");
    const auto wanted = condition_like(curves, selected).leaving_free(free);
    for (size_t i = 0; i < curves.size(); ++i)
        if (curves[i].condition.leaving_free(free) == wanted) found.push_back(i);
    return found;
}

Curves choose(std::span<const Curve> curves, CurveKind kind, const CaseRecord* selected, std::string& note) {
    Curves chosen;
    if (curves.empty()) return chosen;
    const auto like = condition_like(curves, selected);
    for (const auto i : curves_of_one_work(curves, selected, kind)) chosen.emplace_back(curves[i]);
    const auto all = chosen.size();
    if (all <= most_lines) return chosen;
    std::string rule = selected == nullptr ? "the fastest" : "the fastest, and the selected case's";
    if (kind == CurveKind::throughput && selected != nullptr && like.block() != 0) {
        Curves same;
        for (const Curve& curve : chosen)
            if (curve.condition.block() == 0 || curve.condition.block() == like.block())
                same.emplace_back(curve);  // 0: the subject has no block
        if (!same.empty()) chosen = std::move(same);
        if (chosen.size() <= most_lines) rule = fmt::format("those of block {}", like.block());
    }
    if (chosen.size() > most_lines) {
        std::ranges::stable_sort(chosen, std::greater{}, [&](const Curve& curve) {
            const auto fastest = std::ranges::max_element(curve.points, {}, &CurvePoint::rate_mkeys_per_s);
            return std::tuple(holds(curve, selected), curve.promise == Promise::sorted,
                              curve.points.size() > 1,  // single points last
                              fastest->rate_mkeys_per_s);
        });
        chosen.erase(chosen.begin() + most_lines, chosen.end());
    }
    note = fmt::format("{} of {} curves: {}.", chosen.size(), all, rule);
    return chosen;
}

class LineNames {
 public:
    explicit LineNames(const Curves& curves) : curves_(curves), words_(mapped(curves, &Curve::condition)) {}

    std::string shared(CurveKind kind) const {
        const auto& first = curves_.front().get().condition;
        constexpr std::array parts{"n", "key", "input", "block", "device", "cache", "time-mode"};
        return join(parts, ", ", [&](std::string_view part) {
            // Omits caches that are not flushed, and time modes other than graph.
            const bool left_out = (part == "block" && kind == CurveKind::block_sweep) ||
                                  (part == "cache" && first.cache_state != "flushed") ||
                                  (part == "time-mode" && first.time_mode != TimeMode::graph);
            const auto found = all_words(part);
            return left_out || found.size() != 1 ? std::string() : *found.begin();
        });
    }

    std::string name(const Curve& curve) const {
        auto text = curve.condition.subject;
        if (curve.promise != Promise::sorted) text += " (no sort)";
        for (const std::string_view part :
             {"input", "block", "parameters", "cache", "time-mode", "device", "backend"}) {
            const auto words = words_.words(curve.condition, part);
            if (!words.empty() && differs(curve, part)) text += ", " + words;
        }
        if (std::ranges::any_of(curves_, [&](const Curve& one) { return one.run_id != curve.run_id; }))
            text += fmt::format(", run {}", curve.run_id);
        return text;
    }

 private:
    /// Ignores curves without a block or cache state.
    std::set<std::string> all_words(std::string_view part) const {
        std::set<std::string> found;
        for (const Curve& curve : curves_)
            if (auto words = words_.words(curve.condition, part); !words.empty())
                found.insert(std::move(words));
        return found;
    }
    /// Parameters are compared within a variant.
    bool differs(const Curve& curve, std::string_view part) const {
        if (part != "parameters") return all_words(part).size() > 1;
        return std::ranges::any_of(curves_, [&](const Curve& one) {
            return one.condition.subject == curve.condition.subject &&
                   one.condition.text(part) != curve.condition.text(part);
        });
    }

    const Curves& curves_;
    ConditionWords words_;
};

std::string point_hint(const std::string& name, const Curve& curve, const CurvePoint& point, CurveKind kind) {
    if (point.median_ns <= 0)
        return fmt::format("{}\n{} keys: not timed, {}\nCase {}, run {}", name,
                           format_count(uint64_t(point.x)), name_of(curve.provenance), point.case_id,
                           point.run_id);
    auto text = fmt::format(
        "{}\n{} {}: {}, {} Mkey/s\n{}, {}\nCase {}, run {}", name, format_count(uint64_t(point.x)),
        kind == CurveKind::throughput ? "keys" : "threads a block", format_time_ns(point.median_ns),
        format_rate(point.rate_mkeys_per_s),
        point.spread
            ? fmt::format("Spread {} (interquartile range / median)", format_percent(*point.spread, 1))
            : std::string("A single trial"),
        name_of(curve.provenance), point.case_id, point.run_id);
    if (point.medians_ns)
        text += fmt::format(
            "\nMerged of {} cases: the median of their medians, which are {} to {}; spread is of the "
            "medians, the case the newest",
            point.cases, format_time_ns(point.medians_ns->first), format_time_ns(point.medians_ns->second));
    if (point.alternatives > 0)
        text += fmt::format("; the newest of {} cases of this condition", point.alternatives + 1);
    return text;
}

constexpr const char* no_rates =
    "No case of this key type and distribution has a measured time, so there is no rate to draw. Modelled "
    "cases have counters, but no time.";
constexpr const char* no_sweeps =
    "No variant was timed at two or more block sizes for this number of keys, key type and distribution. "
    "Collect with --block 32..1024 to see a block sweep.";

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

double bytes_of(std::optional<KeyType> key) { return double(key_bytes(key.value_or(KeyType::u32))); }

class CurveChart {
 public:
    CurveChart(std::span<const Curve> curves, CurveKind kind, const CaseRecord* selected,
               const CurveView& view)
        : rates_(kind == CurveKind::throughput), selected_(selected), view_(view) {
        const auto* found = std::ranges::find(quantities, view.y, &QuantityWords::y);
        if (found != std::end(quantities)) quantity_ = found;
        chart_.title = rates_ ? "Throughput by number of keys" : "Time by block size";
        own_ = choose(curves, kind, selected, chart_.note);
        auto lines = mapped(own_, &Curve::condition);
        for (const auto& other : view.others) lines.push_back(other.curve.condition);
        colours_ = line_colours(lines, view.compared);
        if (!own_.empty()) add_own(kind);
    }

    /// `log_factor`: values this far apart get a logarithmic axis.
    Chart build(double log_factor) {
        if (own_.empty() && view_.others.empty()) {
            chart_.empty_text = rates_ ? no_rates : no_sweeps;
            return std::move(chart_);
        }
        for (size_t i = 0; i < view_.others.size(); ++i)
            add_other(view_.others[i], colours_[own_.size() + i]);
        for (const auto& curve : view_.published) add_published(curve);
        for (const auto& curve : view_.published_of_drawn)
            if (std::ranges::any_of(own_,
                                    [&](const Curve& own) { return own.condition.subject == curve.variant; }))
                add_published(curve);
        if (view_.copy_bytes_per_s && quantity_ != nullptr) {
            if (view_.bounds) add_bounds(*view_.copy_bytes_per_s);
            if (view_.copy) add_copy(*view_.copy_bytes_per_s);
        }
        const auto without = std::erase_if(chart_.series, std::not_fn(&Series::has_values));
        if (chart_.series.empty()) {
            chart_.empty_text =
                quantity_ == nullptr
                    ? fmt::format(
                          "None of these cases has values for \u201c{}\u201d. Choose another quantity.",
                          view_.metric->title)
                    : "The bytes of these sorts' passes are not known. Choose another quantity.";
            return std::move(chart_);
        }
        if (without > 0) add_sentence(chart_.note, plural(without, "curve") + " without such values.");
        set_axes(log_factor);
        return std::move(chart_);
    }

 private:
    double x_of(double value, double bytes_a_key) const {
        return std::log2(view_.x == CurveView::X::keys ? value : value * bytes_a_key);
    }

    Point point(const Curve& curve, const CurvePoint& from, std::string hint) const {
        Point point{.x = x_of(from.x, bytes_of(curve.condition.key())),
                    .case_id = from.case_id,
                    .hint = std::move(hint)};
        std::optional<CurveValue> value;
        if (quantity_ != nullptr) {
            value = curve_value(from, quantity_->quantity);
        } else if (const auto found = view_.values.find(from.case_id); found != view_.values.end()) {
            const double number = found->second.value.as_double();
            if (std::isfinite(number)) value = {number, number, number};
        }
        if (value) point.y = value->value, point.low = value->low, point.high = value->high;
        if (view_.y != CurveY::rate && view_.y != CurveY::time)
            point.hint += "\n" + value_text(point.y, from.case_id);
        return point;
    }

    std::string value_text(std::optional<double> value, CaseId id) const {
        if (quantity_ != nullptr)
            return value ? fmt::format("{}: {} {}", quantity_->title,
                                       format_fixed(*value, *value < 10 ? 3 : 1), quantity_->unit)
                         : fmt::format("{}: not known of this sort", quantity_->title);
        const auto found = view_.values.find(id);
        if (found == view_.values.end()) return fmt::format("{}: absent", view_.metric->title);
        const bool time = view_.metric == &time_metric();
        const auto text = time ? format_time_ns(found->second.value.as_double())
                               : format_value(*view_.metric, found->second.value);
        return fmt::format("{}: {} {} ({})", view_.metric->title, text, time ? "" : view_.metric->unit,
                           name_of(found->second.provenance));
    }

    void add_own(CurveKind kind) {
        const LineNames names(own_);
        chart_.conditions = names.shared(kind);
        for (const Curve& curve : own_) {
            auto& series = add(names.name(curve), colours_[chart_.series.size()], curve.provenance);
            series.emphasised = holds(curve, selected_);
            series.intervals = true;
            series.dashed = series.is_estimate();
            series.add_sources({curve.provenance});
            for (const auto& from : curve.points)
                series.points.push_back(point(curve, from, point_hint(series.name, curve, from, kind)));
        }
        add_sentence(chart_.note, repeats_note(std::vector<Curve>(own_.begin(), own_.end())));
    }

    Series& add(std::string name, std::optional<size_t> colour, Provenance provenance) {
        return chart_.series.emplace_back(
            Series{.name = std::move(name), .provenance = provenance, .dashed = true, .colour = colour});
    }

    void add_other(const OtherCurve& other, size_t colour) {
        // The compared case may be on a drawn curve.
        for (size_t i = 0; other.of_drawn_file && i < own_.size(); ++i) {
            auto& series = chart_.series[i];
            if (own_[i].get().condition != other.curve.condition ||
                !contains(series.points, other.record->id, &Point::case_id))
                continue;
            if (series.emphasised) return;  // the case shown is on the same curve
            series.dashed = true;
            series.name = compared_name(series.name);
            return;
        }
        auto& series = add(compared_name(other.name), colour, other.curve.provenance);
        series.intervals = true;
        for (const auto& from : other.curve.points) {
            series.points.push_back(
                point(other.curve, from,
                      fmt::format("{}\n{} keys: {}, {} Mkey/s", series.name, format_count(uint64_t(from.x)),
                                  format_time_ns(from.median_ns), format_rate(from.rate_mkeys_per_s))));
            if (!other.of_drawn_file) series.points.back().case_id = {};
        }
    }

    void add_published(const PublishedCurve& curve) {
        // Published curves have times only.
        if (quantity_ == nullptr || view_.y == CurveY::pass_bandwidth) return;
        const double bytes = bytes_of(curve.key || selected_ == nullptr ? curve.key : selected_->key());
        auto& series = add(curve.name + " (published)", variant_colour(curve.variant), Provenance::published);
        for (const auto& from : curve.points) {
            const auto n = double(from.n);
            const SortedKeys sorted{n, from.ns, n * bytes, std::nullopt};
            series.points.push_back(
                {.x = x_of(n, bytes),
                 .y = curve_value(sorted, quantity_->quantity),
                 .hint = fmt::format("{}\n{} keys: {}, {} Mkey/s (published)", curve.name,
                                     format_count(from.n), format_time_ns(from.ns),
                                     format_rate(curve_value(sorted, CurveQuantity::rate).value_or(0)))});
        }
    }

    void add_bounds(double copy_bytes_per_s) {
        const bool any = std::ranges::any_of(chart_.series, &Series::emphasised);
        for (size_t i = 0; i < own_.size(); ++i) {
            if (any && !chart_.series[i].emphasised) continue;
            const Curve& curve = own_[i];
            std::vector<Point> points;
            for (const auto& from : curve.points)
                if (const auto bound = bound_of(from, copy_bytes_per_s))
                    points.push_back(
                        {.x = x_of(from.x, bytes_of(curve.condition.key())),
                         .y = curve_value(*bound, quantity_->quantity),
                         .hint = fmt::format("{}: {} of its passes at {} take {}", curve.condition.subject,
                                             format_bytes(*bound->required_bytes),
                                             format_bandwidth(copy_bytes_per_s), format_time_ns(bound->ns))});
            if (points.empty()) continue;
            auto& series = add(chart_.series[i].name + ": bound of its own passes (modelled)",
                               chart_.series[i].colour, Provenance::modelled);
            series.marked = points.size() == 1;  // a line of one point is invisible
            series.points = std::move(points);
        }
    }

    /// One pass at copy bandwidth: no sort through memory is faster.
    void add_copy(double copy_bytes_per_s) {
        if (selected_ == nullptr || own_.empty()) return;
        const double bytes = bytes_of(selected_->key());
        std::set<double> sizes;
        for (const Curve& curve : own_)
            for (const auto& from : curve.points) sizes.insert(from.x);
        auto& series = add("one pass at the copy bandwidth (measured)", copy_colour, Provenance::measured);
        series.marked = sizes.size() == 1;
        for (const double n : sizes) {
            const auto copy = copy_of(n, bytes, copy_bytes_per_s);
            series.points.push_back(
                {.x = x_of(n, bytes),
                 .y = curve_value(copy, quantity_->quantity),
                 .hint = fmt::format("A copy of {} keys at {}, measured on the device: {}",
                                     format_count(uint64_t(n)), format_bandwidth(copy_bytes_per_s),
                                     format_time_ns(copy.ns))});
        }
    }

    void set_axes(double log_factor) {
        chart_.x.title = !rates_                         ? "block size (threads)"
                         : view_.x == CurveView::X::keys ? "number of keys"
                                                         : "bytes of keys";
        chart_.x.scale = Scale::log2;
        chart_.x.powers = rates_;
        const auto extent = y_extent(chart_);
        chart_.y.unit = quantity_ == nullptr ? view_.metric->unit : quantity_->unit;
        if (extent.exceeds(quantity_ == nullptr ? 30 : log_factor)) chart_.y.scale = Scale::logarithmic;
        if (view_.y == CurveY::time || view_.metric == &time_metric()) {
            const auto scale =
                time_scale(quantity_ == nullptr ? std::max(extent.least, 1.0) : extent.least, extent.largest);
            chart_.y.unit = scale.unit;
            for (auto& series : chart_.series)
                for (auto& point : series.points) {
                    if (point.y) *point.y /= scale.ns;
                    point.low /= scale.ns;
                    point.high /= scale.ns;
                }
        }
        std::set<Provenance> sources;
        if (quantity_ == nullptr) {
            for (const auto& [id, value] : view_.values) sources.insert(value.provenance);
            chart_.y.title = titled(view_.metric->title, chart_.y.unit, sources);
            chart_.title = fmt::format("{} by {}", view_.metric->title, chart_.x.title);
            for (auto& series : chart_.series) series.intervals = false;
            return;
        }
        for (const auto& series : chart_.series)
            if (series.provenance) sources.insert(*series.provenance);
        chart_.y.title = fmt::format("{} ({}{})", quantity_->title, chart_.y.unit,
                                     sources.size() == 1 ? ", " + provenance_names(sources) : "");
        if (rates_ && view_.y != CurveY::rate)
            chart_.title = fmt::format("{}{} by {}", char(std::toupper(*quantity_->title)),
                                       quantity_->title + 1, chart_.x.title);
    }

    bool rates_;
    const CaseRecord* selected_;
    const CurveView& view_;
    const QuantityWords* quantity_ = nullptr;  ///< null for metrics
    Chart chart_;
    Curves own_;                   ///< the curves of the first series
    std::vector<size_t> colours_;  ///< of own_, then of compared curves
};
}  // namespace

std::vector<size_t> curves_like(std::span<const Curve> curves, const CaseRecord* selected) {
    return curves_of_one_work(curves, selected, CurveKind::throughput);
}

Chart curve_chart(std::span<const Curve> curves, CurveKind kind, const CaseRecord* selected) {
    CurveView view;
    if (kind == CurveKind::block_sweep) view.y = CurveY::time;
    return CurveChart(curves, kind, selected, view).build(50);
}

Chart throughput_chart(std::span<const Curve> curves, const CaseRecord* selected, const CurveView& view) {
    return CurveChart(curves, CurveKind::throughput, selected, view).build(3);
}

using analyzer::Curve;

std::vector<std::vector<Curve>> curves_by_input(const std::vector<Curve>& curves) {
    const PartNames free{"variant", "parameters", "block", "device", "backend", "cache", "time-mode"};
    std::vector<std::vector<Curve>> groups;
    for (const auto& curve : curves) {
        const auto found = std::ranges::find_if(groups, [&](const auto& group) {
            return group.front().condition.leaving_free(free) == curve.condition.leaving_free(free);
        });
        (found == groups.end() ? groups.emplace_back() : *found).push_back(curve);
    }
    std::ranges::stable_sort(groups, std::greater{}, &std::vector<Curve>::size);
    return groups;
}

CurveChoice most_common_curves(const std::vector<Curve>& curves) {
    constexpr size_t most_named = 6;
    const auto groups = curves_by_input(curves);
    if (groups.empty()) return {};
    CurveChoice choice{groups.front(), {}};
    if (groups.size() == 1) return choice;
    const auto name = [](const std::vector<Curve>& group) {
        return join(std::array{"key", "n", "input"}, " ",
                    [&](const char* part) { return group.front().condition.text(part); });
    };
    std::vector<std::string> others;
    for (size_t i = 1; i < groups.size() && i <= most_named; ++i)
        others.push_back(fmt::format("{} ({})", name(groups[i]), groups[i].size()));
    if (groups.size() > most_named + 1)
        others.push_back(fmt::format("{} more", groups.size() - most_named - 1));
    choice.note = fmt::format("Of {} curves, {} are {}. --key, --input and --n choose others: {}.",
                              curves.size(), choice.curves.size(), name(groups.front()), join(others));
    return choice;
}
}
