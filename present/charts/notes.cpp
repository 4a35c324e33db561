#include "present/charts/notes.hpp"

#include <set>

#include <fmt/core.h>

#include "analyzer/launches/breakdown.hpp"
#include "analyzer/timing/difference.hpp"
#include "analyzer/timing/interval.hpp"
#include "core/ranges.hpp"
#include "present/axis.hpp"
#include "present/cells.hpp"
#include "present/charts/breakdown.hpp"
#include "present/tables/compare.hpp"

namespace sortscope::present {
using namespace analyzer;

void add_sentence(std::string& note, std::string_view sentence) {
    if (!note.empty() && !sentence.empty()) note += ' ';
    note += sentence;
}

void add_without(std::string& note, std::string_view what, std::span<const std::string> names) {
    if (!names.empty()) add_sentence(note, fmt::format("Without {}: {}.", what, join(names, "; ")));
}

Point time_point(double x, const TimeEstimate& time, double unit_ns, CaseId id) {
    return {.x = x,
            .y = time.ns / unit_ns,
            .low = time.interval_ns.low / unit_ns,
            .high = time.interval_ns.high / unit_ns,
            .case_id = id};
}

void name_points(Series& series, const std::string& name) {
    for (auto& point : series.points) point.hint = name + "\n" + point.hint;
}

std::string launches_drawn(size_t drawn, uint64_t of, bool all_in_part) {
    if (drawn >= of) return {};
    if (all_in_part)
        return "All launches in sight are drawn; of those farther off the longest at each place.";
    return fmt::format("{} of {} launches are drawn: the longest at each place. Zoom in to see all.",
                       format_grouped(int64_t(drawn)), format_grouped(int64_t(of)));
}

std::string network_too_large(uint64_t n, uint64_t most) {
    if (n == 0)
        return fmt::format("Networks of up to {} keys are drawn; how many this program sorts is not known.",
                           most);
    return fmt::format("Networks of up to {} keys are drawn; this case sorts {}.", most, format_count(n));
}

std::string compared_name(const std::string& name) { return name + " (compared)"; }

std::string sweeps_drawn(size_t drawn, size_t of) {
    return drawn < of ? fmt::format("{} of {} sweeps are drawn.", drawn, of) : std::string();
}

std::string sweeps_of_others(const std::string& variant) {
    return fmt::format("No sweep of {} is in the file: those of others are shown.", variant);
}

std::string counters_of_one_file(std::span<const std::string> names) {
    return fmt::format("Not drawn: {}. Counters come from the file of the shown case only.",
                       join(names, "; "));
}

std::string different_networks(std::span<const OverlayCase> cases) {
    const auto sums = [](const OverlayCase& one) {
        return mapped(one.breakdown->rows, [](const BreakdownRow& row) { return row.sums; });
    };
    const auto& base = cases.front();
    for (const auto& other : cases.subspan(1)) {
        if (other.record->subject.name == base.record->subject.name) continue;
        const auto stages = difference(sums(base), sums(other), {}, {}, 0, 0, StageMatch::label).stages;
        const bool fewer = other.breakdown->grouping == Grouping::substage &&
                           other.breakdown->rows.size() != base.breakdown->rows.size();
        if (fewer || stages.empty() || std::ranges::any_of(stages, [](const StageDifference& one) {
                return one.stage != one.other_stage;
            }))
            return "The networks differ: stages are paired by number, not by step.";
    }
    return {};
}

std::string branches_counted_twice(const Breakdown& breakdown) {
    const auto divergence = breakdown.value(metric("divergent_pct"), breakdown.total),
               efficiency = breakdown.value(metric("branch_efficiency_pct"), breakdown.total);
    if (!divergence || !efficiency || divergence->provenance == efficiency->provenance) return {};
    return fmt::format(
        "Divergence is {}: of branches in the source. Branch efficiency is {}: of branches in the machine "
        "code, where the compiler has made predicates of many. "
        "The two need not add up.",
        name_of(divergence->provenance), name_of(efficiency->provenance));
}

std::string comparison_sentence(const Comparison& comparison, const std::string& base,
                                const std::string& other, const std::string& freed) {
    auto text = fmt::format("{} against {}: {}", other, base, verdict_counts(comparison));
    for (const auto& [alone, name] :
         {std::pair(&comparison.only_base, &base), std::pair(&comparison.only_other, &other)})
        if (!alone->empty()) text += fmt::format("; {} only in {}", alone->size(), *name);
    if (!freed.empty()) text += "; whatever their " + freed;
    size_t left_out = 0;
    const auto count = [&](const Compared& one) { left_out += one.other_devices.size(); };
    for (const auto& pair : comparison.pairs) count(pair.base), count(pair.other);
    for (const auto* alone : {&comparison.only_base, &comparison.only_other})
        std::ranges::for_each(*alone, count);
    if (left_out > 0) text += fmt::format("; {} of other devices left out", plural(left_out, "condition"));
    return text + '.';
}

namespace {
constexpr double same_place = 0.015;  // part of the axis; closer marks overlap
constexpr const char* of_document = " (published)";

/// Part of `lower` that `upper` covers: "" for all, or " up to 16". Absent if few points are covered.
std::optional<std::string> covered_part(const Chart& chart, const Series& lower, const Series& upper) {
    if (lower.kind == Series::Kind::bars) return std::nullopt;
    const AxisScale scale(chart.y, y_range(chart));
    std::vector<size_t> covered;  // indices of points of `lower`
    size_t apart = 0;             // uncovered points after the first covered point
    size_t apart_within = 0;      // uncovered points between the first and last covered point
    for (size_t i = 0; i < lower.points.size(); ++i) {
        const auto* other = find_or_null(upper.points, lower.points[i].x, &Point::x);
        if (other == nullptr) continue;
        if (std::abs(scale.part(*other->y) - scale.part(*lower.points[i].y)) < same_place)
            covered.push_back(i), apart_within = apart;
        else if (!covered.empty())
            ++apart;
    }
    const auto count = covered.size(), all = lower.points.size();
    if (count < 2 || 2 * count < all || 3 * apart_within > count) return std::nullopt;
    const auto place = [&](size_t i) {
        const double x = lower.points[i].x;
        if (chart.x.scale == Scale::categories)
            return (chart.x.names ? "" : chart.x.title + " ") + chart.x.ticks[size_t(x)];
        return chart.x.powers ? fmt::format("2^{}", x) : format_count(uint64_t(std::lround(std::exp2(x))));
    };
    const auto first = covered.front(), last = covered.back();
    return 4 * count >= 3 * all ? ""
           : last + 1 == all    ? fmt::format(" from {} on", place(first))
           : first == 0         ? fmt::format(" up to {}", place(last))
                                : fmt::format(" from {} to {}", place(first), place(last));
}
}  // namespace

std::string hidden_series(const Chart& chart) {
    std::vector<std::string> pairs;
    std::set<std::pair<std::string, std::string>> named;
    const auto plain = [](const std::string& name) { return name.substr(0, name.find(of_document)); };
    for (auto lower = chart.series.begin(); lower != chart.series.end(); ++lower)
        for (auto upper = lower + 1; upper != chart.series.end(); ++upper)
            if (const auto part = covered_part(chart, *lower, *upper)) {
                const auto [hidden, seen] =
                    lower->marked && !upper->marked ? std::pair(upper, lower) : std::pair(lower, upper);
                if (named.emplace(plain(hidden->name), plain(seen->name)).second)
                    pairs.push_back(fmt::format("{} {} {}{}", hidden->name,
                                                pairs.empty() ? "is hidden behind" : "behind", seen->name,
                                                *part));
                break;
            }
    return pairs.empty() ? "" : join(pairs) + ".";
}
}
