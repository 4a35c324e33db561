#include "present/charts/curves.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/core.h>

#include "analyzer/curves/curve.hpp"
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

constexpr std::size_t most_lines = 10;  // more cannot be told apart

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

}  // namespace sortscope::present
