#include "present/tables/overview.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/core.h>

#include "analyzer/devices.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"
#include "present/tables/case.hpp"

namespace sortscope::present {
namespace {

std::int64_t case_number(CaseId id) { return static_cast<std::int64_t>(id); }

template <class NameOf>
std::string names(const std::vector<CaseRecord>& cases, const NameOf& name_of_case) {
    std::vector<std::string> found;
    for (const auto& record : cases) {
        const std::string name(name_of_case(record));
        if (!name.empty() && std::ranges::find(found, name) == found.end()) found.push_back(name);
    }
    std::string text;
    for (const auto& name : found) text += (text.empty() ? "" : ", ") + name;
    return found.size() > 3 ? fmt::format("{}: {}", found.size(), text) : text;
}

template <class ValueOf>
std::string range(const std::vector<CaseRecord>& cases, const ValueOf& value_of_case) {
    std::set<std::uint64_t> values;
    for (const auto& record : cases)
        if (const std::uint64_t value = value_of_case(record); value != 0) values.insert(value);
    if (values.empty()) return {};
    if (values.size() == 1) return format_count(*values.begin());
    return fmt::format("{} to {}, {} different", format_count(*values.begin()),
                       format_count(*values.rbegin()), values.size());
}

std::string devices_text(const std::vector<CaseRecord>& cases) {
    std::string text;
    for (const auto& group : analyzer::by_device(cases))
        text +=
            fmt::format("{}{}: {}", text.empty() ? "" : "; ", group.name, plural(group.cases.size(), "case"));
    return text;
}

std::map<std::string_view, std::size_t> troubles(const std::vector<CaseRecord>& cases) {
    std::map<std::string_view, std::size_t> counts;
    for (const auto& record : cases)
        if (record.status != CaseStatus::ok) ++counts[name_of(record.status)];
    return counts;
}

std::string names_of_runs(std::span<const RunRecord> runs) {
    std::string text;
    for (const auto& run : runs)
        if (!run.annotation.name.empty())
            text += fmt::format("{}run {}: {}", text.empty() ? "" : "; ", static_cast<std::int64_t>(run.id),
                                run.annotation.name);
    return text;
}

std::string tags(std::span<const RunRecord> runs, const std::vector<CaseRecord>& cases) {
    std::map<std::string, std::pair<std::size_t, std::size_t>> counts;
    for (const auto& run : runs)
        for (const auto& tag : run.annotation.tags) ++counts[tag].first;
    for (const auto& record : cases)
        for (const auto& tag : record.annotation.tags) ++counts[tag].second;
    std::string text;
    for (const auto& [tag, count] : counts) {
        const auto& [of_runs, of_cases] = count;
        text += fmt::format("{}{} ({}{}{})", text.empty() ? "" : ", ", tag,
                            of_runs == 0 ? "" : plural(of_runs, "run"), of_runs * of_cases == 0 ? "" : ", ",
                            of_cases == 0 ? "" : plural(of_cases, "case"));
    }
    return text;
}

}  // namespace

Facts overview_facts(const std::string& file, std::span<const RunRecord> runs,
                     const std::vector<CaseRecord>& cases) {
    Facts facts;
    facts.title = file;
    facts.subtitle = fmt::format("{}, {}", plural(runs.size(), "run"), plural(cases.size(), "case"));
    const auto add = [&](const char* name, const std::string& text) { facts.add(name, name, text); };
    if (!runs.empty())
        add("runs", runs.size() == 1
                        ? fmt::format("{} on {}", runs.front().started_utc, runs.front().host.name)
                        : fmt::format("{} to {}", runs.front().started_utc, runs.back().started_utc));
    add("devices", devices_text(cases));
    add("variants", names(cases, [](const CaseRecord& record) { return variant_text(record); }));
    add("keys", range(cases, [](const CaseRecord& record) { return record.keys(); }));
    add("types", names(cases, [](const CaseRecord& record) { return record.axes.text("key"); }));
    add("inputs", names(cases, [](const CaseRecord& record) { return record.input_name(); }));
    add("blocks", range(cases, [](const CaseRecord& record) { return std::uint64_t{record.block()}; }));
    add("names", names_of_runs(runs));
    add("tags", tags(runs, cases));
    std::string bad;
    for (const auto& [status, count] : troubles(cases))
        bad += fmt::format("{}{} {}", bad.empty() ? "" : ", ", count, status);
    add("not ok", bad);
    return facts;
}

std::vector<std::pair<std::string, std::string>> next_questions(const std::string& file,
                                                                std::span<const RunRecord> runs,
                                                                const std::vector<CaseRecord>& cases) {
    const auto name = shell_word(file);
    if (cases.empty()) return {{"Collect some cases:", "sortscope collect --preset quick -o " + name}};
    const bool timed =
        std::ranges::any_of(cases, [](const CaseRecord& record) { return record.time.has_value(); });
    std::vector<std::pair<std::string, std::string>> questions{
        {"Which cases are there?", "sortscope list " + name},
        {timed ? "Where does each variant's time go, and how does it scale?"
               : "Where does each variant's traffic go?",
         "sortscope report " + name}};
    const auto ask = [&](const char* question, const std::string& command) {
        questions.emplace_back(question, command);
    };
    if (const auto* record = analyzer::longest_case(cases))
        ask(record->time ? "Where does the longest case's time go?"
                         : "Where does the largest case's traffic go?",
            fmt::format("sortscope show {} {}", name, case_number(record->id)));
    if (const auto pair = analyzer::rivals(cases))
        ask("Which of two variants is faster?",
            fmt::format("sortscope compare {} --across variant={},{}", name, shell_word(pair->first),
                        shell_word(pair->second)));
    if (const auto variant = analyzer::swept_variant(cases))
        ask("Which block size is best?",
            fmt::format("sortscope sweep {} --variant {}", name, shell_word(*variant)));
    std::string bad;
    for (const auto& [status, count] : troubles(cases)) bad += (bad.empty() ? "" : ",") + std::string(status);
    if (!bad.empty())
        ask("What was not ok, and why?", fmt::format("sortscope list {} --status {}", name, bad));
    if (runs.size() > 1)
        ask("What changed from run to run?", fmt::format("sortscope compare {} --history", name));
    ask("All of it in a window:", "sortscope gui " + name);
    return questions;
}

}  // namespace sortscope::present
