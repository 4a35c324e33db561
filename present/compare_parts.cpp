#include "present/compare_parts.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/cells.hpp"

namespace sortscope::present::compare_parts {

using namespace analyzer;

std::string join(const std::vector<std::string>& parts, const char* between) {
    std::string text;
    for (const auto& part : parts) text += (text.empty() ? "" : between) + part;
    return text;
}

Condition shown_condition(const ComparedPair& pair) {
    auto condition = condition_of(*pair.base.record);
    condition.time_mode = pair.mode;
    auto free = pair.condition.free_parts();
    ConditionParts shown_free;
    for (std::size_t i = 0; i < condition_parts; ++i) {
        const auto part = static_cast<ConditionPart>(i);
        if (part != ConditionPart::time_mode && free.contains(part)) shown_free.insert(part);
    }
    // Where modes are what is compared, the sides' names say them.
    if (pair.base_time && pair.other_time && pair.base_time->mode != pair.other_time->mode)
        shown_free.insert(ConditionPart::time_mode);
    condition.parameters = pair.condition.parameters;
    condition.block = pair.condition.block;  // of the side that has one
    return condition.leaving_free(shown_free);
}

Column number_column(std::string id, std::string title, std::string head, std::string subhead,
                     std::string sentence, int importance) {
    Column column;
    column.id = std::move(id);
    column.title = std::move(title);
    column.head = std::move(head);
    column.subhead = std::move(subhead);
    column.sentence = std::move(sentence);
    column.importance = importance;
    return column;
}

Column text_column(std::string id, std::string title, std::string head, std::string sentence,
                   int importance) {
    auto column =
        number_column(std::move(id), std::move(title), std::move(head), {}, std::move(sentence), importance);
    column.align = Align::left;
    return column;
}

Cell id_cell(CaseId id) { return count_cell(static_cast<std::int64_t>(id)); }

std::string said_of_work(const std::vector<const ComparedPair*>& pairs) {
    std::map<ConditionPart, std::set<std::pair<std::string, std::string>>> parts;
    std::size_t differing = 0, per_key = 0, timed = 0;
    for (const auto* pair : pairs) {
        const auto differs = differing_work(*pair);
        differing += !differs.empty();
        per_key += pair->per_key();
        timed += pair->ratio.has_value() && !differs.empty();
        const auto of_base = condition_of(*pair->base.record), of_other = condition_of(*pair->other.record);
        for (const auto part : differs) parts[part].emplace(of_base.text(part), of_other.text(part));
    }
    if (parts.empty()) return {};
    std::vector<std::string> texts;
    for (const auto& [part, values] : parts)
        texts.push_back(
            fmt::format("{} differs{}", sortscope::name_of(part),
                        values.size() == 1
                            ? fmt::format(" ({} against {})", values.begin()->first, values.begin()->second)
                            : std::string()));
    const auto of = differing == pairs.size() ? std::string()
                                              : fmt::format(" in {} of {} pairs", differing, pairs.size());
    const char* compared = per_key > 0  ? "Where the numbers of keys differ, times per key are compared: a "
                                          "ratio of 2 is half the throughput (keys/s)."
                           : timed == 0 ? "Counters differ for that alone."
                           : parts.contains(ConditionPart::n)
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
        if (*time && is_paced_by_the_host((*time)->mode)) modes.insert((*time)->mode);
    return modes;
}

std::string mode_words(const std::set<TimeMode>& modes) {
    std::string words;
    for (const auto mode : modes)
        words += (words.empty() ? "" : " and ") + std::string(sortscope::name_of(mode));
    return words;
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
