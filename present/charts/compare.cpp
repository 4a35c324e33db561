#include "present/charts/compare.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/core.h>

#include "analyzer/timing/compare.hpp"
#include "core/text.hpp"
#include "present/charts/notes.hpp"
#include "present/palette.hpp"
#include "present/tables/compare.hpp"

namespace sortscope::present {
namespace {

using analyzer::ComparedPair;
using analyzer::Verdict;

/// Verdicts in the order of the legend, with their colours.
constexpr std::array<std::pair<Verdict, std::size_t>, 4> verdicts{
    {{Verdict::slower, 7}, {Verdict::faster, 2}, {Verdict::same, 9}, {Verdict::unclear, 1}}};

constexpr std::size_t outlier_colour = 7;

/// Notes of the table, shortened.
std::string notes_of_pairs(const std::vector<const ComparedPair*>& pairs, const std::string& base,
                           const std::string& other) {
    compare_parts::Widened one_round, recordings;
    std::size_t base_settings = 0, other_settings = 0, older = 0, single = 0;
    double level = analyzer::interval_level;
    for (const auto* pair : pairs) {
        if (pair->ratio->interval.level <= 0)
            ++single;
        else
            level = std::min(level, pair->ratio->interval.level);
        base_settings += pair->base.settings > 0;
        other_settings += pair->other.settings > 0;
        older += pair->base.older + pair->other.older > 0;
        if (pair->ratio->between_recordings()) recordings.add(*pair);
        if (!pair->ratio->of_rounds && pair->ratio->variation > 0) one_round.add(*pair);
    }
    auto text = "Intervals of " + format_percent(analyzer::interval_level);
    if (level < analyzer::interval_level)
        text += fmt::format(", where trials are too few their range, of {} at the least",
                            format_percent(level, 1));
    if (single > 0) text += ", of a single trial its time alone";
    const auto of_pairs = [&](std::size_t some) {
        return some == pairs.size() ? plural(some, "pair")
                                    : fmt::format("{} of {} pairs", some, pairs.size());
    };
    if (one_round.pairs > 0)
        text += fmt::format("; of {} with one round on a side widened by {}", of_pairs(one_round.pairs),
                            one_round.by());
    if (recordings.pairs > 0)
        text += fmt::format("; of {} with {} times of two recordings widened by {}, for the host drifts",
                            of_pairs(recordings.pairs), compare_parts::mode_words(recordings.modes),
                            recordings.by());
    text += '.';
    for (const auto& [settings, name] : {std::pair(base_settings, &base), std::pair(other_settings, &other)})
        if (settings > 0) text += fmt::format(" {}: the fastest of several parameters or blocks.", *name);
    if (older > 0)
        text += fmt::format(" {} of several cases of the condition: the newest.", plural(older, "pair"));
    return text;
}

/// A row for each name; a stripe around `centre` for effects that count as none.
void lay_rows(Chart& chart, double centre, double min_effect) {
    chart.sideways = true;
    chart.x.scale = Scale::categories;
    chart.x.names = true;
    chart.bands.push_back({centre / (1 + min_effect), centre * (1 + min_effect), true});
    chart.marks.push_back({Mark::Across::y, centre, "", {}});
}

Series point_series(std::string name, std::size_t colour) {
    Series series;
    series.kind = Series::Kind::points;
    series.name = std::move(name);
    series.intervals = true;
    series.provenance = Provenance::measured;
    series.colour = colour;
    return series;
}

}  // namespace

std::size_t compare_parts::verdict_colour(Verdict verdict) {
    return std::ranges::find(verdicts, verdict, &std::pair<Verdict, std::size_t>::first)->second;
}

Chart comparison_chart(const analyzer::Comparison& comparison, const std::string& base,
                       const std::string& other, double min_effect, std::size_t most) {
    Chart chart;
    const auto [said_of_base, said_of_other] = compare_parts::said_of_sides(comparison, base, other);
    chart.title =
        fmt::format("{} of {}{} over those of {}{}",
                    std::ranges::any_of(comparison.pairs, &ComparedPair::per_key) ? "Times per key" : "Times",
                    other, said_of_other, base, said_of_base);
    std::vector<const ComparedPair*> pairs;
    for (const auto& pair : comparison.pairs)
        if (pair.ratio && pair.verdict) pairs.push_back(&pair);
    if (pairs.empty()) {
        chart.empty_text = "The two sides have no condition that both were timed in.";
        return chart;
    }
    const auto effect = [](const ComparedPair* pair) { return std::log(pair->ratio->ratio); };
    const auto all = pairs.size();
    if (most > 0 && all > most) {
        std::ranges::stable_sort(pairs, std::greater{},
                                 [](const ComparedPair* pair) { return analyzer::effect_of(*pair); });
        pairs.resize(most);
        chart.note = fmt::format("{} of {} conditions: those of greatest effect.", most, all);
    }
    std::ranges::stable_sort(pairs, std::greater{}, effect);
    std::vector<Condition> conditions;
    for (const auto* pair : pairs) conditions.push_back(pair->condition);
    const ConditionWords words(conditions);
    chart.conditions = condition_text(words, conditions.front(), false);
    lay_rows(chart, 1, min_effect);
    const auto what = std::ranges::any_of(pairs, &ComparedPair::per_key) ? "time per key" : "time";
    chart.y.title = fmt::format("{0} of {1} / {0} of {2} (measured)", what, other, base);
    if (chart.y.title.size() > 60)
        chart.y.title = fmt::format("{0} of the other / {0} of the base (measured)", what);
    chart.y.scale = Scale::logarithmic;
    add_sentence(chart.note, compare_parts::said_of_work(pairs));
    add_sentence(chart.note,
                 fmt::format("The stripe is {}: effects within it count as the same. {}",
                             format_percent_short(min_effect), notes_of_pairs(pairs, base, other)));
    for (const auto& [verdict, colour] : verdicts) {
        auto series = point_series(std::string(analyzer::name_of(verdict)), colour);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto& pair = *pairs[i];
            if (*pair.verdict != verdict) continue;
            series.points.push_back(
                {.x = static_cast<double>(i),
                 .y = pair.ratio->ratio,
                 .low = pair.ratio->interval.low,
                 .high = pair.ratio->interval.high,
                 .case_id = pair.other.record->id,
                 .hint =
                     fmt::format("{}\n{}: {}\n{} -> {}", pair.condition.label(),
                                 compare_parts::verdict_text(pair), ratio_text(*pair.ratio),
                                 format_time_ns(pair.base_time->ns), format_time_ns(pair.other_time->ns))});
        }
        if (series.points.empty()) continue;
        series.name += fmt::format(" ({})", series.points.size());
        chart.series.push_back(std::move(series));
    }
    for (const auto& condition : conditions) {
        auto name = condition_text(words, condition, true);
        if (name.empty()) name = words.words(condition, "n");  // one row alone
        chart.x.ticks.push_back(name.empty() ? condition.label() : name);
    }
    return chart;
}

Chart history_chart(const analyzer::History& history, double min_effect) {
    Chart chart;
    chart.title = "Time over the runs";
    chart.conditions = history.condition.label();
    if (history.condition.time_mode == TimeMode::graph && chart.conditions.find("graph") == std::string::npos)
        chart.conditions += ", graph";
    if (history.points.empty()) {
        chart.empty_text = "Fewer than two runs have this case.";
        return chart;
    }
    Extent times;
    for (const auto& point : history.points) times.add(point.time.ns);
    const auto scale = time_scale(times.least, times.largest);
    auto line = point_series("median time", variant_colour(history.condition.subject)),
         apart = point_series("outlier", outlier_colour);
    line.kind = Series::Kind::line;
    chart.x.title = "run";
    chart.x.scale = Scale::categories;
    for (std::size_t i = 0; i < history.points.size(); ++i) {
        const auto& of = history.points[i];
        chart.x.ticks.push_back(std::to_string(static_cast<std::int64_t>(of.run)));
        (of.outlier ? apart : line)
            .points.push_back(
                {.x = static_cast<double>(i),
                 .y = of.time.ns / scale.ns,
                 .low = of.time.interval_ns.low / scale.ns,
                 .high = of.time.interval_ns.high / scale.ns,
                 .case_id = of.case_id,
                 .hint = fmt::format("run {}, case {}\n{}{}", static_cast<std::int64_t>(of.run),
                                     static_cast<std::int64_t>(of.case_id), format_time_ns(of.time.ns),
                                     of.outlier ? "\noutlier" : "")});
    }
    chart.y.unit = scale.unit;
    chart.y.title = fmt::format("median time ({}, measured)", scale.unit);
    chart.y.scale = Scale::logarithmic;  // equal parts look equal
    for (const auto& change : history.changes)
        chart.marks.push_back(
            {Mark::Across::x, static_cast<double>(change.at) - 0.5,
             fmt::format("{} {:+.1f} %{}", analyzer::name_of(change.verdict), 100 * (change.ratio.ratio - 1),
                         change.confirmed ? "" : " (last run)"),
             Provenance::measured});
    chart.note = fmt::format("{} of {} or more; intervals of {}.",
                             history.changes.empty() ? "No change" : plural(history.changes.size(), "change"),
                             format_percent_short(min_effect), format_percent(analyzer::interval_level));
    chart.series.push_back(std::move(line));
    if (!apart.points.empty()) chart.series.push_back(std::move(apart));
    return chart;
}

Chart pair_chart(const analyzer::ComparedPair& pair, const std::string& base, const std::string& other,
                 double min_effect) {
    Chart chart;
    if (!pair.ratio || !pair.verdict || !pair.base_time || !pair.other_time) {
        chart.empty_text = "The two sides have no times to compare.";
        return chart;
    }
    const bool per_key = pair.per_key();
    const auto keys = [&](const analyzer::Compared& of) {
        return per_key ? static_cast<double>(of.record->keys()) : 1.0;
    };
    struct Side {
        const analyzer::Compared* of;
        const analyzer::TimeEstimate* time;
        double keys;
        double value() const { return time->ns / keys; }
    };
    const std::array<Side, 2> sides{{{&pair.base, &*pair.base_time, keys(pair.base)},
                                     {&pair.other, &*pair.other_time, keys(pair.other)}}};
    const auto scale = time_scale(std::min(sides[0].value(), sides[1].value()),
                                  std::max(sides[0].value(), sides[1].value()));
    const auto what = per_key ? "time per key" : "time";
    chart.title = fmt::format("{} of {} and of {}", per_key ? "Times per key" : "Times", base, other);
    const std::vector<Condition> conditions{condition_of(*pair.base.record),
                                            condition_of(*pair.other.record)};
    const ConditionWords words(conditions);
    chart.conditions = condition_text(words, conditions[0], false);
    lay_rows(chart, sides[0].value() / scale.ns, min_effect);
    chart.x.ticks = {base, other};
    chart.y.unit = scale.unit;
    chart.y.title = fmt::format("{} ({}, measured)", what, scale.unit);
    auto series =
        point_series(fmt::format("{}: ratio {}", compare_parts::verdict_text(pair), ratio_text(*pair.ratio)),
                     compare_parts::verdict_colour(*pair.verdict));
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const auto& [of, time, keys_of] = sides[i];
        const double unit = keys_of * scale.ns;
        series.points.push_back(
            {.x = static_cast<double>(i),
             .y = sides[i].value() / scale.ns,
             .low = time->interval_ns.low / unit,
             .high = time->interval_ns.high / unit,
             .case_id = of->record->id,
             .hint = fmt::format(
                 "{}\n{}: {} ({} .. {}){}", case_words(*of), i == 0 ? "base" : "other",
                 format_time_ns(time->ns), format_time_ns(time->interval_ns.low),
                 format_time_ns(time->interval_ns.high),
                 per_key ? fmt::format("\n{} per key", format_time_ns(sides[i].value())) : std::string())});
    }
    chart.series.push_back(std::move(series));
    add_sentence(chart.note, compare_parts::said_of_work({&pair}));
    add_sentence(
        chart.note,
        fmt::format("The line is the base's {}. The stripe is {}: effects within it count as the same.", what,
                    format_percent_short(min_effect)));
    if (const auto level = std::min(sides[0].time->interval_ns.level, sides[1].time->interval_ns.level);
        level > 0)
        add_sentence(chart.note, fmt::format("Intervals of {}.",
                                             format_percent(level, level < analyzer::interval_level)));
    return chart;
}

}  // namespace sortscope::present
