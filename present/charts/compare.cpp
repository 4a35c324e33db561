#include "present/charts/compare.hpp"

#include <fmt/core.h>

#include "core/times.hpp"
#include "present/charts/notes.hpp"
#include "present/palette.hpp"

namespace sortscope::present {
using namespace analyzer;

namespace {
/// Verdicts in the legend's order, with their colours.
constexpr std::pair<Verdict, size_t> verdicts[] = {{Verdict::slower, 7},
                                                   {Verdict::faster, 2},
                                                   {Verdict::same, 9},
                                                   {Verdict::unclear, 1},
                                                   {Verdict::host, 3}};

constexpr size_t outlier_colour = 7;
constexpr const char* mean_of_rounds = "geometric mean of the rounds' medians";

std::string notes_of_pairs(const std::vector<const ComparedPair*>& pairs, const std::string& base,
                           const std::string& other) {
    Widened one_round, recordings;
    bool base_settings = false, other_settings = false;
    size_t older = 0, single = 0;
    double level = interval_level;
    for (const auto* pair : pairs) {
        if (pair->ratio->interval.level <= 0)
            ++single;
        else
            level = std::min(level, pair->ratio->interval.level);
        base_settings |= pair->base.settings > 0;
        other_settings |= pair->other.settings > 0;
        older += pair->base.older + pair->other.older > 0;
        if (pair->ratio->between_recordings()) recordings.add(*pair);
        if (!pair->ratio->of_rounds && pair->ratio->variation > 0) one_round.add(*pair);
    }
    auto text = fmt::format("Intervals have a level of {}.", format_percent(interval_level));
    if (level < interval_level)
        text += fmt::format(" If trials are too few, their range is drawn: {} or more.",
                            format_percent(level, 1));
    if (single > 0) text += " A single trial has no interval.";
    const auto of_pairs = [&](size_t some) {
        return some == pairs.size() ? plural(some, "pair")
                                    : fmt::format("{} of {} pairs", some, pairs.size());
    };
    if (one_round.pairs > 0)
        text += fmt::format(" A single round widens the intervals of {} by {}.", of_pairs(one_round.pairs),
                            one_round.by());
    if (recordings.pairs > 0)
        text += fmt::format(" Host drift between recordings widens the intervals of {} ({} times) by {}.",
                            of_pairs(recordings.pairs), mode_words(recordings.modes), recordings.by());
    constexpr auto fastest = " {}: the fastest of several parameters or blocks.";
    if (base_settings) text += fmt::format(fastest, base);
    if (other_settings) text += fmt::format(fastest, other);
    if (older > 0)
        text += fmt::format(" {} of several cases of the condition: the newest.", plural(older, "pair"));
    return text;
}

/// A stripe around `centre` covers effects below `min_effect`.
void lay_rows(Chart& chart, double centre, double min_effect) {
    chart.sideways = true;
    chart.x.scale = Scale::categories;
    chart.x.names = true;
    chart.bands.push_back({centre / (1 + min_effect), centre * (1 + min_effect), true});
    chart.marks.push_back({Mark::Across::y, centre, "", {}});
}

/// One row for each condition, with ratios around 1.
void lay_conditions(Chart& chart, const ConditionWords& words, double min_effect) {
    chart.conditions = words.all_words(words.conditions().front(), false);
    lay_rows(chart, 1, min_effect);
    chart.y.scale = Scale::logarithmic;
    for (const auto& condition : words.conditions()) {
        auto name = words.all_words(condition, true);
        if (name.empty()) name = words.words(condition, "n");  // there is only one row
        chart.x.ticks.push_back(name.empty() ? condition.label() : name);
    }
}

void title_times(Chart& chart, const std::string& what, const char* unit) {
    chart.y.unit = unit;
    chart.y.title = fmt::format("{} ({}, measured)", what, unit);
}

Series point_series(std::string name, size_t colour) {
    return {.kind = Series::Kind::points,
            .name = std::move(name),
            .provenance = Provenance::measured,
            .intervals = true,
            .colour = colour};
}

using Trials = std::vector<const TrialRecord*>;

double ns_of(const TrialRecord& trial) { return double(*trial.duration_ns); }

std::string trial_text(const TrialRecord& trial) {
    auto text = fmt::format("{} trial {}, round {}: {}", name_of(trial.kind), trial.index, trial.round + 1,
                            format_time_ns(ns_of(trial)));
    if (!trial.accepted) text += "\nleft out: " + trial.note;
    if (trial.sm_clock_mhz) text += fmt::format("\nSM clock {} MHz", *trial.sm_clock_mhz);
    return text;
}

Trials timed_trials(const CaseRecord& details) {
    Trials trials;
    for (const auto& trial : details.trials)
        if (is_time_of(trial, details.time_mode)) trials.push_back(&trial);
    std::ranges::stable_sort(trials, {}, &TrialRecord::round);
    return trials;
}

/// Every second round has a band.
std::vector<Band> round_bands(const Trials& trials) {
    std::vector<Band> bands;
    bool odd = false;
    for (auto from = trials.begin(); from != trials.end(); odd = !odd) {
        const auto end =
            std::ranges::upper_bound(from, trials.end(), (*from)->round, {}, &TrialRecord::round);
        if (odd) bands.push_back({double(from - trials.begin()) + 0.5, double(end - trials.begin()) + 0.5});
        from = end;
    }
    return bands;
}
}  // namespace

Chart comparison_chart(const Comparison& comparison, const std::string& base, const std::string& other,
                       double min_effect, size_t most) {
    const auto [said_of_base, said_of_other] = said_of_sides(comparison, base, other);
    const auto per = words_of(per_of(comparison));
    Chart chart{.title = fmt::format("Times{} of {}{} over those of {}{}", per, other, said_of_other, base,
                                     said_of_base),
                .empty_text = "The two sides have no condition that both were timed in."};
    std::vector<const ComparedPair*> pairs;
    for (const auto& pair : comparison.pairs)
        if (pair.ratio && pair.verdict) pairs.push_back(&pair);
    if (pairs.empty()) return chart;
    const auto all = pairs.size();
    if (all > most) {
        std::ranges::stable_sort(pairs, std::greater{},
                                 [](const ComparedPair* pair) { return effect_of(*pair); });
        pairs.resize(most);
        chart.note = fmt::format("{} of {} conditions: those of greatest effect.", most, all);
    }
    std::ranges::stable_sort(pairs, std::greater{},
                             [](const ComparedPair* pair) { return pair->ratio->ratio; });
    lay_conditions(chart, ConditionWords(mapped(pairs, &ComparedPair::condition)), min_effect);
    chart.y.title = fmt::format("time{0} of {1} / time{0} of {2} (measured)", per, other, base);
    if (chart.y.title.size() > 60)
        chart.y.title = fmt::format("time{0} of the other / time{0} of the base (measured)", per);
    add_sentence(chart.note, said_of_work(pairs));
    add_sentence(chart.note,
                 fmt::format("The stripe is {}: effects within it count as the same. {}",
                             format_percent_short(min_effect), notes_of_pairs(pairs, base, other)));
    for (const auto& [verdict, colour] : verdicts) {
        auto series = point_series(std::string(name_of(verdict)), colour);
        for (size_t i = 0; i < pairs.size(); ++i) {
            const auto& pair = *pairs[i];
            if (*pair.verdict != verdict) continue;
            series.points.push_back(
                {.x = double(i),
                 .y = pair.ratio->ratio,
                 .low = pair.ratio->interval.low,
                 .high = pair.ratio->interval.high,
                 .case_id = pair.other.record->id,
                 .hint = fmt::format("{}\n{}: {}\n{} -> {} ({})", pair.condition.label(), verdict_text(pair),
                                     ratio_text(*pair.ratio), format_time_ns(pair.base_time->ns),
                                     format_time_ns(pair.other_time->ns), mean_of_rounds)});
        }
        if (series.points.empty()) continue;
        series.name += fmt::format(" ({})", series.points.size());
        chart.series.push_back(std::move(series));
    }
    return chart;
}

Chart sectors_comparison_chart(std::span<const PairDifference> pairs, const std::string& base,
                               const std::string& other) {
    const auto& sectors = metric("global_sectors");
    struct Sectors {
        const ComparedPair* pair;
        MetricValue from, to;
        double ratio;
    };
    std::vector<Sectors> rows;
    for (const auto& one : pairs) {
        const auto value = [&](const LaunchSums& sums, const Compared& of) {
            return evaluate(sectors, metric_input(sums, of.record->bytes()));
        };
        const auto from = value(one.difference.total.base, one.pair->base),
                   to = value(one.difference.total.other, one.pair->other);
        if (!from || !to || from->provenance != to->provenance) continue;
        if (const auto ratio = ratio_to(*from, *to)) rows.push_back({one.pair, *from, *to, *ratio});
    }
    Chart chart{.title = fmt::format("Sectors of {} over those of {}", other, base),
                .empty_text = counters_alone};
    if (rows.empty()) return chart;
    std::ranges::stable_sort(rows, std::greater{}, &Sectors::ratio);
    lay_conditions(chart, ConditionWords(mapped(rows, [](const auto& row) { return row.pair->condition; })),
                   0);
    chart.note = sectors_for_times;
    auto& series = chart.series.emplace_back(point_series("sectors", 4));
    series.intervals = false;
    std::set<Provenance> sources;
    for (const auto& [pair, from, to, ratio] : rows) {
        sources.insert(from.provenance);
        series.points.push_back(
            {.x = double(series.points.size()),
             .y = ratio,
             .case_id = pair->other.record->id,
             .hint = fmt::format("{}\n{} of the base's sectors\n{} -> {} ({})", pair->condition.label(),
                                 format_ratio(ratio), format_figure(from.value.as_double()),
                                 format_figure(to.value.as_double()), name_of(from.provenance))});
    }
    series.add_sources(sources);
    chart.y.title = titled("sectors of the other / sectors of the base", {}, sources);
    return chart;
}

Chart history_chart(const History& history, double min_effect) {
    Chart chart{.title = "Time over the runs",
                .conditions = history.condition.label(),
                .empty_text = "Fewer than two runs have this case."};
    if (history.condition.time_mode == TimeMode::graph && chart.conditions.find("graph") == std::string::npos)
        chart.conditions += ", graph";
    if (history.points.empty()) return chart;
    Extent times;
    for (const auto& point : history.points) times.add(point.time.ns);
    const auto scale = time_scale(times.least, times.largest);
    auto line = point_series("median time", variant_colour(history.condition.subject)),
         apart = point_series("outlier", outlier_colour);
    line.kind = Series::Kind::line;
    chart.x.title = "run";
    chart.x.scale = Scale::categories;
    for (size_t i = 0; i < history.points.size(); ++i) {
        const auto& of = history.points[i];
        chart.x.ticks.push_back(fmt::format("{}", of.run));
        auto point = time_point(double(i), of.time, scale.ns, of.case_id);
        point.hint = fmt::format("run {}, case {}\n{}{}", of.run, of.case_id, format_time_ns(of.time.ns),
                                 of.outlier ? "\noutlier" : "");
        (of.outlier ? apart : line).points.push_back(std::move(point));
    }
    title_times(chart, "median time", scale.unit);
    chart.y.scale = Scale::logarithmic;  // so that equal ratios look equal
    for (const auto& change : history.changes)
        chart.marks.push_back(
            {Mark::Across::x, double(change.at) - 0.5,
             fmt::format("{} {:+.1f} %{}", name_of(change.verdict), 100 * (change.ratio.ratio - 1),
                         change.confirmed ? "" : " (last run)"),
             Provenance::measured});
    chart.note = fmt::format("{} of {} or more; intervals of {}.",
                             history.changes.empty() ? "No change" : plural(history.changes.size(), "change"),
                             format_percent_short(min_effect), format_percent(interval_level));
    chart.series.push_back(std::move(line));
    if (!apart.points.empty()) chart.series.push_back(std::move(apart));
    return chart;
}

Chart pair_chart(const ComparedPair& pair, const std::string& base, const std::string& other,
                 double min_effect) {
    if (!pair.ratio || !pair.verdict || !pair.base_time || !pair.other_time)
        return {.empty_text = "The two sides have no times to compare."};
    const auto per = words_of(pair.per);
    struct Side {
        const Compared& of;
        const TimeEstimate& time;
        double units, value = time.ns / units;
    };
    const auto side = [&](const Compared& of, const TimeEstimate& time) {
        return Side{of, time, units_of(*of.record, pair.per)};
    };
    const Side sides[] = {side(pair.base, *pair.base_time), side(pair.other, *pair.other_time)};
    const auto scale =
        time_scale(std::min(sides[0].value, sides[1].value), std::max(sides[0].value, sides[1].value));
    Chart chart{.title = fmt::format("Times{} of {} and of {}", per, base, other)};
    const auto condition = condition_of(*pair.base.record);
    chart.conditions =
        ConditionWords({condition, condition_of(*pair.other.record)}).all_words(condition, false);
    lay_rows(chart, sides[0].value / scale.ns, min_effect);
    chart.x.ticks = {base, other};
    chart.y.unit = scale.unit;
    chart.y.title = fmt::format("time{} ({}, measured; {})", per, scale.unit, mean_of_rounds);
    auto& series = chart.series.emplace_back(
        point_series(fmt::format("{}: ratio {}", verdict_text(pair), ratio_text(*pair.ratio)),
                     std::ranges::find(verdicts, *pair.verdict, &std::pair<Verdict, size_t>::first)->second));
    for (const auto& [of, time, units, value] : sides) {
        auto& point = series.points.emplace_back(
            time_point(double(series.points.size()), time, units * scale.ns, of.record->id));
        point.hint = fmt::format("{}\n{}: {} ({} .. {})", case_words(of), point.x == 0 ? "base" : "other",
                                 format_time_ns(time.ns), format_time_ns(time.interval_ns.low),
                                 format_time_ns(time.interval_ns.high));
        if (!per.empty()) point.hint += fmt::format("\n{}{}", format_time_ns(value), per);
    }
    chart.note = said_of_work({&pair});
    add_sentence(
        chart.note,
        fmt::format("The line is the base's time{}. The stripe is {}: effects within it count as the same.",
                    per, format_percent_short(min_effect)));
    if (const auto level = std::min(sides[0].time.interval_ns.level, sides[1].time.interval_ns.level);
        level > 0)
        add_sentence(chart.note,
                     fmt::format("Intervals of {}.", format_percent(level, level < interval_level)));
    return chart;
}

Chart trials_chart(std::span<const CaseRecord* const> cases) {
    Chart chart;
    if (cases.empty()) return chart;
    const bool alone = cases.size() == 1;
    const auto names = alone ? std::vector<std::string>(1) : overlay_names(cases);
    chart.title = "Time trials";
    std::vector<Trials> trials;
    Extent times;
    std::vector<std::string> without;
    for (const auto* record : cases) {
        const auto& own = trials.emplace_back(timed_trials(*record));
        for (const auto* trial : own) times.add(ns_of(*trial));
        if (own.empty()) without.push_back(names[trials.size() - 1]);
    }
    if (times.empty()) {
        chart.empty_text = alone ? "This case has no time trials: its figures are counts."
                                 : "None of these cases has time trials: their figures are counts.";
        return chart;
    }
    const auto scale = time_scale(times.least, times.largest);
    const auto colours =
        line_colours(mapped(cases, [](const CaseRecord* record) { return condition_of(*record); }));
    for (size_t i = 0; i < cases.size(); ++i) {
        for (const bool accepted : {true, false}) {
            Series series{.kind = Series::Kind::points,
                          .name = names[i] + (accepted ? "" : ", left out"),
                          .provenance = Provenance::measured,
                          .emphasised = !alone && i == 0,
                          .dashed = !accepted,
                          .colour = colours[i]};
            if (alone) {
                series.name = accepted ? "accepted" : "left out of the summary";
                series.colour = accepted ? std::nullopt : std::optional(outlier_colour);
            } else if (accepted && cases[i]->time) {
                // The legend names the medians, because lines of close medians have no room for names.
                series.name += ": median " + time_text(cases[i]->time->median_ns);
            }
            for (size_t at = 0; at < trials[i].size(); ++at)
                if (const auto& trial = *trials[i][at]; trial.accepted == accepted)
                    series.points.push_back({.x = double(at + 1),
                                             .y = ns_of(trial) / scale.ns,
                                             .row = at,
                                             .hint = (alone ? "" : names[i] + "\n") + trial_text(trial)});
            if (!series.points.empty()) chart.series.push_back(std::move(series));
        }
        if (!trials[i].empty() && cases[i]->time) {
            const auto median = double(cases[i]->time->median_ns);
            chart.marks.push_back({Mark::Across::y, median / scale.ns,
                                   alone ? "median " + format_time_ns(median) : "", Provenance::measured});
        }
    }
    if (alone) chart.bands = round_bands(trials.front());
    add_without(chart.note, "time trials", without);
    chart.x.title = fmt::format("{} trials by order", alone ? name_of(cases.front()->time_mode) : "time");
    title_times(chart, "time", scale.unit);
    if (!alone && times.exceeds(20)) chart.y.scale = Scale::logarithmic;
    return chart;
}
}
