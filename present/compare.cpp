#include "present/compare.hpp"

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/cells.hpp"
#include "present/compare_parts.hpp"
#include "present/condition_columns.hpp"

namespace sortscope::present {
namespace {

using namespace analyzer;
using namespace compare_parts;

std::vector<std::string> pair_notes(const Comparison& comparison, double min_effect) {
    std::vector<std::string> notes;
    const auto effect = format_percent_short(min_effect);
    notes.push_back(fmt::format("Ratios are other / base with intervals of 99 %. faster, slower: 1 lies outside the interval, and the ratio is {0} or more "
                                "away from it; same: the whole interval lies within {0}; unclear: neither.", effect));
    std::size_t one_round = 0, few = 0, older = 0, timers = 0;
    double least = 1, most = 0, level = 1, timer_ns = 0;
    for (const auto& pair : comparison.pairs) {
        if (pair.base.older + pair.other.older > 0) ++older;
        if (pair.ratio && pair.ratio->timer_ns > 0) ++timers, timer_ns = std::max(timer_ns, pair.ratio->timer_ns);
        if (!pair.ratio || pair.ratio->of_rounds) continue;
        ++one_round;
        least = std::min(least, pair.ratio->variation);
        most = std::max(most, pair.ratio->variation);
        if (pair.ratio->interval.level < interval_level) ++few, level = std::min(level, pair.ratio->interval.level);
    }
    if (one_round > 0)
        notes.push_back(fmt::format("{} {} one round on a side: the interval is widened by {}, which processes that run the same sort are known to differ by. "
                                    "Rounds (collect --rounds) tell more.", plural(one_round, "pair"), one_round == 1 ? "has" : "have",
                                    least == most ? format_percent_short(most) : format_percent_short(least) + " to " + format_percent_short(most)));
    if (timers > 0)
        notes.push_back(fmt::format("{}: graphs of one side were timed by stamps within them, of the other by events around them: the interval is widened by {}, twice what their empty graphs differ by.",
                                    plural(timers, "pair"), format_time_ns(timer_ns)));
    if (few > 0)
        notes.push_back(fmt::format("{} {} too few trials for 99 %: the interval is their range, of {} at the least.", plural(few, "pair"), few == 1 ? "has" : "have",
                                    format_percent(level, 1)));
    if (older > 0) notes.push_back(fmt::format("{}: a side has several cases of the condition; the newest is used.", plural(older, "pair")));
    return notes;
}

/// A condition that has no ratio, and why.
struct Uncompared {
    Condition condition;
    const Compared* base = nullptr;
    const Compared* other = nullptr;
    std::string why;
};

std::vector<Uncompared> uncompared(const Comparison& comparison, const std::string& base, const std::string& other) {
    // What is free in all pairs, for it differs between the sides, is no part of theirs either.
    ConditionParts free;
    for (std::size_t i = 0; i < condition_parts && !comparison.pairs.empty(); ++i)
        if (const auto part = static_cast<ConditionPart>(i); part != ConditionPart::time_mode && comparison.pairs.front().condition.free_parts().contains(part)) free.insert(part);
    std::vector<Uncompared> found;
    for (const auto& pair : comparison.pairs)
        if (!pair.ratio) found.push_back({shown_condition(pair), &pair.base, &pair.other, "not timed"});
    for (const auto& one : comparison.only_base) found.push_back({condition_of(*one.record).leaving_free(free), &one, nullptr, "only " + short_name(base)});
    for (const auto& one : comparison.only_other) found.push_back({condition_of(*one.record).leaving_free(free), nullptr, &one, "only " + short_name(other)});
    return found;
}

}  // namespace

std::string ratio_text(const RatioEstimate& ratio) { return fmt::format("{} ({})", format_ratio(ratio.ratio), interval_text(ratio.interval)); }

std::string comparison_summary(const Comparison& comparison) {
    auto text = fmt::format("{} in both", plural(comparison.pairs.size(), "condition"));
    if (comparison.timed > 0) {
        text += fmt::format(", {} timed:", comparison.timed == comparison.pairs.size() ? "all" : std::to_string(comparison.timed));
        std::vector<std::string> counts;
        for (const auto verdict : {Verdict::faster, Verdict::slower, Verdict::same, Verdict::unclear})
            if (const auto count = comparison.count(verdict); count > 0) counts.push_back(fmt::format("{} {}", count, name_of(verdict)));
        text += fmt::format(" {}; geometric mean of the ratios {}", join(counts), format_ratio(*comparison.mean_ratio));
    }
    return text;
}

Table comparison_table(const Comparison& comparison, const std::string& base, const std::string& other, double min_effect, bool all) {
    Table table;
    std::vector<Condition> conditions;
    for (const auto& pair : comparison.pairs)
        if (pair.ratio) conditions.push_back(shown_condition(pair));
    if (conditions.empty()) return table;
    const auto rest = all ? uncompared(comparison, base, other) : std::vector<Uncompared>{};
    for (const auto& one : rest) conditions.push_back(one.condition);
    const ConditionColumns columns(conditions, false, {ConditionPart::backend});
    table.title = fmt::format("{} / {}{}{}; measured", short_name(other), short_name(base), columns.shared().empty() ? "" : ": ", columns.shared());
    columns.add_columns(table.columns);
    auto base_ns = number_column("base_ns", "Time of the base", "base", "time", "Median time of the base; of several rounds the geometric mean of their medians.", 55);
    auto other_ns = number_column("other_ns", "Time of the other", "other", "time", "Median time of the other side.", 70);
    base_ns.unit = other_ns.unit = "ns";
    auto verdict = text_column("verdict", "Verdict", "verdict", "faster, slower, same or unclear, by the rule below.", 1000);
    table.columns.insert(table.columns.end(),
                         {std::move(base_ns), std::move(other_ns), number_column("ratio", "Ratio", "ratio", "", "Other time over base time.", 900),
                          text_column("interval", "Interval", "interval", "Of the ratio, 99 %.", 800),
                          number_column("ratio_low", "Ratio, at least", "", "", "Lower end of the interval.", 0),
                          number_column("ratio_high", "Ratio, at most", "", "", "Upper end of the interval.", 0),
                          number_column("level", "Level", "", "", "Of the interval.", 0), std::move(verdict),
                          number_column("rounds", "Rounds", "rounds", "", "Of the side that has fewer.", 40),
                          number_column("base_case", "Case of the base", "base", "case", "Number of the case in its file.", 35),
                          number_column("other_case", "Case of the other", "other", "case", "Number of the case in its file.", 35)});
    std::size_t at = 0;
    for (const auto& pair : comparison.pairs) {
        if (!pair.ratio) continue;
        auto cells = columns.cells(conditions[at++]);
        const auto& interval = pair.ratio->interval;
        cells.push_back(time_cell(pair.base_time->ns));
        cells.push_back(time_cell(pair.other_time->ns));
        cells.push_back(fixed_cell(pair.ratio->ratio, 3, Provenance::measured));
        cells.push_back(text_cell(interval_text(interval)));
        cells.push_back(fixed_cell(interval.low, 4, Provenance::measured));
        cells.push_back(fixed_cell(interval.high, 4, Provenance::measured));
        cells.push_back(fixed_cell(interval.level, 4));
        cells.push_back(text_cell(analyzer::name_of(*pair.verdict)));
        cells.push_back(count_cell(std::min(pair.base_time->rounds, pair.other_time->rounds)));
        cells.push_back(id_cell(pair.base.record->id));
        cells.push_back(id_cell(pair.other.record->id));
        table.row(std::move(cells));
    }
    for (const auto& one : rest) {
        auto cells = columns.cells(one.condition);
        const auto time = [](const Compared* of) {
            return of != nullptr && of->record->time ? time_cell(static_cast<double>(of->record->time->median_ns)) : Cell{};
        };
        cells.push_back(time(one.base));
        cells.push_back(time(one.other));
        cells.resize(cells.size() + 5);
        cells.push_back(text_cell(one.why));
        cells.emplace_back();
        cells.push_back(one.base != nullptr ? id_cell(one.base->record->id) : Cell{});
        cells.push_back(one.other != nullptr ? id_cell(one.other->record->id) : Cell{});
        table.row(std::move(cells));
    }
    table.notes = pair_notes(comparison, min_effect);
    return table;
}

std::string nothing_comparable(const Comparison& comparison, const Side& base, const Side& other, std::string_view freeing) {
    auto text = fmt::format("Nothing of {} and {} is comparable: no condition is in both.", base.name, other.name);
    if (base.cases.empty() || other.cases.empty())
        return text + fmt::format(" {} has no case that ended well.", base.cases.empty() ? base.name : other.name);
    if (!comparison.in_the_way.empty())
        text += fmt::format(" They differ in their {} at least; {}.", sortscope::name_of(comparison.in_the_way.front()),
                            fmt::format(fmt::runtime(freeing), sortscope::name_of(comparison.in_the_way.front())));
    return text;
}

std::string case_words(const Compared& one) {
    return fmt::format("{} (case {})", condition_of(*one.record).label(), static_cast<std::int64_t>(one.record->id));
}

Table history_table(std::span<const History> histories, double min_effect) {
    Table table;
    if (histories.empty()) return table;
    std::vector<Condition> conditions;
    for (const auto& history : histories) conditions.push_back(history.condition);
    const ConditionColumns columns(conditions, true, {ConditionPart::backend});
    table.title = fmt::format("Times over the runs{}{}; measured", columns.shared().empty() ? "" : ": ", columns.shared());
    columns.add_columns(table.columns);
    auto first = number_column("first_ns", "Time of the first run", "first", "run", "Median time of the first run that has the case.", 60);
    auto last = number_column("last_ns", "Time of the last run", "last", "run", "Median time of the last run that has the case.", 70);
    first.unit = last.unit = "ns";
    auto changes = text_column("changes", "Changes", "changes", "The run from which on the time is another, and its ratio to before.", 1000);
    table.columns.insert(table.columns.end(), {number_column("runs", "Runs", "runs", "", "Runs that have the case.", 80), std::move(first), std::move(last), std::move(changes)});
    for (std::size_t i = 0; i < histories.size(); ++i) {
        const auto& history = histories[i];
        std::vector<std::string> texts;
        for (const auto& change : history.changes)
            texts.push_back(fmt::format("{} from run {}: {}{}", analyzer::name_of(change.verdict), static_cast<std::int64_t>(history.points[change.at].run),
                                        format_ratio(change.ratio.ratio), change.confirmed ? "" : " (last run)"));
        for (const auto& point : history.points)
            if (point.outlier) texts.push_back(fmt::format("run {} apart", static_cast<std::int64_t>(point.run)));
        auto cells = columns.cells(conditions[i]);
        cells.push_back(count_cell(static_cast<std::int64_t>(history.points.size())));
        cells.push_back(time_cell(history.points.front().time.ns));
        cells.push_back(time_cell(history.points.back().time.ns));
        cells.push_back(text_cell(texts.empty() ? "none" : join(texts)));
        table.row(std::move(cells));
    }
    table.notes.push_back(fmt::format("A run changes the time where it is slower or faster by {} or more than all runs since the last change together, and the run after it "
                                      "says the same; else it stands apart. The last run is not confirmed by another.", format_percent_short(min_effect)));
    return table;
}

}  // namespace sortscope::present
