#include "cli/case_choice.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "core/condition.hpp"
#include "core/error.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"
#include "present/condition_columns.hpp"

namespace sortscope::cli {
namespace {

constexpr std::size_t most_listed = 20;

std::int64_t number(CaseId id) { return static_cast<std::int64_t>(id); }

std::optional<CaseId> parse_id(const std::string& text) {
    std::int64_t id = 0;
    const auto* end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, id);
    if (error != std::errc{} || last != end || id <= 0) return std::nullopt;
    return CaseId{id};
}

/// One line a condition: its newest case, and the parts in which it is not as the others.
std::string what_differs(const std::map<Condition, std::vector<CaseId>>& fitting) {
    std::vector<Condition> conditions;
    for (const auto& [condition, ids] : fitting) conditions.push_back(condition);
    const present::ConditionWords words(conditions);
    std::string text;
    std::size_t listed = 0;
    for (const auto& [condition, ids] : fitting) {
        if (++listed > most_listed)
            return text + fmt::format("\n  and {} more", fitting.size() - most_listed);
        std::string parts;
        for (std::size_t i = 0; i < condition_parts; ++i) {
            const auto part = static_cast<ConditionPart>(i);
            if (!words.differs(part)) continue;
            auto word = words.words(condition, part);
            if (word.empty()) word = fmt::format("no {}", name_of(part));
            parts += (parts.empty() ? "" : ", ") + word;
        }
        text += fmt::format("\n  case {}: {}", number(ids.back()), parts);
    }
    return text;
}

}  // namespace

AskedCase asked_case(const std::vector<std::string>& words, const CaseOptions& options, const char* command,
                     const char* rest) {
    const auto id = words.empty() ? std::nullopt : parse_id(words.back());
    AskedCase asked{words.empty() || (id && words.size() == 1) ? std::string(default_file) : words.front(),
                    id};
    const auto file = shell_word(asked.file);
    if (id && options.restricts())
        throw Error(ErrorKind::usage, "Give the number of a CASE, or options that choose one, not both.");
    if (id || (options.restricts() && words.size() < 2)) return asked;
    if (words.empty())
        throw Error(ErrorKind::usage,
                    "Which CASE? Give its number, which 'sortscope list' shows, or options that choose it: "
                    "--variant, --size, ...");
    if (words.size() > 1)
        throw Error(ErrorKind::usage,
                    fmt::format("'{}' is not the number of a case. 'sortscope list {}' shows them.",
                                words.back(), file));
    const db::Reader usable(asked.file);  // that the file is absent is said first
    throw Error(ErrorKind::usage, fmt::format("Which case of '{}'? 'sortscope list {}' shows the numbers of "
                                              "its cases, 'sortscope {} {} 1{}' takes the case 1; or "
                                              "choose it with --variant, --size and others.",
                                              words.back(), file, command, file, rest));
}

ChosenCase choose_case(const db::Reader& reader, const AskedCase& asked, const CaseOptions& options) {
    if (asked.number) return {*asked.number, {}};
    check_names(reader, options);
    std::map<Condition, std::vector<CaseId>> fitting;
    for (const auto& record : chosen_cases(reader, options))
        fitting[condition_of(record)].push_back(record.id);
    if (fitting.empty())
        throw Error(
            ErrorKind::usage,
            fmt::format("No case of '{}' fits the options. 'sortscope list {}' shows those there are.",
                        asked.file, shell_word(asked.file)));
    if (fitting.size() > 1)
        throw Error(ErrorKind::usage,
                    fmt::format("Cases of {} conditions fit. Choose one by its number, or say more:{}",
                                fitting.size(), what_differs(fitting)));
    auto ids = fitting.begin()->second;
    const auto newest = ids.back();
    ids.pop_back();
    return {newest, ids};
}

}  // namespace sortscope::cli
