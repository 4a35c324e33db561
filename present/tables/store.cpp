#include "present/tables/store.hpp"

#include <map>

#include <fmt/core.h>

#include "analyzer/devices.hpp"
#include "core/printable.hpp"
#include "present/cells.hpp"
#include "present/tables/case.hpp"

namespace sortscope::present {
using namespace analyzer;

Facts view_facts(const std::vector<ViewWords>& views) {
    Facts facts;
    for (const auto& view : views) facts.add(view.name, view.sentence);
    return facts;
}

Facts view_facts(const ViewWords& view) {
    Facts facts;
    for (const auto& column : view.columns) {
        const auto text = column.unit.empty() ? column.sentence : "(" + column.unit + ") " + column.sentence;
        facts.add(column.name, text.empty() ? "-" : text);
    }
    return facts;
}

Table view_table(const std::vector<ViewWords>& views) {
    return table_of(
        Fields<ViewWords>{{text_column("View", 1000, "Name of the view."), &ViewWords::name},
                          {make_column("Columns", 100, "How many it has."),
                           [](const auto& view) { return view.columns.size(); }},
                          {text_column("sentence", "Meaning", "sentence", 900, "What one row is.").wrap(20),
                           &ViewWords::sentence}},
        views);
}

Table view_column_table(const std::vector<ViewWords>& views) {
    using Named = std::pair<std::string, ColumnWords>;
    std::vector<Named> columns;
    for (const auto& view : views)
        for (const auto& column : view.columns) columns.emplace_back(view.name, column);
    return table_of(
        Fields<Named>{{text_column("View", 800, "Name of the view."), &Named::first},
                      {text_column("Column", 1000, "Its name."), &Named::second, &ColumnWords::name},
                      {text_column("Unit", 950, "Of its numbers."), &Named::second, &ColumnWords::unit},
                      {text_column("sentence", "Meaning", "sentence", 900, "What it says.").wrap(20),
                       &Named::second, &ColumnWords::sentence}},
        columns);
}

Table finding_table(const std::vector<FindingRow>& findings) {
    return table_of(
        Fields<FindingRow>{
            {text_column("Check", 500, "What was looked for.").wrap(8), &FindingRow::check},
            {text_column("Table", 900, "Where it was found.").wrap(8), &FindingRow::table},
            {make_column("Row", 800, "Number of the row in its table."), &FindingRow::row},
            {make_column("case_id", "Case", "case", 850, "The case that it is of."), &FindingRow::in_case},
            {text_column("Finding", 1000, "What is wrong.").wrap(8), &FindingRow::sentence},
            {text_column("Remedy", 400, "What to do.").wrap(8), &FindingRow::remedy}},
        findings);
}

std::string finding_sentence(const FindingRow& finding) {
    const auto where = join({finding.table.empty() ? "" : "table " + finding.table,
                             finding.row ? fmt::format("row {}", *finding.row) : "",
                             finding.in_case ? fmt::format("case {}", *finding.in_case) : ""});
    return (where.empty() ? "the file" : where) + ": " + finding.sentence;
}

Table merge_table(const std::vector<MergedRow>& rows) {
    return table_of(
        Fields<MergedRow>{
            {text_column("File", 1000, "The file that the run is of.").wrap(12), &MergedRow::file},
            {make_column("from_run_id", "Run there", "run", "there", "", 500, "Its number in that file."),
             &MergedRow::from},
            {make_column("run_id", "Run here", "run", "here", "", 900,
                         "Its number in the file that was merged into."),
             &MergedRow::into},
            {text_column("Outcome", 1000, "Taken, continued or known already."), &MergedRow::outcome},
            {make_column("cases", "Cases", "cases", "taken", "", 800, "Cases that were taken."),
             &MergedRow::cases},
            {make_column("renewed", "Renewed", "cases", "renewed", "", 700, "Cases that got later rounds."),
             &MergedRow::renewed},
            {make_column("launches", "Launches", "launches", "taken", "", 600, "Launches that were taken."),
             &MergedRow::launches},
            {text_column("UUID", 100, "The same in every file that the run is copied to."),
             &MergedRow::uuid}},
        rows);
}

std::string merge_sentence(const std::string& into, const std::vector<MergedRow>& rows) {
    struct Sum {
        uint64_t runs = 0, cases = 0, renewed = 0;
    };
    Sum taken, continued, known;
    for (const auto& row : rows) {
        auto& sum = row.outcome == "taken" ? taken : row.outcome == "continued" ? continued : known;
        ++sum.runs;
        sum.cases += row.cases;
        sum.renewed += row.renewed;
    }
    const auto runs = [](const Sum& sum, const std::string& what) {
        return sum.runs == 0 ? std::string() : plural(sum.runs, "run") + what;
    };
    const auto text = join(
        {runs(taken, " taken with " + plural(taken.cases, "case")),
         runs(continued, fmt::format(" went on since ({} taken, {} with later rounds)",
                                     plural(continued.cases, "case"), plural(continued.renewed, "case"))),
         runs(known, known.runs == 1 ? " was there already" : " were there already")});
    if (text.empty()) return into + ": the files have no run.";
    return into + ": " + text + ".";
}

namespace {
std::string names(const std::vector<CaseRecord>& cases, const auto& name_of_case) {
    std::vector<std::string> found;
    for (const auto& record : cases)
        if (const std::string name(name_of_case(record)); !name.empty() && !contains(found, name))
            found.push_back(name);
    return found.size() > 3 ? fmt::format("{}: {}", found.size(), join(found)) : join(found);
}

std::string range(const std::vector<CaseRecord>& cases, const auto& value_of_case) {
    std::set<uint64_t> values;
    for (const auto& record : cases)
        if (const uint64_t value = value_of_case(record); value != 0) values.insert(value);
    if (values.empty()) return {};
    if (values.size() == 1) return format_count(*values.begin());
    return fmt::format("{} to {}, {} different", format_count(*values.begin()),
                       format_count(*values.rbegin()), values.size());
}

std::string devices_text(const std::vector<CaseRecord>& cases) {
    return join(by_device(cases), "; ", [](const auto& group) {
        return fmt::format("{}: {}", group.name, plural(group.cases.size(), "case"));
    });
}

std::map<std::string_view, size_t> troubles(const std::vector<CaseRecord>& cases) {
    std::map<std::string_view, size_t> counts;
    for (const auto& record : cases)
        if (record.status != CaseStatus::ok) ++counts[name_of(record.status)];
    return counts;
}

std::string names_of_runs(std::span<const RunRecord> runs) {
    return join(runs, "; ", [](const auto& run) {
        const auto& name = run.annotation.name;
        return name.empty() ? name : fmt::format("run {}: {}", run.id, name);
    });
}

std::string tags(std::span<const RunRecord> runs, const std::vector<CaseRecord>& cases) {
    std::map<std::string, std::pair<size_t, size_t>> counts;
    for (const auto& run : runs)
        for (const auto& tag : run.annotation.tags) ++counts[tag].first;
    for (const auto& record : cases)
        for (const auto& tag : record.annotation.tags) ++counts[tag].second;
    return join(counts, ", ", [](const auto& one) {
        const auto& [of_runs, of_cases] = one.second;
        return fmt::format("{} ({})", one.first,
                           join({of_runs == 0 ? "" : plural(of_runs, "run"),
                                 of_cases == 0 ? "" : plural(of_cases, "case")}));
    });
}
}  // namespace

Facts overview_facts(const std::string& file, std::span<const RunRecord> runs,
                     const std::vector<CaseRecord>& cases) {
    Facts facts{.title = file,
                .subtitle = fmt::format("{}, {}", plural(runs.size(), "run"), plural(cases.size(), "case"))};
    const auto add = [&](const char* name, const std::string& text) { facts.add(name, name, text); };
    if (!runs.empty())
        add("runs", runs.size() == 1
                        ? fmt::format("{} on {}", runs.front().started_utc, runs.front().host.name)
                        : fmt::format("{} to {}", runs.front().started_utc, runs.back().started_utc));
    add("devices", devices_text(cases));
    add("variants", names(cases, variant_text));
    add("keys", range(cases, std::mem_fn(&CaseRecord::keys)));
    add("types", names(cases, [](const CaseRecord& record) { return record.axes.text("key"); }));
    add("inputs", names(cases, std::mem_fn(&CaseRecord::input_name)));
    add("blocks", range(cases, std::mem_fn(&CaseRecord::block)));
    add("names", names_of_runs(runs));
    add("tags", tags(runs, cases));
    add("not ok", join(troubles(cases), ", ",
                       [](const auto& one) { return fmt::format("{} {}", one.second, one.first); }));
    return facts;
}

std::vector<std::pair<std::string, std::string>> next_questions(const std::string& file,
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
    if (const auto* record = longest_case(cases))
        ask(record->time ? "Where does the longest case's time go?"
                         : "Where does the largest case's traffic go?",
            fmt::format("sortscope show {} {}", name, record->id));
    if (const auto pair = rivals(cases))
        ask("Which of two variants is faster?",
            fmt::format("sortscope compare {} --across variant={},{}", name, shell_word(pair->first),
                        shell_word(pair->second)));
    if (const auto variant = swept_variant(cases))
        ask("Which block size is best?",
            fmt::format("sortscope sweep {} --variant {}", name, shell_word(*variant)));
    const auto bad = join(troubles(cases), ",", [](const auto& one) { return one.first; });
    if (!bad.empty())
        ask("What was not ok, and why?", fmt::format("sortscope list {} --status {}", name, bad));
    std::map<Condition, RunId> first;
    const bool repeated = std::ranges::any_of(cases, [&](const CaseRecord& record) {
        return record.time && first.try_emplace(condition_of(record), record.run).first->second != record.run;
    });
    if (repeated) ask("What changed from run to run?", "sortscope history " + name);
    ask("All of it in a window:", "sortscope gui " + name);
    return questions;
}
}
