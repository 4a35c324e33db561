#include "present/tables/compare.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/core.h>

#include "analyzer/devices.hpp"
#include "core/text.hpp"
#include "present/cells.hpp"
#include "present/tables/condition_columns.hpp"
#include "present/tables/difference.hpp"

namespace sortscope::present {
namespace {

using namespace analyzer;
using namespace compare_parts;

std::string list(const std::set<std::string>& names, std::string_view between = ", ") {
    return join(std::vector<std::string>(names.begin(), names.end()), between);
}

PartNames free_in(const Comparison& comparison) {
    PartNames free;
    if (comparison.pairs.empty()) return free;
    for (const auto part : condition_parts)
        if (part != "time-mode" && comparison.pairs.front().condition.is_free(part)) free.insert(part);
    return free;
}

/// What a side's cases have in free parts: shared ones go behind its name, others to columns.
class SideColumns {
 public:
    SideColumns(const char* side, const std::string& name, const std::vector<Condition>& conditions,
                const ConditionWords& words, const PartNames& free)
        : side_(side), words_(words) {
        for (const auto part : condition_parts) {
            if (!free.contains(part) || !words.differs(part) || conditions.empty()) continue;
            const auto& first = conditions.front();
            if (std::ranges::any_of(conditions, [&](const Condition& one) {
                    return words_.text(one, part) != words_.text(first, part);
                })) {
                parts_.push_back(part);
                continue;
            }
            const auto text = words_.words(first, part);
            if (!text.empty() && name.find(first.text(part)) == std::string::npos)
                said_ += (said_.empty() ? " (" : ", ") + text;
        }
        if (!said_.empty()) said_ += ')';
    }
    const std::string& said() const { return said_; }
    void add_columns(std::vector<Column>& columns) const {
        for (const auto part : parts_) {
            const std::string name(part);
            columns.push_back(text_column(side_ + "_" + name, "The " + side_ + "'s " + name, side_ + "'s",
                                          850, "Of the case of the " + side_ + " that is compared.")
                                  .under(name)
                                  .wrap(8));
        }
    }
    void add_cells(std::vector<Cell>& cells, const Compared* one) const {
        for (const auto part : parts_)
            cells.push_back(one == nullptr ? Cell{}
                                           : text_cell(words_.text(condition_of(*one->record), part)));
    }

 private:
    std::string side_, said_;
    const ConditionWords& words_;
    std::vector<std::string_view> parts_;
};

std::size_t rounds_of(const ComparedPair& pair) {
    return std::min(pair.base_time->rounds, pair.other_time->rounds);
}

/// A row of the table: a pair, timed or not, or a case that one side alone has.
struct ShownPair {
    Condition condition;
    const Compared* base = nullptr;
    const Compared* other = nullptr;
    const ComparedPair* timed = nullptr;
    std::string why = {};  ///< there is no ratio
};

std::vector<ShownPair> timed_pairs(const Comparison& comparison) {
    std::vector<ShownPair> shown;
    for (const auto& pair : comparison.pairs)
        if (pair.ratio) shown.push_back({shown_condition(pair), &pair.base, &pair.other, &pair});
    return shown;
}

void add_uncompared(std::vector<ShownPair>& shown, const Comparison& comparison, const std::string& base,
                    const std::string& other) {
    // Free parts are in no condition.
    const auto condition = [free = free_in(comparison)](const Compared& one) {
        return condition_of(*one.record).leaving_free(free);
    };
    for (const auto& pair : comparison.pairs)
        if (!pair.ratio)
            shown.push_back({shown_condition(pair), &pair.base, &pair.other, nullptr, "not timed"});
    for (const auto& one : comparison.only_base)
        shown.push_back({condition(one), &one, nullptr, nullptr, "only " + short_name(base)});
    for (const auto& one : comparison.only_other)
        shown.push_back({condition(one), nullptr, &one, nullptr, "only " + short_name(other)});
}

/// What the sides have in free parts.
struct Sides {
    Sides(const Comparison& comparison, const std::vector<ShownPair>& rows, const std::string& base_name,
          const std::string& other_name)
        : of_base(conditions_of(rows, &ShownPair::base)),
          of_other(conditions_of(rows, &ShownPair::other)),
          words([&] {
              auto both = of_base;
              both.insert(both.end(), of_other.begin(), of_other.end());
              return both;
          }()),
          free(free_in(comparison)),
          base("base", base_name, of_base, words, free),
          other("other", other_name, of_other, words, free) {}

    static std::vector<Condition> conditions_of(const std::vector<ShownPair>& rows,
                                                const Compared* ShownPair::*side) {
        std::vector<Condition> conditions;
        for (const auto& row : rows)
            if (row.*side != nullptr) conditions.push_back(condition_of(*(row.*side)->record));
        return conditions;
    }

    std::vector<Condition> of_base, of_other;
    ConditionWords words;
    PartNames free;
    SideColumns base, other;
};

/// The case's own time, where it is not compared.
Cell headline_cell(const Compared* one) {
    if (one == nullptr || !one->record->time) return {};
    auto summary = *one->record->time;
    summary.mode = one->record->time_mode;
    const auto time = estimate(summary, one->file->variances.of(one->record->run, one->record->id, summary));
    return time ? time_cell(time->ns) : Cell{};
}

Cell case_cell(const Compared* one) { return one != nullptr ? cell_of(one->record->id) : Cell{}; }

Cell compared_rate(const Compared& one, const std::optional<TimeEstimate>& time) {
    return rate_cell(1000 * static_cast<double>(one.record->keys()) / time->ns);
}

Fields<ShownPair> comparison_fields(bool per_key) {
    // Cells of timed pairs.
    const auto timed = [](auto get) {
        return [get](const ShownPair& row) { return row.timed ? cell_of(get(*row.timed)) : Cell{}; };
    };
    Fields<ShownPair> fields;
    if (per_key)
        fields = {
            {make_column("base_rate_mkeys_per_s", "Rate of the base", "base", 860, "Keys over the time.")
                 .units("Mkey/s"),
             timed([](const auto& pair) { return compared_rate(pair.base, pair.base_time); })},
            {make_column("other_rate_mkeys_per_s", "Rate of the other", "other", 870, "Keys over the time.")
                 .units("Mkey/s"),
             timed([](const auto& pair) { return compared_rate(pair.other, pair.other_time); })}};
    const Fields<ShownPair> others{
        {make_column("base_ns", "Time of the base", "base", "time", "ns", 55,
                     "Median time of the base; of several rounds the geometric mean of their medians, where "
                     "list has the median of them."),
         [](const auto& row) {
             return row.timed ? time_cell(row.timed->base_time->ns) : headline_cell(row.base);
         }},
        {make_column("other_ns", "Time of the other", "other", "time", "ns", 70,
                     "Median time of the other side; of several rounds the geometric mean of their medians, "
                     "where list has the median of them."),
         [](const auto& row) {
             return row.timed ? time_cell(row.timed->other_time->ns) : headline_cell(row.other);
         }},
        {make_column("ratio", "Ratio", "ratio", 900,
                     per_key ? "Other time per key over base time per key." : "Other time over base time.")
             .under(per_key ? "per key" : ""),
         timed([](const auto& pair) { return measured_cell(pair.ratio->ratio, 3); })},
        {text_column("interval", "Interval", "interval", 170, "Of the ratio, 99 %."),
         timed([](const auto& pair) { return interval_text(pair.ratio->interval); })},
        {make_column("ratio_low", "Ratio, at least", "", 0, "Lower end of the interval."),
         timed([](const auto& pair) { return measured_cell(pair.ratio->interval.low, 4); })},
        {make_column("ratio_high", "Ratio, at most", "", 0, "Upper end of the interval."),
         timed([](const auto& pair) { return measured_cell(pair.ratio->interval.high, 4); })},
        {make_column("level", "Level", "", 0, "Of the interval."),
         timed([](const auto& pair) { return fixed_cell(pair.ratio->interval.level, 4); })},
        {text_column("verdict", "Verdict", "verdict", 1000,
                     "faster, slower, same or unclear, by the rule below."),
         [](const auto& row) { return row.timed ? verdict_text(*row.timed) : row.why; }},
        {make_column("rounds", "Rounds", "rounds", 40, "Of the side that has fewer."), timed(rounds_of)},
        {make_column("base_case", "Case of the base", "base", "case", "", 35,
                     "Number of the case in its file."),
         [](const auto& row) { return case_cell(row.base); }},
        {make_column("other_case", "Case of the other", "other", "case", "", 35,
                     "Number of the case in its file."),
         [](const auto& row) { return case_cell(row.other); }}};
    fields.insert(fields.end(), others.begin(), others.end());
    return fields;
}

}  // namespace

std::string ratio_text(const RatioEstimate& ratio) {
    return fmt::format("{} ({})", format_ratio(ratio.ratio), interval_text(ratio.interval));
}

std::string compare_parts::verdict_counts(const Comparison& comparison) {
    auto text = fmt::format("{} in both", plural(comparison.pairs.size(), "condition"));
    if (comparison.timed > 0) {
        text += fmt::format(", {} timed:", comparison.timed == comparison.pairs.size()
                                               ? "all"
                                               : std::to_string(comparison.timed));
        std::vector<std::string> counts;
        for (const auto verdict : {Verdict::faster, Verdict::slower, Verdict::same, Verdict::unclear})
            if (const auto count = comparison.count(verdict); count > 0)
                counts.push_back(fmt::format("{} {}", count, name_of(verdict)));
        text += fmt::format(" {}; geometric mean of the ratios {}", join(counts),
                            format_ratio(*comparison.mean_ratio));
    }
    return text;
}

std::string comparison_summary(const Comparison& comparison) {
    auto text = verdict_counts(comparison);
    PartNames differing;
    for (const auto& pair : comparison.pairs)
        for (const auto& part : differing_work(pair)) differing.insert(part);
    std::vector<std::string> names;
    for (const auto part : condition_parts)
        if (differing.contains(part)) names.emplace_back(part);
    if (!names.empty())
        text += fmt::format(". THE SIDES DO NOT SORT THE SAME: {} {}{}", join(names),
                            names.size() == 1 ? "differs" : "differ",
                            std::ranges::any_of(comparison.pairs, &ComparedPair::per_key)
                                ? ", so times per key are compared"
                                : "");
    return text;
}

std::pair<std::string, std::string> compare_parts::said_of_sides(const Comparison& comparison,
                                                                 const std::string& base,
                                                                 const std::string& other) {
    const Sides sides(comparison, timed_pairs(comparison), base, other);
    return {sides.base.said(), sides.other.said()};
}

Table comparison_table(const Comparison& comparison, const std::string& base, const std::string& other,
                       double min_effect, bool all) {
    Table table;
    auto rows = timed_pairs(comparison);
    if (rows.empty()) return table;
    if (all) add_uncompared(rows, comparison, base, other);
    std::vector<Condition> conditions;
    for (const auto& row : rows) conditions.push_back(row.condition);
    const ConditionColumns columns(conditions, false, {"backend"});
    const Sides sides(comparison, rows, base, other);
    auto shared = columns.shared();
    for (const auto part : condition_parts) {
        if (!sides.free.contains(part) || sides.words.differs(part) || part == "backend") continue;
        const auto text = sides.words.words(sides.words.conditions().front(), part);
        if (!text.empty()) shared += (shared.empty() ? "" : ", ") + text;
    }
    const bool per_key = std::ranges::any_of(comparison.pairs, &ComparedPair::per_key);
    table.title =
        fmt::format("{}{} / {}{}{}{}{}; measured", short_name(other), sides.other.said(), short_name(base),
                    sides.base.said(), shared.empty() ? "" : ": ", shared, per_key ? "; per key" : "");
    const auto fields = comparison_fields(per_key);
    columns.add_columns(table.columns);
    sides.base.add_columns(table.columns);
    sides.other.add_columns(table.columns);
    add_columns(table.columns, fields);
    for (const auto& row : rows) {
        auto cells = columns.cells(row.condition);
        sides.base.add_cells(cells, row.base);
        sides.other.add_cells(cells, row.other);
        add_cells(cells, fields, row);
        table.row(std::move(cells));
    }
    table.notes = pair_notes(comparison, min_effect);
    return table;
}

namespace {

/// "base.db is of NVIDIA H200, other.db of NVIDIA H100."
std::string devices_of(const Side& base, const Side& other) {
    std::vector<DeviceKey> keys;
    for (const auto* side : {&base, &other})
        for (const auto& [condition, one] : side->cases) keys.push_back(device_key(one.record->device));
    const auto names = distinct_names(keys);
    const auto of = [&](const Side& side) {
        std::set<std::string> found;
        for (const auto& [condition, one] : side.cases)
            found.insert(names.at(device_key(one.record->device)));
        return list(found, " and ");
    };
    return fmt::format("{} is of {}, {} of {}.", base.name, of(base), other.name, of(other));
}

}  // namespace

std::string nothing_comparable(const Comparison& comparison, const Side& base, const Side& other,
                               std::string_view freeing) {
    auto text =
        fmt::format("Nothing of {} and {} is comparable: no condition is in both.", base.name, other.name);
    if (base.cases.empty() || other.cases.empty())
        return text +
               fmt::format(" {} has no case that ended well.", base.cases.empty() ? base.name : other.name);
    if (!comparison.in_the_way.empty())
        text += fmt::format(" They differ in their {} at least; {}.", comparison.in_the_way.front(),
                            fmt::format(fmt::runtime(freeing), comparison.in_the_way.front()));
    if (!comparison.in_the_way.empty() && comparison.in_the_way.front() == "device")
        text += fmt::format(" {}", devices_of(base, other));
    return text;
}

std::string case_words(const Compared& one) {
    return fmt::format("{} (case {})", condition_of(*one.record).label(),
                       static_cast<std::int64_t>(one.record->id));
}

namespace {

/// Parts of the condition in the order of comparison_rows().
constexpr std::array<std::pair<std::string_view, const char*>, 9> row_parts{{{"variant", "variant"},
                                                                             {"parameters", "parameters"},
                                                                             {"key", "key"},
                                                                             {"n", "n"},
                                                                             {"input", "input"},
                                                                             {"block", "block_threads"},
                                                                             {"device", "device"},
                                                                             {"backend", "backend"},
                                                                             {"cache", "cache_state"}}};

void add_side(Fields<ComparedPair>& fields, const std::string& side, Compared ComparedPair::*which,
              std::optional<TimeEstimate> ComparedPair::*time) {
    const auto add = [&](const std::string& id, auto get) {
        fields.emplace_back(make_column(side + id, side + id, side + id), get);
    };
    for (const auto& [part, id] : row_parts)
        add(id, [which, name = part](const ComparedPair& pair) {
            const auto condition = condition_of(*(pair.*which).record);
            auto cell = cell_of(condition.text(name));
            if (name == "n" && condition.keys() != 0) cell.number = Number(condition.keys());
            return cell;
        });
    add("uuid", [which](const auto& pair) { return (pair.*which).record->device.uuid; });
    add("case_id", [which](const auto& pair) { return (pair.*which).record->id; });
    add("time_mode",
        [time](const auto& pair) { return pair.*time ? std::optional((pair.*time)->mode) : std::nullopt; });
    add("time_ns", [time](const auto& pair) { return pair.*time ? time_cell((pair.*time)->ns) : Cell{}; });
    fields.back().column.unit = "ns";
}

}  // namespace

Table comparison_rows(const Comparison& comparison, const std::string& base, const std::string& other,
                      std::span<const PairDifference> counters) {
    const auto plain = [](const char* id) { return make_column(id, id, id); };
    Fields<ComparedPair> fields{{plain("base"), [&](const auto&) { return base; }},
                                {plain("other"), [&](const auto&) { return other; }}};
    add_side(fields, "base_", &ComparedPair::base, &ComparedPair::base_time);
    add_side(fields, "other_", &ComparedPair::other, &ComparedPair::other_time);
    const auto add = [&](const char* id, auto get) { fields.emplace_back(plain(id), get); };
    const auto add_timed = [&](const char* id, auto get) {
        add(id, [get](const ComparedPair& pair) { return pair.ratio ? cell_of(get(pair)) : Cell{}; });
    };
    const auto add_counters = [&](const char* id, auto get) {
        add(id, [&, get](const ComparedPair& pair) {
            const auto found = std::ranges::find(counters, &pair, &PairDifference::pair);
            return found == counters.end() ? Cell{} : cell_of(get(found->difference.total.metrics));
        });
    };
    const auto add_figure = [&](const char* id, auto get) {
        add_timed(id, [get](const auto& pair) { return measured_cell(get(*pair.ratio), 3); });
    };
    add_figure("ratio", [](const auto& ratio) { return ratio.ratio; });
    add_figure("ratio_low", [](const auto& ratio) { return ratio.interval.low; });
    add_figure("ratio_high", [](const auto& ratio) { return ratio.interval.high; });
    add_timed("interval_level", [](const auto& pair) { return fixed_cell(pair.ratio->interval.level, 4); });
    add("verdict",
        [](const auto& pair) { return pair.verdict ? text_cell(analyzer::name_of(*pair.verdict)) : Cell{}; });
    add_timed("rounds", rounds_of);
    add_counters("counters_that_differ", [](const auto& metrics) { return metrics.size(); });
    add_counters("counters", [](const auto& metrics) {
        return metrics.empty() ? "all are equal" : differing_counters(metrics);
    });
    add_timed("ratio_of", [](const auto& pair) { return pair.per_key() ? "time_per_key" : "time"; });
    return table_of(fields, comparison.pairs);
}

namespace {

/// If a side has several devices: which is used, and how to choose another.
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
        const auto names = distinct_names(keys);
        std::set<std::string> used, others;
        for (const auto& pair : comparison.pairs) {
            const auto& one = pair.*side;
            if (one.other_devices.empty()) continue;
            used.insert(names.at(device_key(one.record->device)));
            for (const auto& key : one.other_devices) others.insert(names.at(key));
        }
        notes.push_back(
            fmt::format("{}: {} has cases of several devices. The newest is used ({}), not {}. "
                        "--across device=BASE,OTHER chooses others.",
                        plural(pairs, "pair"), short_name(file->name), list(used), list(others)));
    }
    return notes;
}

/// "vm (Intel(R) Xeon(R) Processor, 16 threads, 126 GiB)".
std::string host_words(const Host& host) {
    std::vector<std::string> size;
    if (!host.cpu.empty()) size.push_back(host.cpu);
    if (host.threads > 0) size.push_back(plural(static_cast<std::size_t>(host.threads), "thread"));
    if (host.memory_bytes > 0) size.push_back(format_bytes(static_cast<double>(host.memory_bytes)));
    auto words = host.name.empty() ? std::string("a host") : host.name;
    return size.empty() ? words : words + " (" + join(size) + ")";
}

/// For host-bound times of two recordings: their hosts.
std::vector<std::string> host_notes(const Comparison& comparison) {
    std::size_t sorting = 0, hosts = 0;
    std::set<TimeMode> modes;
    std::set<std::string> of_base, of_other;
    for (const auto& pair : comparison.pairs) {
        if (!host_bound(pair)) continue;
        if (host_paced_modes(pair).contains(TimeMode::host)) ++sorting;
        if (!on_different_hosts(pair)) continue;
        ++hosts;
        modes.merge(host_paced_modes(pair));
        of_base.insert(host_words(pair.base.file->run_of(*pair.base.record).host));
        of_other.insert(host_words(pair.other.file->run_of(*pair.other.record).host));
    }
    std::vector<std::string> notes;
    if (sorting > 0)
        notes.push_back(fmt::format(
            "{} of host times from two recordings: other work on the host slows its sorts several "
            "times, which no interval here covers.",
            plural(sorting, "pair")));
    if (hosts > 0)
        notes.push_back(
            fmt::format("{} of {} times from two hosts, {} and {}: their ratios also compare the hosts.",
                        plural(hosts, "pair"), mode_words(modes), list(of_base), list(of_other)));
    return notes;
}

}  // namespace

std::set<TimeMode> host_bound_modes(const Comparison& comparison) {
    std::set<TimeMode> modes;
    for (const auto& pair : comparison.pairs)
        if (host_bound(pair)) modes.merge(host_paced_modes(pair));
    return modes;
}

std::string host_warning(std::size_t count, const char* of, const std::set<TimeMode>& modes,
                         std::size_t hosts, std::string_view instead) {
    if (count == 0) return {};
    auto text = fmt::format(
        "Warning: --fail-on uses {} with {} times of two recordings. For short sorts these times depend on "
        "the host more than on the sort.",
        plural(count, of), mode_words(modes));
    if (modes.contains(TimeMode::stream)) text += fmt::format(" {}", instead);
    if (modes.contains(TimeMode::host)) text += " Other work on the host slows its sorts several times.";
    if (hosts > 0) text += fmt::format(" {} from two hosts.", plural(hosts, of));
    return text;
}

std::string verdict_rule(double min_effect) {
    return fmt::format(
        "Ratios are other / base with intervals of 99 %. faster, slower: 1 is outside the interval, and the "
        "ratio differs from 1 by {0} or more. same: the whole interval is within {0} of 1. unclear: neither.",
        format_percent_short(min_effect));
}

std::string rounds_sentence() {
    return "Times of several rounds are the geometric mean of the rounds' medians. 'sortscope list' and "
           "'show' "
           "print their median.";
}

std::vector<std::string> compare_parts::pair_notes(const Comparison& comparison, double min_effect) {
    std::vector<std::string> notes;
    std::vector<const ComparedPair*> all;
    for (const auto& pair : comparison.pairs) all.push_back(&pair);
    if (auto work = said_of_work(all); !work.empty()) notes.push_back(std::move(work));
    notes.push_back(verdict_rule(min_effect));
    const auto of_rounds = [](const std::optional<TimeEstimate>& time) { return time && time->of_rounds(); };
    if (std::ranges::any_of(comparison.pairs, [&](const ComparedPair& pair) {
            return of_rounds(pair.base_time) || of_rounds(pair.other_time);
        }))
        notes.push_back(rounds_sentence());
    Widened one_round, recordings;
    std::size_t few = 0, single = 0, older = 0, settings = 0, timers = 0;
    double level = 1, timer_ns = 0;
    for (const auto& pair : comparison.pairs) {
        if (pair.base.older + pair.other.older > 0) ++older;
        if (pair.base.settings + pair.other.settings > 0) ++settings;
        if (pair.ratio && pair.ratio->timer_ns > 0)
            ++timers, timer_ns = std::max(timer_ns, pair.ratio->timer_ns);
        if (!pair.ratio) continue;
        if (pair.ratio->between_recordings()) recordings.add(pair);
        if (pair.ratio->of_rounds || pair.ratio->variation <= 0) continue;  // a case and itself
        one_round.add(pair);
        if (pair.ratio->interval.level <= 0)
            ++single;
        else if (pair.ratio->interval.level < interval_level)
            ++few, level = std::min(level, pair.ratio->interval.level);
    }
    if (one_round.pairs > 0)
        notes.push_back(fmt::format(
            "{} with one round on a side: the interval is widened by {}, the known difference between "
            "processes. Collect rounds (collect --rounds) for narrower intervals.",
            plural(one_round.pairs, "pair"), one_round.by()));
    if (recordings.pairs > 0)
        notes.push_back(fmt::format(
            "{} of {} times from two recordings: the host drifts between them, so the interval is widened by "
            "{}.{}",
            plural(recordings.pairs, "pair"), mode_words(recordings.modes), recordings.by(),
            recordings.modes.contains(TimeMode::stream) ? " Graph times (--time-mode graph) do not drift."
                                                        : ""));
    for (auto& note : host_notes(comparison)) notes.push_back(std::move(note));
    if (timers > 0)
        notes.push_back(fmt::format(
            "{}: one side times graphs by stamps within them, the other by events around them. The interval "
            "is widened by {}, twice the difference of empty graphs.",
            plural(timers, "pair"), format_time_ns(timer_ns)));
    if (few > 0)
        notes.push_back(
            fmt::format("{} with too few trials for 99 %: the interval is their range, at least {}.",
                        plural(few, "pair"), format_percent(level, 1)));
    if (single > 0)
        notes.push_back(fmt::format("{} with a single trial on a side: its interval is the time itself.",
                                    plural(single, "pair")));
    if (older > 0)
        notes.push_back(fmt::format("{}: a side has several cases of the condition; the newest is used.",
                                    plural(older, "pair")));
    for (const auto& note : device_notes(comparison)) notes.push_back(note);
    if (settings > 0)
        notes.push_back(fmt::format(
            "{}: a side has several parameters or blocks; the fastest is used, which favours that "
            "side a little. --param and --block choose others.",
            plural(settings, "pair")));
    return notes;
}

}  // namespace sortscope::present

namespace sortscope::present::compare_parts {

using namespace analyzer;

Condition shown_condition(const ComparedPair& pair) {
    auto condition = condition_of(*pair.base.record);
    condition.time_mode = pair.mode;
    auto free = pair.condition.free_parts();
    PartNames shown_free;
    for (const auto part : condition_parts) {
        if (part != "time-mode" && free.contains(part)) shown_free.insert(part);
    }
    // The sides' names contain the modes.
    if (pair.base_time && pair.other_time && pair.base_time->mode != pair.other_time->mode)
        shown_free.insert("time-mode");
    condition.axes.erase_parameters();
    condition.axes.erase("block");
    for (const auto& [axis, value] : pair.condition.axes)  // the block of the side that has one
        if (is_parameter(axis) || axis == "block") condition.axes.set(axis, value);
    return condition.leaving_free(shown_free);
}

std::string said_of_work(const std::vector<const ComparedPair*>& pairs) {
    std::map<std::string, std::set<std::pair<std::string, std::string>>> parts;
    std::size_t differing = 0, per_key = 0, timed = 0;
    for (const auto* pair : pairs) {
        const auto differs = differing_work(*pair);
        differing += !differs.empty();
        per_key += pair->per_key();
        timed += pair->ratio.has_value() && !differs.empty();
        const auto of_base = condition_of(*pair->base.record), of_other = condition_of(*pair->other.record);
        for (const auto& part : differs) parts[part].emplace(of_base.text(part), of_other.text(part));
    }
    if (parts.empty()) return {};
    std::vector<std::string> texts;
    for (const auto part : condition_parts) {
        const auto found = parts.find(std::string(part));
        if (found == parts.end()) continue;
        const auto& values = found->second;
        texts.push_back(
            fmt::format("{} differs{}", part,
                        values.size() == 1
                            ? fmt::format(" ({} against {})", values.begin()->first, values.begin()->second)
                            : std::string()));
    }
    const auto of = differing == pairs.size() ? std::string()
                                              : fmt::format(" in {} of {} pairs", differing, pairs.size());
    const char* compared = per_key > 0  ? "Where the numbers of keys differ, times per key are compared: a "
                                          "ratio of 2 is half the throughput (keys/s)."
                           : timed == 0 ? "Counters differ for that alone."
                           : parts.contains("n")
                               ? "Those that were timed sort as many keys on both sides, so a ratio of 2 is "
                                 "half the throughput (keys/s)."
                               : "Both sort as many keys, so a ratio of 2 is half the throughput (keys/s).";
    return fmt::format("The sides do not sort the same{}: {}. {}", of, join(texts), compared);
}

std::string verdict_text(const ComparedPair& pair) {
    return std::string(analyzer::name_of(*pair.verdict)) + (pair.per_key() ? " per key" : "");
}

void Widened::add(const ComparedPair& pair) {
    ++pairs;
    least = std::min(least, pair.ratio->variation);
    most = std::max(most, pair.ratio->variation);
    modes.merge(host_paced_modes(pair));
}

std::set<TimeMode> host_paced_modes(const ComparedPair& pair) {
    std::set<TimeMode> modes;
    for (const auto* time : {&pair.base_time, &pair.other_time})
        if (*time && host_bound((*time)->mode)) modes.insert((*time)->mode);
    return modes;
}

std::string mode_words(const std::set<TimeMode>& modes) {
    std::vector<std::string> names;
    for (const auto mode : modes) names.emplace_back(sortscope::name_of(mode));
    return join(names, " and ");
}

std::string Widened::by() const {
    return least == most ? format_percent_short(most)
                         : format_percent_short(least) + " to " + format_percent_short(most);
}

std::string interval_text(const Interval& interval) {
    return format_ratio(interval.low) + " .. " + format_ratio(interval.high);
}

std::string short_name(const std::string& name) {
    const auto slash = name.find_last_of('/');
    return slash == std::string::npos ? name : name.substr(slash + 1);
}

}  // namespace sortscope::present::compare_parts
