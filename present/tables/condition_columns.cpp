#include "present/tables/condition_columns.hpp"

#include <fmt/core.h>

#include "analyzer/devices.hpp"

namespace sortscope::present {
struct PartColumn {
    std::string_view part;
    const char* id;
    const char* title;
    const char* head;
    const char* sentence;
    Align align;
    int wrap;        ///< 0: never wrapped
    int importance;  ///< above measured values, below ratios: rows must be distinguishable
};

namespace {
constexpr PartColumn part_columns[] = {
    {"variant", "variant", "Variant", "variant", "What sorted.", Align::left, 12, 1000},
    {"key", "key", "Key type", "type", "Type of the keys, with their values.", Align::left, 0, 185},
    {"input", "input", "Input", "input", "How the keys are distributed.", Align::left, 8, 180},
    {"n", "n", "Keys", "n", "Number of keys, N.", Align::right, 0, 195},
    {"block", "block_threads", "Block", "block", "Threads of a block.", Align::right, 0, 186},
    {"output", "output", "Output", "output", "What of the keys is in order, if not all.", Align::left, 8,
     990},
    {"parameters", "parameters", "Parameters", "parameters", "The variant's own parameters.", Align::left, 8,
     184},
    {"cache", "cache_state", "L2 cache", "L2", "State of the L2 cache before each trial.", Align::left, 0,
     178},
    {"time-mode", "time_mode", "Time mode", "mode", "How the time was taken.", Align::left, 0, 176},
    {"device", "device", "Device", "device", "What the cases ran on.", Align::left, 8, 182},
    {"backend", "backend", "Backend", "backend", "Who ran the cases.", Align::left, 0, 20},
};
}  // namespace

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
    for (const auto& column : part_columns) {
        const auto part = column.part;
        const bool default_mode = part == "time-mode" && first.time_mode != TimeMode::graph;
        if ((part == "variant" && always_variant) || words_.differs(part))
            different_.push_back(&column);
        else if (!said_above.contains(part) && !default_mode)
            shared_ = join({shared_, words_.words(first, part)});
    }
}

Column ConditionColumns::column(const PartColumn& part) {
    return {.id = part.id,
            .title = part.title,
            .head = part.head,
            .sentence = part.sentence,
            .align = part.align,
            .importance = part.importance,
            .fit = part.wrap > 0 ? Fit::wrap : Fit::whole,
            .least = part.wrap,
            .names_row = true};
}

Cell ConditionColumns::cell(const PartColumn& column, const Condition& condition) const {
    const auto part = column.part;
    auto cell = text_cell(part == "n" ? condition.text(part) : words_.text(condition, part));
    if (part == "block" && condition.block() != 0) cell.number = Number(condition.block());
    if (part == "n" && condition.keys() != 0) cell.number = Number(condition.keys());
    return cell;
}

Fields<Condition> plain_condition_fields(const std::string& prefix) {
    Fields<Condition> fields;
    for (const auto part : condition_parts) {
        if (part == "time-mode") continue;
        const auto* column = std::ranges::find(part_columns, part, &PartColumn::part);
        fields.emplace_back(plain_column(prefix + column->id), [part](const Condition& condition) {
            auto cell = text_cell(condition.text(part));
            if (part == "n" && condition.keys() != 0) cell.number = Number(condition.keys());
            return cell;
        });
    }
    return fields;
}

std::vector<std::string> overlay_names(std::span<const CaseRecord* const> records) {
    std::vector<Condition> conditions;
    for (const auto* record : records) conditions.push_back(condition_of(*record));
    const ConditionWords words(conditions);
    std::vector<std::string> plain;
    for (const auto& condition : conditions)
        plain.push_back(join(condition_parts, ", ", [&](std::string_view part) {
            return words.differs(part) ? words.words(condition, part) : std::string();
        }));
    auto names = plain;
    for (size_t i = 0; i < names.size(); ++i)
        if (plain[i].empty() || std::ranges::count(plain, plain[i]) > 1)
            names[i] = join({plain[i], fmt::format("case {}", records[i]->id)});
    return names;
}
}
