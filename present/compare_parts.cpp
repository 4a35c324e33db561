#include "present/compare_parts.hpp"

#include <algorithm>

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
    if (pair.base_time && pair.other_time && pair.base_time->mode != pair.other_time->mode) shown_free.insert(ConditionPart::time_mode);
    condition.parameters = pair.condition.parameters;
    condition.block = pair.condition.block;  // of the side that has one
    return condition.leaving_free(shown_free);
}

Column number_column(std::string id, std::string title, std::string head, std::string subhead, std::string sentence, int importance) {
    Column column;
    column.id = std::move(id);
    column.title = std::move(title);
    column.head = std::move(head);
    column.subhead = std::move(subhead);
    column.sentence = std::move(sentence);
    column.importance = importance;
    return column;
}

Column text_column(std::string id, std::string title, std::string head, std::string sentence, int importance) {
    auto column = number_column(std::move(id), std::move(title), std::move(head), {}, std::move(sentence), importance);
    column.align = Align::left;
    return column;
}

Cell id_cell(CaseId id) { return count_cell(static_cast<std::int64_t>(id)); }

void Widened::add(const RatioEstimate& ratio) {
    ++pairs;
    least = std::min(least, ratio.variation);
    most = std::max(most, ratio.variation);
}

std::string Widened::by() const { return least == most ? format_percent_short(most) : format_percent_short(least) + " to " + format_percent_short(most); }

std::string interval_text(const Interval& interval) { return format_ratio(interval.low) + " .. " + format_ratio(interval.high); }

std::string short_name(const std::string& name) {
    const auto slash = name.find_last_of('/');
    return slash == std::string::npos ? name : name.substr(slash + 1);
}

}  // namespace sortscope::present::compare_parts
