#include "present/compare.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/core.h>

#include "analyzer/devices.hpp"
#include "core/text.hpp"
#include "present/cells.hpp"
#include "present/compare_parts.hpp"
#include "present/condition_columns.hpp"

namespace sortscope::present {
namespace {

using namespace analyzer;
using namespace compare_parts;

/// Where a side has cases of several devices: which of them are compared, and how to choose another.
std::vector<std::string> device_notes(const Comparison& comparison) {
    std::vector<std::string> notes;
    for (const auto side : {&ComparedPair::base, &ComparedPair::other}) {
        std::size_t pairs = 0;
        const CaseFile* file = nullptr;
        for (const auto& pair : comparison.pairs)
            if (!(pair.*side).other_devices.empty()) ++pairs, file = (pair.*side).file;
        if (pairs == 0) continue;
        std::vector<DeviceKey> keys;
        for (const auto& record : file->cases) keys.push_back(device_key(record.device));
        const auto names = told_apart(keys);
        std::set<std::string> used, others;
        for (const auto& pair : comparison.pairs) {
            const auto& one = pair.*side;
            if (one.other_devices.empty()) continue;
            used.insert(names.at(device_key(one.record->device)));
            for (const auto& key : one.other_devices) others.insert(names.at(key));
        }
        const auto list = [](const std::set<std::string>& all) { return join(std::vector<std::string>(all.begin(), all.end())); };
        notes.push_back(fmt::format("{}: {} has cases of several devices; the newest is used, of {}, not those of {}. --across device=BASE,OTHER names a device for each side.",
                                    plural(pairs, "pair"), short_name(file->name), list(used), list(others)));
    }
    return notes;
}

std::vector<std::string> pair_notes(const Comparison& comparison, double min_effect) {
    std::vector<std::string> notes;
    const auto effect = format_percent_short(min_effect);
    notes.push_back(fmt::format("Ratios are other / base with intervals of 99 %. faster, slower: 1 lies outside the interval, and the ratio is {0} or more "
                                "away from it; same: the whole interval lies within {0}; unclear: neither.", effect));
    Widened one_round, recordings;
    std::size_t few = 0, single = 0, older = 0, settings = 0, timers = 0;
    double level = 1, timer_ns = 0;
    for (const auto& pair : comparison.pairs) {
        if (pair.base.older + pair.other.older > 0) ++older;
        if (pair.base.settings + pair.other.settings > 0) ++settings;
        if (pair.ratio && pair.ratio->timer_ns > 0) ++timers, timer_ns = std::max(timer_ns, pair.ratio->timer_ns);
        if (!pair.ratio) continue;
        if (pair.ratio->between_recordings()) recordings.add(*pair.ratio);
        if (pair.ratio->of_rounds || pair.ratio->variation <= 0) continue;  // nothing is widened of a case and itself
        one_round.add(*pair.ratio);
        if (pair.ratio->interval.level <= 0) ++single;
        else if (pair.ratio->interval.level < interval_level) ++few, level = std::min(level, pair.ratio->interval.level);
    }
    if (one_round.pairs > 0)
        notes.push_back(fmt::format("{} {} one round on a side: the interval is widened by {}, which processes that run the same sort are known to differ by. "
                                    "Rounds (collect --rounds) tell more.", plural(one_round.pairs, "pair"), one_round.pairs == 1 ? "has" : "have", one_round.by()));
    if (recordings.pairs > 0)
        notes.push_back(fmt::format("{} of stream times {} of two recordings: rounds of one do not hold how far the host drifts until the other, so the interval is widened by {}. "
                                    "Graph times (--time-mode graph) need none of it.", plural(recordings.pairs, "pair"), recordings.pairs == 1 ? "is" : "are", recordings.by()));
    if (timers > 0)
        notes.push_back(fmt::format("{}: graphs of one side were timed by stamps within them, of the other by events around them: the interval is widened by {}, twice what their empty graphs differ by.",
                                    plural(timers, "pair"), format_time_ns(timer_ns)));
    if (few > 0)
        notes.push_back(fmt::format("{} {} too few trials for 99 %: the interval is their range, of {} at the least.", plural(few, "pair"), few == 1 ? "has" : "have",
                                    format_percent(level, 1)));
    if (single > 0)
        notes.push_back(fmt::format("{} {} a single trial on a side, which does not tell how well the time is known: of that side the interval is the time itself.", plural(single, "pair"),
                                    single == 1 ? "has" : "have"));
    if (older > 0) notes.push_back(fmt::format("{}: a side has several cases of the condition; the newest is used.", plural(older, "pair")));
    for (const auto& note : device_notes(comparison)) notes.push_back(note);
    if (settings > 0)
        notes.push_back(fmt::format("{}: a side has several parameters or blocks; the fastest of them is used, which the best of several times flatters a little. "
                                    "--param and --block choose others.", plural(settings, "pair")));
    return notes;
}

ConditionParts free_in(const Comparison& comparison) {
    ConditionParts free;
    for (std::size_t i = 0; i < condition_parts && !comparison.pairs.empty(); ++i)
        if (const auto part = static_cast<ConditionPart>(i); part != ConditionPart::time_mode && comparison.pairs.front().condition.free_parts().contains(part)) free.insert(part);
    return free;
}

/// What a side's cases have in the parts that are free: what all of them share is said behind the side's name, the rest gets columns.
class SideColumns {
 public:
    /// `conditions` are the side's, `words` know those of both sides, of which `apart` are free and not all the same.
    SideColumns(const char* side, const std::string& name, const std::vector<Condition>& conditions, const ConditionWords& words, ConditionParts apart)
        : side_(side), words_(words) {
        for (std::size_t i = 0; i < condition_parts; ++i) {
            const auto part = static_cast<ConditionPart>(i);
            if (!apart.contains(part) || conditions.empty()) continue;
            const auto& first = conditions.front();
            if (std::ranges::any_of(conditions, [&](const Condition& one) { return words_.text(one, part) != words_.text(first, part); })) {
                parts_.push_back(part);
                continue;
            }
            const auto text = words_.words(first, part);
            if (!text.empty() && name.find(first.text(part)) == std::string::npos) said_ += (said_.empty() ? " (" : ", ") + text;
        }
        if (!said_.empty()) said_ += ')';
    }
    const std::string& said() const { return said_; }
    void add_columns(std::vector<Column>& columns) const {
        for (const auto part : parts_) {
            const std::string name(sortscope::name_of(part));
            auto column = text_column(side_ + "_" + name, "The " + side_ + "'s " + name, side_ + "'s", "Of the case of the " + side_ + " that is compared.", 850);
            column.subhead = name;
            column.fit = Fit::wrap;
            column.least = 8;
            columns.push_back(std::move(column));
        }
    }
    /// Nothing: a side that has no case.
    void add_cells(std::vector<Cell>& cells, const Compared* one) const {
        for (const auto part : parts_) cells.push_back(one == nullptr ? Cell{} : text_cell(words_.text(condition_of(*one->record), part)));
    }

 private:
    std::string side_, said_;
    const ConditionWords& words_;
    std::vector<ConditionPart> parts_;
};

/// A condition that has no ratio, and why.
struct Uncompared {
    Condition condition;
    const Compared* base = nullptr;
    const Compared* other = nullptr;
    std::string why;
};

std::vector<Uncompared> uncompared(const Comparison& comparison, const std::string& base, const std::string& other) {
    // What is free in all pairs, for it differs between the sides, is no part of theirs either.
    const auto free = free_in(comparison);
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

std::pair<std::string, std::string> compare_parts::said_of_sides(const Comparison& comparison, const std::string& base, const std::string& other) {
    std::vector<Condition> of_base, of_other;
    for (const auto& pair : comparison.pairs) {
        if (!pair.ratio) continue;
        of_base.push_back(condition_of(*pair.base.record));
        of_other.push_back(condition_of(*pair.other.record));
    }
    auto of_both = of_base;
    of_both.insert(of_both.end(), of_other.begin(), of_other.end());
    const ConditionWords words(std::move(of_both));
    const auto free = free_in(comparison);
    ConditionParts apart;
    for (std::size_t i = 0; i < condition_parts; ++i)
        if (const auto part = static_cast<ConditionPart>(i); free.contains(part) && words.differs(part)) apart.insert(part);
    return {SideColumns("base", base, of_base, words, apart).said(), SideColumns("other", other, of_other, words, apart).said()};
}

Table comparison_table(const Comparison& comparison, const std::string& base, const std::string& other, double min_effect, bool all) {
    Table table;
    std::vector<Condition> conditions, of_base, of_other;
    for (const auto& pair : comparison.pairs) {
        if (!pair.ratio) continue;
        conditions.push_back(shown_condition(pair));
        of_base.push_back(condition_of(*pair.base.record));
        of_other.push_back(condition_of(*pair.other.record));
    }
    if (conditions.empty()) return table;
    const auto rest = all ? uncompared(comparison, base, other) : std::vector<Uncompared>{};
    for (const auto& one : rest) {
        conditions.push_back(one.condition);
        if (one.base != nullptr) of_base.push_back(condition_of(*one.base->record));
        if (one.other != nullptr) of_other.push_back(condition_of(*one.other->record));
    }
    const ConditionColumns columns(conditions, false, {ConditionPart::backend});
    auto of_both = of_base;
    of_both.insert(of_both.end(), of_other.begin(), of_other.end());
    const ConditionWords words(std::move(of_both));
    const auto free = free_in(comparison);
    ConditionParts apart;
    auto shared = columns.shared();
    for (std::size_t i = 0; i < condition_parts; ++i) {
        const auto part = static_cast<ConditionPart>(i);
        if (!free.contains(part)) continue;
        if (words.differs(part)) apart.insert(part);
        else if (const auto text = words.words(words.conditions().front(), part); !text.empty() && part != ConditionPart::backend) shared += (shared.empty() ? "" : ", ") + text;
    }
    const SideColumns base_columns("base", base, of_base, words, apart), other_columns("other", other, of_other, words, apart);
    table.title = fmt::format("{}{} / {}{}{}{}; measured", short_name(other), other_columns.said(), short_name(base), base_columns.said(), shared.empty() ? "" : ": ", shared);
    columns.add_columns(table.columns);
    base_columns.add_columns(table.columns);
    other_columns.add_columns(table.columns);
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
        base_columns.add_cells(cells, &pair.base);
        other_columns.add_cells(cells, &pair.other);
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
        base_columns.add_cells(cells, one.base);
        other_columns.add_cells(cells, one.other);
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

namespace {

/// The condition's parts as comparison_rows() has them, in order.
constexpr std::array<std::pair<ConditionPart, const char*>, 9> row_parts{{{ConditionPart::variant, "variant"}, {ConditionPart::parameters, "parameters"}, {ConditionPart::key, "key"},
                                                                          {ConditionPart::n, "n"}, {ConditionPart::input, "input"}, {ConditionPart::block, "block_threads"},
                                                                          {ConditionPart::device, "device"}, {ConditionPart::backend, "backend"}, {ConditionPart::cache, "cache_state"}}};

void add_case(std::vector<Cell>& cells, const Compared& one, const std::optional<TimeEstimate>& time) {
    const auto condition = condition_of(*one.record);
    for (const auto& [part, id] : row_parts) {
        const auto text = condition.text(part);
        cells.push_back(text.empty() ? Cell{} : text_cell(text));
        if (part == ConditionPart::n && condition.n != 0) cells.back().number = Number(condition.n);
    }
    cells.push_back(text_cell(one.record->device.uuid));
    cells.push_back(id_cell(one.record->id));
    cells.push_back(time ? text_cell(sortscope::name_of(time->mode)) : Cell{});
    cells.push_back(time ? time_cell(time->ns) : Cell{});
}

}  // namespace

Table comparison_rows(const Comparison& comparison, const std::string& base, const std::string& other, std::span<const PairDifference> counters) {
    Table table;
    const auto add = [&](const std::string& id, const char* unit = "") {
        auto column = number_column(id, id, id, {}, {}, 100);
        column.unit = unit;
        table.columns.push_back(std::move(column));
    };
    add("base");
    add("other");
    for (const std::string side : {"base_", "other_"}) {
        for (const auto& [part, id] : row_parts) add(side + id);
        for (const char* id : {"uuid", "case_id", "time_mode"}) add(side + id);
        add(side + "time_ns", "ns");
    }
    for (const char* id : {"ratio", "ratio_low", "ratio_high", "interval_level", "verdict", "rounds", "counters_that_differ", "counters"}) add(id);
    for (const auto& pair : comparison.pairs) {
        std::vector<Cell> cells{text_cell(base), text_cell(other)};
        add_case(cells, pair.base, pair.base_time);
        add_case(cells, pair.other, pair.other_time);
        const auto number = [&](double value, int decimals) { cells.push_back(pair.ratio ? fixed_cell(value, decimals, Provenance::measured) : Cell{}); };
        const auto ratio = pair.ratio.value_or(RatioEstimate{});
        number(ratio.ratio, 3);
        number(ratio.interval.low, 3);
        number(ratio.interval.high, 3);
        cells.push_back(pair.ratio ? fixed_cell(ratio.interval.level, 4) : Cell{});
        cells.push_back(pair.verdict ? text_cell(analyzer::name_of(*pair.verdict)) : Cell{});
        cells.push_back(pair.ratio ? count_cell(std::min(pair.base_time->rounds, pair.other_time->rounds)) : Cell{});
        if (const auto found = std::ranges::find(counters, &pair, &PairDifference::pair); found != counters.end()) {
            const auto& metrics = found->difference.total.metrics;
            cells.push_back(count_cell(static_cast<std::int64_t>(metrics.size())));
            cells.push_back(text_cell(metrics.empty() ? "all are equal" : differences_text(metrics, metrics.size())));
        }
        table.row(std::move(cells));
    }
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
    changes.fit = Fit::wrap;
    changes.least = 16;
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
