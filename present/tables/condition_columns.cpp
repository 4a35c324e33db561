#include "present/tables/condition_columns.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "analyzer/devices.hpp"
#include "core/condition.hpp"
#include "present/cells.hpp"

namespace sortscope::present {
namespace {

struct PartColumn {
    std::string_view part;
    const char* id;
    const char* title;
    const char* head;
    const char* sentence;
    Align align;
    bool wide;
    int importance;  ///< above what was measured, but for ratios: a row that cannot be told from another says
                     ///< nothing
};

constexpr PartColumn part_columns[] = {
    {"key", "key", "Key type", "type", "Type of the keys, with their values.", Align::left, false, 185},
    {"input", "input", "Input", "input", "How the keys are distributed.", Align::left, true, 180},
    {"n", "n", "Keys", "keys", "Number of keys, N.", Align::right, false, 195},
    {"block", "block_threads", "Block", "block", "Threads of a block.", Align::right, false, 186},
    {"parameters", "parameters", "Parameters", "parameters", "The variant's own parameters.", Align::left,
     true, 184},
    {"cache", "cache_state", "L2 cache", "L2", "State of the L2 cache before each trial.", Align::left, false,
     178},
    {"time-mode", "time_mode", "Time mode", "mode", "How the time was taken.", Align::left, false, 176},
    {"device", "device", "Device", "device", "What the cases ran on.", Align::left, true, 182},
    {"backend", "backend", "Backend", "backend", "Who ran the cases.", Align::left, false, 20},
};

}  // namespace

ConditionWords::ConditionWords(std::vector<Condition> conditions) : conditions_(std::move(conditions)) {
    std::vector<DeviceKey> devices;
    for (const auto& condition : conditions_) devices.push_back(condition.device);
    devices_ = analyzer::distinct_names(devices);
}

std::string ConditionWords::text(const Condition& condition, std::string_view part) const {
    const auto text = condition.text(part);
    if (text.empty()) return text;
    if (part == "n") return text + " keys";
    if (part == "device") return devices_.at(condition.device);
    return text;
}

std::string ConditionWords::words(const Condition& condition, std::string_view part) const {
    auto text = this->text(condition, part);
    if (text.empty()) return text;
    if (part == "block") return "block " + text;
    if (part == "cache") return "L2 " + text;
    return text;
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
    variant_ = always_variant || words_.differs("variant");
    if (!variant_) shared_ = words_.words(first, "variant");
    for (std::size_t i = 0; i < std::size(part_columns); ++i) {
        const auto part = part_columns[i].part;
        if (words_.differs(part)) {
            different_.push_back(i);
            continue;
        }
        if (said_above.contains(part)) continue;
        if (part == "time-mode" && first.time_mode != TimeMode::graph) continue;
        const auto text = words_.words(first, part);
        if (!text.empty()) shared_ += (shared_.empty() ? "" : ", ") + text;
    }
}

void ConditionColumns::add_columns(std::vector<Column>& columns) const {
    if (variant_)
        columns.push_back(
            make_column("variant", "Variant", "variant", 1000, "What sorted.").left().wrap(12).names());
    for (const auto i : different_) {
        const auto& part = part_columns[i];
        columns.push_back({.id = part.id,
                           .title = part.title,
                           .head = part.head,
                           .sentence = part.sentence,
                           .align = part.align,
                           .importance = part.importance,
                           .fit = part.wide ? Fit::wrap : Fit::whole,
                           .least = 8,
                           .names_row = true});
    }
}

std::vector<Cell> ConditionColumns::cells(const Condition& condition) const {
    std::vector<Cell> cells;
    if (variant_) cells.push_back(text_cell(condition.text("variant")));
    for (const auto i : different_) {
        const auto part = part_columns[i].part;
        cells.push_back(text_cell(part == "n" ? condition.text("n")
                                              : words_.text(condition, part)));  // its head says keys
        if (part == "block" && condition.block() != 0) cells.back().number = Number(condition.block());
        if (part == "n" && condition.keys() != 0) cells.back().number = Number(condition.keys());
    }
    return cells;
}

std::vector<std::string> overlay_names(std::span<const CaseRecord* const> records) {
    std::vector<Condition> conditions;
    for (const auto* record : records) conditions.push_back(condition_of(*record));
    const ConditionWords words(conditions);
    std::vector<std::string> names;
    for (const auto& condition : conditions) {
        std::string name;
        for (const auto part : condition_parts) {
            if (!words.differs(part)) continue;
            const auto text = words.words(condition, part);
            if (!text.empty()) name += (name.empty() ? "" : ", ") + text;
        }
        names.push_back(std::move(name));
    }
    const auto plain = names;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i].empty() || std::ranges::count(plain, plain[i]) > 1)
            names[i] += fmt::format("{}case {}", names[i].empty() ? "" : ", ",
                                    static_cast<std::int64_t>(records[i]->id));
    return names;
}

}  // namespace sortscope::present
