#include "present/compare.hpp"

#include <algorithm>
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

ConditionParts free_in(const Comparison& comparison) {
    ConditionParts free;
    for (std::size_t i = 0; i < condition_parts && !comparison.pairs.empty(); ++i)
        if (const auto part = static_cast<ConditionPart>(i);
            part != ConditionPart::time_mode &&
            comparison.pairs.front().condition.free_parts().contains(part))
            free.insert(part);
    return free;
}

/// What a side's cases have in the parts that are free: what all of them share is said behind the side's
/// name, the rest gets columns.
class SideColumns {
 public:
    /// `conditions` are the side's, `words` know those of both sides, of which `apart` are free and not all
    /// the same.
    SideColumns(const char* side, const std::string& name, const std::vector<Condition>& conditions,
                const ConditionWords& words, ConditionParts apart)
        : side_(side), words_(words) {
        for (std::size_t i = 0; i < condition_parts; ++i) {
            const auto part = static_cast<ConditionPart>(i);
            if (!apart.contains(part) || conditions.empty()) continue;
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
            const std::string name(sortscope::name_of(part));
            auto column = text_column(side_ + "_" + name, "The " + side_ + "'s " + name, side_ + "'s",
                                      "Of the case of the " + side_ + " that is compared.", 850);
            column.subhead = name;
            column.fit = Fit::wrap;
            column.least = 8;
            columns.push_back(std::move(column));
        }
    }
    /// Nothing: a side that has no case.
    void add_cells(std::vector<Cell>& cells, const Compared* one) const {
        for (const auto part : parts_)
            cells.push_back(one == nullptr ? Cell{}
                                           : text_cell(words_.text(condition_of(*one->record), part)));
    }

 private:
    std::string side_, said_;
    const ConditionWords& words_;
    std::vector<ConditionPart> parts_;
};

double compared_rate(const Compared& one, const TimeEstimate& time) {
    return 1000 * static_cast<double>(one.record->workload.n) / time.ns;
}

/// A condition that has no ratio, and why.
struct Uncompared {
    Condition condition;
    const Compared* base = nullptr;
    const Compared* other = nullptr;
    std::string why;
};

std::vector<Uncompared> uncompared(const Comparison& comparison, const std::string& base,
                                   const std::string& other) {
    // What is free in all pairs, for it differs between the sides, is no part of theirs either.
    const auto free = free_in(comparison);
    std::vector<Uncompared> found;
    for (const auto& pair : comparison.pairs)
        if (!pair.ratio) found.push_back({shown_condition(pair), &pair.base, &pair.other, "not timed"});
    for (const auto& one : comparison.only_base)
        found.push_back(
            {condition_of(*one.record).leaving_free(free), &one, nullptr, "only " + short_name(base)});
    for (const auto& one : comparison.only_other)
        found.push_back(
            {condition_of(*one.record).leaving_free(free), nullptr, &one, "only " + short_name(other)});
    return found;
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
    std::set<ConditionPart> differing;
    for (const auto& pair : comparison.pairs)
        for (const auto part : differing_work(pair)) differing.insert(part);
    std::vector<std::string> names;
    for (const auto part : differing) names.emplace_back(sortscope::name_of(part));
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
        if (const auto part = static_cast<ConditionPart>(i); free.contains(part) && words.differs(part))
            apart.insert(part);
    return {SideColumns("base", base, of_base, words, apart).said(),
            SideColumns("other", other, of_other, words, apart).said()};
}

Table comparison_table(const Comparison& comparison, const std::string& base, const std::string& other,
                       double min_effect, bool all) {
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
        if (words.differs(part))
            apart.insert(part);
        else if (const auto text = words.words(words.conditions().front(), part);
                 !text.empty() && part != ConditionPart::backend)
            shared += (shared.empty() ? "" : ", ") + text;
    }
    const SideColumns base_columns("base", base, of_base, words, apart),
        other_columns("other", other, of_other, words, apart);
    const bool per_key = std::ranges::any_of(comparison.pairs, &ComparedPair::per_key);
    table.title =
        fmt::format("{}{} / {}{}{}{}{}; measured", short_name(other), other_columns.said(), short_name(base),
                    base_columns.said(), shared.empty() ? "" : ": ", shared, per_key ? "; per key" : "");
    columns.add_columns(table.columns);
    base_columns.add_columns(table.columns);
    other_columns.add_columns(table.columns);
    auto base_ns = number_column("base_ns", "Time of the base", "base", "time",
                                 "Median time of the base; of several rounds the geometric mean of their "
                                 "medians, where list has the median of them.",
                                 55);
    auto other_ns = number_column("other_ns", "Time of the other", "other", "time",
                                  "Median time of the other side; of several rounds the geometric mean of "
                                  "their medians, where list has the median of them.",
                                  70);
    base_ns.unit = other_ns.unit = "ns";
    if (per_key) {
        const auto add_rate = [&](const char* id, const char* title, const char* head, int importance) {
            auto rate = number_column(id, title, head, "Mkey/s", "Keys over the time.", importance);
            rate.unit = "Mkey/s";
            table.columns.push_back(std::move(rate));
        };
        add_rate("base_rate_mkeys_per_s", "Rate of the base", "base", 860);
        add_rate("other_rate_mkeys_per_s", "Rate of the other", "other", 870);
    }
    auto verdict = text_column("verdict", "Verdict", "verdict",
                               "faster, slower, same or unclear, by the rule below.", 1000);
    table.columns.insert(
        table.columns.end(),
        {std::move(base_ns), std::move(other_ns),
         number_column("ratio", "Ratio", "ratio", per_key ? "per key" : "",
                       per_key ? "Other time per key over base time per key." : "Other time over base time.",
                       900),
         text_column("interval", "Interval", "interval", "Of the ratio, 99 %.", 170),
         number_column("ratio_low", "Ratio, at least", "", "", "Lower end of the interval.", 0),
         number_column("ratio_high", "Ratio, at most", "", "", "Upper end of the interval.", 0),
         number_column("level", "Level", "", "", "Of the interval.", 0), std::move(verdict),
         number_column("rounds", "Rounds", "rounds", "", "Of the side that has fewer.", 40),
         number_column("base_case", "Case of the base", "base", "case", "Number of the case in its file.",
                       35),
         number_column("other_case", "Case of the other", "other", "case", "Number of the case in its file.",
                       35)});
    std::size_t at = 0;
    for (const auto& pair : comparison.pairs) {
        if (!pair.ratio) continue;
        auto cells = columns.cells(conditions[at++]);
        base_columns.add_cells(cells, &pair.base);
        other_columns.add_cells(cells, &pair.other);
        const auto& interval = pair.ratio->interval;
        if (per_key) {
            cells.push_back(rate_cell(compared_rate(pair.base, *pair.base_time)));
            cells.push_back(rate_cell(compared_rate(pair.other, *pair.other_time)));
        }
        cells.push_back(time_cell(pair.base_time->ns));
        cells.push_back(time_cell(pair.other_time->ns));
        cells.push_back(fixed_cell(pair.ratio->ratio, 3, Provenance::measured));
        cells.push_back(text_cell(interval_text(interval)));
        cells.push_back(fixed_cell(interval.low, 4, Provenance::measured));
        cells.push_back(fixed_cell(interval.high, 4, Provenance::measured));
        cells.push_back(fixed_cell(interval.level, 4));
        cells.push_back(text_cell(verdict_text(pair)));
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
            if (of == nullptr || !of->record->time) return Cell{};
            auto summary = *of->record->time;
            summary.mode = of->record->time_mode;
            const auto known =
                estimate(summary, of->file->variances.of(of->record->run, of->record->id, summary));
            return known ? time_cell(known->ns) : Cell{};
        };
        if (per_key) cells.resize(cells.size() + 2);
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

/// "base.db is of NVIDIA H200, other.db of NVIDIA H100.": the devices of each side, named so that they are
/// told apart.
std::string devices_of(const Side& base, const Side& other) {
    std::vector<DeviceKey> keys;
    for (const auto* side : {&base, &other})
        for (const auto& [condition, one] : side->cases) keys.push_back(device_key(one.record->device));
    const auto names = told_apart(keys);
    const auto of = [&](const Side& side) {
        std::set<std::string> found;
        for (const auto& [condition, one] : side.cases)
            found.insert(names.at(device_key(one.record->device)));
        return join(std::vector<std::string>(found.begin(), found.end()), " and ");
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
        text += fmt::format(
            " They differ in their {} at least; {}.", sortscope::name_of(comparison.in_the_way.front()),
            fmt::format(fmt::runtime(freeing), sortscope::name_of(comparison.in_the_way.front())));
    if (!comparison.in_the_way.empty() && comparison.in_the_way.front() == ConditionPart::device)
        text += fmt::format(" {}", devices_of(base, other));
    return text;
}

std::string case_words(const Compared& one) {
    return fmt::format("{} (case {})", condition_of(*one.record).label(),
                       static_cast<std::int64_t>(one.record->id));
}

}  // namespace sortscope::present
