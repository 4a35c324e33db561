#include "present/tables/compare.hpp"

#include <fmt/core.h>

#include "analyzer/devices.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::present {
using namespace analyzer;

namespace {

PartNames free_in(const ComparedPair& pair) {
    PartNames free;
    for (const auto part : condition_parts)
        if (part != "time-mode" && pair.condition.is_free(part)) free.emplace(part);
    return free;
}
PartNames free_in(const Comparison& comparison) {
    return comparison.pairs.empty() ? PartNames{} : free_in(comparison.pairs.front());
}

std::set<TimeMode> host_paced_modes(const ComparedPair& pair) {
    std::set<TimeMode> modes;
    for (const auto* time : {&pair.base_time, &pair.other_time})
        if (*time && host_bound((*time)->mode)) modes.insert((*time)->mode);
    return modes;
}

/// Null without a ratio.
const Interval* ratio_interval(const ComparedPair& pair) {
    return pair.ratio ? &pair.ratio->interval : nullptr;
}

size_t rounds_of(const ComparedPair& pair) {
    return std::min(pair.base_time->rounds, pair.other_time->rounds);
}

/// A pair, timed or not, or a case of one side.
struct ShownPair {
    Condition condition;
    const Compared* base = nullptr;
    const Compared* other = nullptr;
    const ComparedPair* timed = nullptr;
    std::string why = {};  ///< reason why there is no ratio
};
using SideOfRow = const Compared* ShownPair::*;
using SideOfPair = Compared ComparedPair::*;
using TimeOfPair = std::optional<TimeEstimate> ComparedPair::*;

std::vector<ShownPair> timed_pairs(const Comparison& comparison) {
    std::vector<ShownPair> shown;
    for (const auto& pair : comparison.pairs)
        if (pair.ratio) shown.push_back({shown_condition(pair), &pair.base, &pair.other, &pair});
    return shown;
}

void add_uncompared(std::vector<ShownPair>& shown, const Comparison& comparison, const std::string& base,
                    const std::string& other) {
    // Conditions omit free parts.
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

/// Shows free parts after a side's name if all its cases share them, else in columns.
struct Sides {
    Sides(const Comparison& comparison, const std::vector<ShownPair>& rows, const std::string& base_name,
          const std::string& other_name)
        : words(conditions_of(rows, {&ShownPair::base, &ShownPair::other})),
          free(free_in(comparison)),
          base(said("base", base_name, rows, &ShownPair::base)),
          other(said("other", other_name, rows, &ShownPair::other)) {}

    static std::vector<Condition> conditions_of(const std::vector<ShownPair>& rows,
                                                std::initializer_list<SideOfRow> sides) {
        std::vector<Condition> conditions;
        for (const auto side : sides)
            for (const auto& row : rows)
                if (row.*side != nullptr) conditions.push_back(condition_of(*(row.*side)->record));
        return conditions;
    }

    std::string said(const std::string& side, const std::string& name, const std::vector<ShownPair>& rows,
                     SideOfRow which) {
        const ConditionWords own(conditions_of(rows, {which}));
        std::vector<std::string> shared;
        for (const auto part : condition_parts) {
            if (!free.contains(part) || !words.differs(part) || own.conditions().empty()) continue;
            const auto& first = own.conditions().front();
            if (own.differs(part)) {
                const std::string column(part);
                fields.emplace_back(text_column(side + "_" + column, "The " + side + "'s " + column,
                                                side + "'s", 850, "Of the compared case of this side.")
                                        .under(column)
                                        .wrap(8),
                                    [this, which, part](const ShownPair& row) {
                                        const auto* one = row.*which;
                                        return one == nullptr ? std::string()
                                                              : words.text(condition_of(*one->record), part);
                                    });
            } else if (name.find(first.text(part)) == std::string::npos) {
                shared.push_back(words.words(first, part));
            }
        }
        // Names the modes if a CPU's host time is compared with a GPU's graph time.
        const auto time = which == &ShownPair::base ? &ComparedPair::base_time : &ComparedPair::other_time;
        std::set<TimeMode> modes;
        bool differ = false;
        for (const auto& row : rows)
            if (row.timed) {
                modes.insert((row.timed->*time)->mode);
                differ = differ || row.timed->base_time->mode != row.timed->other_time->mode;
            }
        if (differ && name.find(mode_words(modes)) == std::string::npos)
            shared.push_back(mode_words(modes) + " time");
        const auto text = join(shared);
        return text.empty() ? text : " (" + text + ")";
    }

    ConditionWords words;
    PartNames free;
    Fields<ShownPair> fields;
    std::string base, other;
};

/// Time of a case that is not compared.
Cell headline_cell(const Compared* one) {
    if (one == nullptr || !one->record->time) return {};
    auto summary = *one->record->time;
    summary.mode = one->record->time_mode;
    const auto time = estimate(summary, one->file->variances.of(one->record->run, one->record->id, summary));
    return time ? time_cell(time->ns) : Cell{};
}

Fields<ShownPair> comparison_fields(Per per) {
    Fields<ShownPair> rates, times, cases;
    const bool work = per == Per::work;
    const auto add_side = [&](const std::string& name, SideOfRow side, const TimeOfPair time,
                              int importance) {
        rates.emplace_back(
            make_column(name + (work ? "_rate_mwork_per_s" : "_rate_mkeys_per_s"), "Rate of the " + name,
                        name, 800 + importance,
                        work ? "Keys x log2(keys in a tile) over the time." : "Keys over the time.")
                .units(work ? "M/s" : "Mkey/s"),
            [=](const ShownPair& row) {
                return row.timed
                           ? rate_cell(1000 * units_of(*(row.*side)->record, per) / (row.timed->*time)->ns)
                           : Cell{};
            });
        times.emplace_back(make_column(name + "_ns", "Time of the " + name, name, "time", "ns", importance,
                                       "Geometric mean of the rounds' median times; list has their median."),
                           [=](const ShownPair& row) {
                               return row.timed ? time_cell((row.timed->*time)->ns)
                                                : headline_cell(row.*side);
                           });
        cases.emplace_back(case_column(name), side, &Compared::record, &CaseRecord::id);
    };
    add_side("base", &ShownPair::base, &ComparedPair::base_time, 60);
    add_side("other", &ShownPair::other, &ComparedPair::other_time, 70);
    auto fields = per == Per::nothing ? Fields<ShownPair>{} : rates;
    append(fields, times);
    append(fields,
           {{make_column("Ratio", 900, fmt::format("Other time{0} over base time{0}.", words_of(per)))
                 .under(per == Per::nothing ? "" : std::string(words_of(per).substr(1))),
             &ShownPair::timed, &ComparedPair::ratio, &RatioEstimate::ratio,
             [](double ratio) { return measured_cell(ratio, decimals_of_ratio(ratio)); }},
            {text_column("Interval", 170, "Of the ratio, 99 %."), &ShownPair::timed, ratio_interval,
             interval_text},
            {make_column("ratio_low", "Ratio, at least", "", 0, "Lower end of the interval."),
             &ShownPair::timed, ratio_interval, &Interval::low, measured_with(4)},
            {make_column("ratio_high", "Ratio, at most", "", 0, "Upper end of the interval."),
             &ShownPair::timed, ratio_interval, &Interval::high, measured_with(4)},
            {make_column("level", "Level", "", 0, "Of the interval."), &ShownPair::timed, ratio_interval,
             &Interval::level, fixed_with(4)},
            {text_column("Verdict", 1000,
                         "faster, slower, same, unclear or host, by the rule below; not judged: other work."),
             [](const auto& row) { return row.timed ? verdict_text(*row.timed) : row.why; }},
            {make_column("Rounds", 40, "Of the side that has fewer."), &ShownPair::timed, rounds_of}});
    append(fields, cases);
    return fields;
}
}  // namespace

std::string recording_words(const RecordingDifference& one) {
    const std::map<std::string_view, std::string_view> names{
        {"program_version", "SortScope version"},
        {"cuda_version", "CUDA version (with its CUB and Thrust)"},
        {"driver_version", "driver"},
        {"device_uuid", "GPU"},
        {"rounds", "rounds"}};
    return fmt::format("{}: {} against {}", names.at(one.what), one.base, one.other);
}

std::string ratio_text(const RatioEstimate& ratio) {
    return fmt::format("{} ({})", format_ratio(ratio.ratio), interval_text(ratio.interval));
}

std::string verdict_counts(const Comparison& comparison) {
    const auto text = plural(comparison.pairs.size(), "pair") + " of cases";
    if (comparison.timed == 0) return text + ", not timed";
    const bool all = comparison.timed == comparison.pairs.size();
    const auto counted = [](size_t count, std::string_view of) {
        return count == 0 ? std::string() : fmt::format("{} {}", count, of);
    };
    const auto unjudged = std::ranges::count_if(
        comparison.pairs, [](const ComparedPair& pair) { return pair.ratio && !pair.verdict; });
    const auto counts =
        join({join(all_verdicts, ", ",
                   [&](Verdict verdict) { return counted(comparison.count(verdict), name_of(verdict)); }),
              counted(size_t(unjudged), "not judged")});
    return text + fmt::format(", {}{}{}; geometric mean of the time ratios: {}",
                              all ? "" : fmt::format("{} timed: ", comparison.timed), counts,
                              words_of(per_of(comparison)), format_ratio(*comparison.mean_ratio));
}

std::string comparison_summary(const Comparison& comparison) {
    const auto differs = [](const ComparedPair& pair) { return !differing_work(pair).empty(); };
    return verdict_counts(comparison) +
           (std::ranges::any_of(comparison.pairs, differs) ? fmt::format(". {}", different_work) : "");
}

std::pair<std::string, std::string> said_of_sides(const Comparison& comparison, const std::string& base,
                                                  const std::string& other) {
    const Sides sides(comparison, timed_pairs(comparison), base, other);
    return {sides.base, sides.other};
}

namespace {
DeviceKey device_of(const CaseRecord& record) { return device_key(record.device); }

std::string names_of(const std::map<DeviceKey, std::string>& names, const std::vector<DeviceKey>& keys,
                     std::string_view between = ", ") {
    std::set<std::string> found;
    for (const auto& key : keys) found.insert(names.at(key));
    return join(found, between);
}

void add_device_notes(Table& table, const Comparison& comparison) {
    for (const auto side : {&ComparedPair::base, &ComparedPair::other}) {
        size_t pairs = 0;
        const CaseFile* file = nullptr;
        std::vector<DeviceKey> used, others;
        for (const auto& pair : comparison.pairs) {
            const auto& one = pair.*side;
            if (one.other_devices.empty()) continue;
            ++pairs;
            file = one.file;
            used.push_back(device_of(*one.record));
            others.insert(others.end(), one.other_devices.begin(), one.other_devices.end());
        }
        if (pairs == 0) continue;
        const auto names = distinct_names(mapped(file->cases, device_of));
        table.note(fmt::format(
            "{}: {} has cases of several devices. The newest is used ({}), not {}. "
            "--across device=BASE,OTHER chooses others.",
            plural(pairs, "pair"), short_name(file->name), names_of(names, used), names_of(names, others)));
    }
}

/// Names devices of one model that are compared without --across device.
std::string model_note(const Comparison& comparison) {
    std::vector<DeviceKey> of_base, of_other;
    for (const auto& pair : comparison.pairs) {
        const auto base = device_of(*pair.base.record), other = device_of(*pair.other.record);
        if (pair.condition.is_free("device") || base == other) continue;
        of_base.push_back(base);
        of_other.push_back(other);
    }
    if (of_base.empty()) return {};
    auto all = of_base;
    all.insert(all.end(), of_other.begin(), of_other.end());
    const auto names = distinct_names(all);
    return fmt::format("{}: the devices differ, {} against {}. Their models are equal.",
                       plural(of_base.size(), "pair"), names_of(names, of_base), names_of(names, of_other));
}

std::string host_words(const Host& host) {
    const auto size = join({host.cpu, host.threads > 0 ? plural(uint64_t(host.threads), "thread") : "",
                            host.memory_bytes > 0 ? bytes_text(host.memory_bytes) : ""});
    const auto name = host.name.empty() ? std::string("a host") : host.name;
    return size.empty() ? name : name + " (" + size + ")";
}

void add_host_notes(Table& table, const Comparison& comparison) {
    size_t sorting = 0, hosts = 0;
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
    if (sorting > 0)
        table.note(plural(sorting, "pair") +
                   " of host times from two recordings: other work on the host slows its sorts several "
                   "times, which no interval here covers.");
    if (hosts > 0)
        table.note(
            fmt::format("{} of {} times from two hosts, {} and {}: their ratios also compare the hosts.",
                        plural(hosts, "pair"), mode_words(modes), join(of_base), join(of_other)));
}

std::string recording_note(const Comparison& comparison) {
    const auto causes = possible_causes(comparison);
    if (causes.empty()) return {};
    const auto clear = comparison.count(Verdict::faster) + comparison.count(Verdict::slower);
    return fmt::format(
        "Possible causes: the recordings differ in {}.", join(causes, ", ", [&](const auto& one) {
            return recording_words(one.difference) +
                   (one.pairs == clear ? std::string()
                                       : fmt::format(" ({} of {} faster or slower pairs)", one.pairs, clear));
        }));
}

/// `method` adds notes that explain verdicts and intervals.
void add_pair_notes(Table& table, const Comparison& comparison, double min_effect, bool method) {
    table.note(said_of_work(mapped(comparison.pairs, [](const ComparedPair& pair) { return &pair; })));
    table.note(recording_note(comparison));
    if (method) table.note(verdict_rule(min_effect));
    const auto of_rounds = [](const auto& time) { return time && time->of_rounds(); };
    if (method && std::ranges::any_of(comparison.pairs, [&](const ComparedPair& pair) {
            return of_rounds(pair.base_time) || of_rounds(pair.other_time);
        }))
        table.note(rounds_sentence());
    Widened one_round, recordings;
    size_t few = 0, single = 0, older = 0, settings = 0, timers = 0;
    double level = 1, timer_ns = 0;
    for (const auto& pair : comparison.pairs) {
        older += pair.base.older + pair.other.older > 0;
        settings += pair.base.settings + pair.other.settings > 0;
        if (!pair.ratio) continue;
        const auto& ratio = *pair.ratio;
        timers += ratio.timer_ns > 0;
        timer_ns = std::max(timer_ns, ratio.timer_ns);
        if (ratio.between_recordings()) recordings.add(pair);
        if (ratio.of_rounds || ratio.variation <= 0) continue;  // a case compared with itself
        one_round.add(pair);
        single += ratio.interval.level <= 0;
        if (ratio.interval.level <= 0 || ratio.interval.level >= interval_level) continue;
        ++few;
        level = std::min(level, ratio.interval.level);
    }
    const auto add = [&](size_t pairs, const std::string& text) {
        if (pairs > 0) table.note(plural(pairs, "pair") + text);
    };
    add(one_round.pairs,
        fmt::format(" with one round on a side: the interval is widened by {}, the known difference between "
                    "processes. Collect rounds (collect --rounds) for narrower intervals.",
                    one_round.by()));
    add(few, fmt::format(" with too few trials for an interval of 99 %: its level is at least {}.",
                         format_percent(level, 1)));
    add(single, " with a single trial on a side: the interval is the known difference between processes.");
    add_host_notes(table, comparison);
    table.note(model_note(comparison));
    add(older, ": a side has several cases of the condition; the newest is used.");
    add_device_notes(table, comparison);
    add(settings,
        ": a side has several parameter values or block sizes. Its fastest case is used, which slightly "
        "favours that side. Choose another case with --param or --block.");
    if (!method) return;
    add(recordings.pairs,
        fmt::format(" of {} times from two recordings: the host drifts between them, so the interval is "
                    "widened by {}.{}",
                    mode_words(recordings.modes), recordings.by(),
                    recordings.modes.contains(TimeMode::stream)
                        ? " Graph times (--time-mode graph) do not drift."
                        : ""));
    add(timers, fmt::format(": the GPU's clock timed the graphs of one side, CUDA events those of the other. "
                            "The interval is widened by {}, twice the difference of empty graphs.",
                            format_time_ns(timer_ns)));
}
}  // namespace

Table comparison_table(const Comparison& comparison, const std::string& base, const std::string& other,
                       double min_effect, bool all, bool method) {
    auto rows = timed_pairs(comparison);
    if (rows.empty()) return {};
    if (all) add_uncompared(rows, comparison, base, other);
    const ConditionColumns columns(mapped(rows, &ShownPair::condition), false, {"backend"});
    const Sides sides(comparison, rows, base, other);
    auto shared = columns.shared();
    for (const auto part : condition_parts)
        if (sides.free.contains(part) && !sides.words.differs(part) && part != "backend")
            shared = join({shared, sides.words.words(sides.words.conditions().front(), part)});
    const auto per = per_of(comparison);
    const auto names =
        fmt::format("{}{} / {}{}", short_name(other), sides.other, short_name(base), sides.base);
    auto fields = columns.fields<ShownPair>(&ShownPair::condition);
    append(fields, sides.fields);
    append(fields, comparison_fields(per));
    auto table = table_of(fields, rows,
                          fmt::format("{}{}{}; measured", join({names, shared}, ": "),
                                      per == Per::nothing ? "" : ";", words_of(per)));
    add_pair_notes(table, comparison, min_effect, method);
    return table;
}

namespace {
/// "base.db is of NVIDIA H200, other.db of NVIDIA H100."
std::string devices_of(const Side& base, const Side& other) {
    const auto keys = [](const Side& side) {
        return mapped(side.cases, [](const auto& one) { return device_of(*one.second.record); });
    };
    auto all = keys(base);
    std::ranges::move(keys(other), std::back_inserter(all));
    const auto names = distinct_names(all);
    return fmt::format("{} is of {}, {} of {}.", base.name, names_of(names, keys(base), " and "), other.name,
                       names_of(names, keys(other), " and "));
}
}  // namespace

std::string nothing_comparable(const Comparison& comparison, const Side& base, const Side& other,
                               std::string_view freeing) {
    auto text =
        fmt::format("No case of {} and {} is comparable: they share no condition.", base.name, other.name);
    for (const auto* side : {&base, &other})
        if (side->cases.empty()) return text + fmt::format(" {} has no case that ended well.", side->name);
    if (comparison.in_the_way.empty()) return text;
    const auto& part = comparison.in_the_way.front();
    for (const auto* side : {&base, &other})
        if (part == "output" && std::ranges::all_of(side->cases, [](const auto& one) {
                return units_of(*one.second.record, Per::work) == 0;
            }))
            return text + fmt::format(" {} sorts nothing, so there is no work to divide by.", side->name);
    if (part == "output")
        return text +
               " They sort different parts of the keys; --per-work compares their times per unit of work.";
    text +=
        fmt::format(" They differ in their {} at least; {}.", part, fmt::format(fmt::runtime(freeing), part));
    return part == "device" ? text + " " + devices_of(base, other) : text;
}

std::string case_words(const Compared& one) {
    return fmt::format("{} (case {})", condition_of(*one.record).label(), one.record->id);
}

Table comparison_rows(const Comparison& comparison, const std::string& base, const std::string& other,
                      std::span<const PairDifference> counters) {
    Fields<ComparedPair> fields{{"base", [&](const auto&) { return base; }},
                                {"other", [&](const auto&) { return other; }}};
    const auto add_side = [&](const std::string& prefix, SideOfPair side, TimeOfPair time) {
        for (const auto& part : plain_condition_fields(prefix))
            fields.emplace_back(
                part.column, side, &Compared::record,
                [](const CaseRecord& record) { return condition_of(record); }, part.cell);
        append(fields,
               {{plain_column(prefix + "uuid"), side, &Compared::record, &CaseRecord::device, &Device::uuid},
                {plain_column(prefix + "case_id"), side, &Compared::record, &CaseRecord::id},
                {plain_column(prefix + "time_mode"), time, &TimeEstimate::mode},
                {plain_column(prefix + "time_ns"), time, &TimeEstimate::ns, time_cell}});
    };
    add_side("base_", &ComparedPair::base, &ComparedPair::base_time);
    add_side("other_", &ComparedPair::other, &ComparedPair::other_time);
    const auto metrics = [counters](const ComparedPair& pair) {
        const auto* found = find_or_null(counters, &pair, &PairDifference::pair);
        return found == nullptr ? nullptr : &found->difference.total.metrics;
    };
    append(fields,
           {{"ratio", &ComparedPair::ratio, &RatioEstimate::ratio, measured_with(3)},
            {"ratio_low", ratio_interval, &Interval::low, measured_with(3)},
            {"ratio_high", ratio_interval, &Interval::high, measured_with(3)},
            {"interval_level", ratio_interval, &Interval::level, fixed_with(4)},
            {"verdict",
             [](const auto& pair) {
                 return pair.verdict ? name_of(*pair.verdict) : pair.ratio ? "not judged" : "";
             }},
            {"rounds", [](const auto& pair) { return pair.ratio ? cell_of(rounds_of(pair)) : Cell{}; }},
            {"counters_that_differ", metrics, [](const auto& differing) { return differing.size(); }},
            {"counters", metrics,
             [](const auto& differing) {
                 return differing.empty() ? "no shared counter differs" : differing_counters(differing);
             }},
            {"ratio_of", [](const auto& pair) { return pair.ratio ? ratio_word(pair.per) : ""; }}});
    return table_of(fields, comparison.pairs);
}

std::string ratio_word(Per per) { return std::array{"time", "time_per_key", "time_per_work"}[size_t(per)]; }

std::set<TimeMode> host_bound_modes(const Comparison& comparison) {
    std::set<TimeMode> modes;
    for (const auto& pair : comparison.pairs)
        if (host_bound(pair)) modes.merge(host_paced_modes(pair));
    return modes;
}

std::string host_warning(size_t count, const char* of, const std::set<TimeMode>& modes, size_t hosts,
                         std::string_view instead) {
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
           "'show' print the median of those medians.";
}

Condition shown_condition(const ComparedPair& pair) {
    auto condition = condition_of(*pair.base.record);
    condition.time_mode = pair.mode;
    auto shown_free = free_in(pair);
    // The sides' names contain the modes.
    if (pair.base_time && pair.other_time && pair.base_time->mode != pair.other_time->mode)
        shown_free.insert("time-mode");
    condition.axes.erase_parameters();
    condition.axes.erase("block");
    for (const auto& [axis, value] : pair.condition.axes)  // keeps a block of one side
        if (is_parameter(axis) || axis == "block") condition.axes.set(axis, value);
    return condition.leaving_free(shown_free);
}

Per per_of(const Comparison& comparison) {
    const auto greatest = std::ranges::max_element(comparison.pairs, {}, &ComparedPair::per);
    return greatest == comparison.pairs.end() ? Per::nothing : greatest->per;
}

std::string said_of_work(const std::vector<const ComparedPair*>& pairs) {
    const auto or_all = [](const std::string& text) { return text.empty() ? "all keys" : text; };
    std::map<std::string, std::set<std::pair<std::string, std::string>>, std::less<>> parts;
    size_t differing = 0, per_key = 0, per_work = 0, timed = 0, unjudged = 0;
    for (const auto* pair : pairs) {
        const auto differs = differing_work(*pair);
        differing += !differs.empty();
        per_key += pair->per == Per::key;
        per_work += pair->per == Per::work;
        timed += pair->ratio.has_value() && !differs.empty();
        unjudged += pair->ratio && !pair->verdict;
        const auto of_base = condition_of(*pair->base.record), of_other = condition_of(*pair->other.record);
        for (const auto& part : differs) parts[part].emplace(of_base.text(part), of_other.text(part));
    }
    if (parts.empty()) return {};
    const auto texts = join(condition_parts, ", ", [&](std::string_view part) {
        const auto found = parts.find(part);
        if (found == parts.end()) return std::string();
        const auto& [of_base, of_other] = *found->second.begin();
        return fmt::format("{} differs{}", part,
                           found->second.size() == 1
                               ? fmt::format(" ({} against {})", or_all(of_base), or_all(of_other))
                               : std::string());
    });
    const auto of = differing == pairs.size() ? std::string()
                                              : fmt::format(" in {} of {} pairs", differing, pairs.size());
    const char* compared = per_work > 0  ? "Times per unit of work are compared: keys x log2(keys in a tile)."
                           : per_key > 0 ? "Where the numbers of keys differ, times per key are compared: a "
                                           "ratio of 2 is half the throughput (keys/s)."
                           : timed == 0  ? "Counters differ for that alone."
                           : parts.contains("n")
                               ? "Those that were timed sort as many keys on both sides, so a ratio of 2 is "
                                 "half the throughput (keys/s)."
                               : "Both sort as many keys, so a ratio of 2 is half the throughput (keys/s).";
    return fmt::format("{}{}: {}. {}{}", different_work, of, texts, compared,
                       unjudged == 0 ? "" : " Keys of two types are other work, so no verdict is made.");
}

std::string verdict_text(const ComparedPair& pair) {
    if (!pair.verdict) return "not judged";
    return fmt::format("{}{}", name_of(*pair.verdict), words_of(pair.per));
}

void Widened::add(const ComparedPair& pair) {
    ++pairs;
    least = std::min(least, pair.ratio->variation);
    most = std::max(most, pair.ratio->variation);
    modes.merge(host_paced_modes(pair));
}

std::string mode_words(const std::set<TimeMode>& modes) {
    return join(modes, " and ", sortscope::name_of<TimeMode>);
}

std::string Widened::by() const {
    return pairs == 0      ? ""
           : least == most ? format_percent_short(most)
                           : format_percent_short(least) + " to " + format_percent_short(most);
}

std::string interval_text(const Interval& interval) {
    return format_ratio(interval.low) + " .. " + format_ratio(interval.high);
}

Column case_column(const std::string& side) {
    return make_column(side + "_case", "Case of the " + side, side, "case", "", 35,
                       "Number of the case in its file.");
}

std::string short_name(const std::string& name) { return name.substr(name.rfind('/') + 1); }
}
