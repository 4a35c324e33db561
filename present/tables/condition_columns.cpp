#include "present/tables/condition_columns.hpp"

#include <ranges>

#include <fmt/core.h>

#include "analyzer/devices.hpp"

namespace sortscope::present {
namespace {
struct PartColumn {
    std::string_view part;
    const char* id;
    const char* title;
    const char* head;
    const char* sentence;
    int wrap;        ///< 0: never wrapped
    int importance;  ///< above measured values, below ratios: rows must be distinguishable
    Align align = Align::left;
};
constexpr PartColumn part_columns[] = {
    {"variant", "variant", "Variant", "variant", "What sorted.", 12, 1000},
    {"key", "key", "Key type", "type", "Type of the keys, with their values.", 0, 185},
    {"input", "input", "Input", "input", "How the keys are distributed.", 8, 180},
    {"n", "n", "Keys", "n", "Number of keys, N.", 0, 195, Align::right},
    {"block", "block_threads", "Block", "block", "Threads of a block.", 0, 186, Align::right},
    {"output", "output", "Output", "output", "What of the keys is in order, if not all.", 8, 990},
    {"parameters", "parameters", "Parameters", "parameters", "The variant's own parameters.", 8, 184},
    {"cache", "cache_state", "L2 cache", "L2", "State of the L2 cache before each trial.", 0, 178},
    {"time-mode", "time_mode", "Time mode", "mode", "How the time was taken.", 0, 176},
    {"device", "device", "Device", "device", "What the cases ran on.", 8, 182},
    {"backend", "backend", "Backend", "backend", "Who ran the cases.", 0, 20},
};

const PartColumn& row_of(std::string_view part) {
    return *std::ranges::find(part_columns, part, &PartColumn::part);
}
}  // namespace

Column part_column(std::string_view part, int importance) {
    const auto& row = row_of(part);
    auto column = make_column(row.id, row.title, row.head, importance, row.sentence);
    column.align = row.align;
    return column;
}

ConditionWords::ConditionWords(std::vector<Condition> conditions) : conditions_(std::move(conditions)) {
    devices_ = analyzer::distinct_names(mapped(conditions_, &Condition::device));
}

std::string ConditionWords::text(const Condition& condition, std::string_view part) const {
    auto text = condition.text(part);
    if (text.empty()) return text;
    if (part == "device") return devices_.at(condition.device);
    return part == "n" ? text + " keys" : text;
}

std::string ConditionWords::words(const Condition& condition, std::string_view part) const {
    const auto text = this->text(condition, part);
    const char* before = text.empty() ? "" : part == "block" ? "block " : part == "cache" ? "L2 " : "";
    return before + text;
}

std::string ConditionWords::all_words(const Condition& condition, bool differing) const {
    return join(condition_parts, ", ", [&](std::string_view part) {
        return differs(part) == differing ? words(condition, part) : std::string();
    });
}

bool ConditionWords::differs(std::string_view part) const {
    return std::ranges::any_of(conditions_, [&](const Condition& one) {
        return text(one, part) != text(conditions_.front(), part);
    });
}

ConditionColumns::ConditionColumns(std::vector<Condition> conditions, bool always_variant,
                                   PartNames said_above)
    : words_(std::move(conditions)) {
    if (words_.conditions().empty()) return;
    const auto& first = words_.conditions().front();
    for (const auto& row : part_columns) {
        const auto part = row.part;
        const bool default_mode = part == "time-mode" && first.time_mode != TimeMode::graph;
        if ((part == "variant" && always_variant) || words_.differs(part))
            different_.push_back(part);
        else if (!said_above.contains(part) && !default_mode)
            shared_ = join({shared_, words_.words(first, part)});
    }
}

Column ConditionColumns::column(std::string_view part) {
    const auto& row = row_of(part);
    auto column = part_column(part, row.importance).names();
    return row.wrap > 0 ? std::move(column).wrap(row.wrap) : column;
}

Cell ConditionColumns::cell(std::string_view part, const Condition& condition) const {
    auto cell = text_cell(part == "n" ? condition.text(part) : words_.text(condition, part));
    if (part == "block" && condition.block() != 0) cell.number = Number(condition.block());
    if (part == "n" && condition.keys() != 0) cell.number = Number(condition.keys());
    return cell;
}

Fields<Condition> plain_condition_fields(const std::string& prefix) {
    Fields<Condition> fields;
    for (const auto part : condition_parts) {
        if (part == "time-mode") continue;
        fields.emplace_back(plain_column(prefix + row_of(part).id), [part](const Condition& condition) {
            auto cell = text_cell(condition.text(part));
            if (part == "n" && condition.keys() != 0) cell.number = Number(condition.keys());
            return cell;
        });
    }
    return fields;
}

std::vector<std::string> overlay_names(std::span<const CaseRecord* const> records) {
    const ConditionWords words(mapped(records, [](const auto* record) { return condition_of(*record); }));
    const auto plain = mapped(words.conditions(),
                              [&](const Condition& condition) { return words.all_words(condition, true); });
    auto names = plain;
    for (size_t i = 0; i < names.size(); ++i)
        if (plain[i].empty() || std::ranges::count(plain, plain[i]) > 1)
            names[i] = join({plain[i], fmt::format("case {}", records[i]->id)});
    return names;
}

std::vector<std::string> without_shared_parts(const std::vector<std::string>& names, const char* separator) {
    const auto parts = mapped(names, [&](const std::string& name) {
        std::vector<std::string> found(name.empty() ? 1 : 0);  // an empty name has one part
        for (const auto part : std::views::split(name, std::string_view(separator)))
            found.emplace_back(part.begin(), part.end());
        return found;
    });
    return mapped(parts, [&](const std::vector<std::string>& own) {
        std::vector kept{own.front()};
        for (const auto& part : own | std::views::drop(1))
            if (!contains(kept, part) &&
                std::ranges::any_of(parts, [&](const std::vector<std::string>& other) {
                    return other.front() == own.front() && !contains(other, part);
                }))
                kept.push_back(part);
        return join(kept, separator);
    });
}
}
