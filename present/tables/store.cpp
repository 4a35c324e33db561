#include "present/tables/store.hpp"

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/cells.hpp"

namespace sortscope::present {
namespace {

Column text_column(const char* id, const char* title, int importance, const char* sentence) {
    return make_column(id, title, id, importance, sentence).left();
}

Column sentence_column(const char* sentence) {
    auto column = text_column("sentence", "Meaning", 900, sentence);
    column.fit = Fit::wrap;
    column.least = 20;
    return column;
}

}  // namespace

Facts view_facts(const std::vector<ViewWords>& views) {
    Facts facts;
    for (const auto& view : views)
        facts.facts.push_back({.id = view.name, .name = view.name, .text = view.sentence});
    return facts;
}

Facts view_facts(const ViewWords& view) {
    Facts facts;
    for (const auto& column : view.columns) {
        auto text = column.unit.empty() ? column.sentence : "(" + column.unit + ") " + column.sentence;
        facts.facts.push_back(
            {.id = column.name, .name = column.name, .text = text.empty() ? "-" : std::move(text)});
    }
    return facts;
}

Table view_table(const std::vector<ViewWords>& views) {
    Table table;
    table.columns = {text_column("view", "View", 1000, "What FROM takes."),
                     make_column("columns", "Columns", "columns", 100, "How many it has."),
                     sentence_column("What one row is.")};
    for (const auto& view : views)
        table.row({text_cell(view.name), count_cell(static_cast<std::int64_t>(view.columns.size())),
                   text_cell(view.sentence)});
    return table;
}

Table view_column_table(const std::vector<ViewWords>& views) {
    Table table;
    table.columns = {text_column("view", "View", 800, "What FROM takes."),
                     text_column("column", "Column", 1000, "Its name."),
                     text_column("unit", "Unit", 950, "Of its numbers."), sentence_column("What it says.")};
    for (const auto& view : views)
        for (const auto& column : view.columns)
            table.row({text_cell(view.name), text_cell(column.name), text_cell(column.unit),
                       text_cell(column.sentence)});
    return table;
}

Table finding_table(const std::vector<FindingRow>& findings) {
    const auto text = [](const char* id, const char* title, int importance, const char* sentence) {
        return make_column(id, title, id, importance, sentence).left().wrap(8);
    };
    Table table;
    table.columns = {text("check", "Check", 500, "What was looked for."),
                     text("table", "Table", 900, "Where it was found."),
                     make_column("row", "Row", "row", 800, "Number of the row in its table."),
                     make_column("case_id", "Case", "case", 850, "The case that it is of."),
                     text("finding", "Finding", 1000, "What is wrong."),
                     text("remedy", "Remedy", 400, "What to do.")};
    for (const auto& finding : findings)
        table.row({text_cell(finding.check), text_cell(finding.table), count_cell(finding.row),
                   count_cell(finding.in_case), text_cell(finding.sentence), text_cell(finding.remedy)});
    return table;
}

std::string finding_sentence(const FindingRow& finding) {
    std::string where;
    const auto add = [&](const std::string& part) { where += (where.empty() ? "" : ", ") + part; };
    if (!finding.table.empty()) add("table " + finding.table);
    if (finding.row) add(fmt::format("row {}", *finding.row));
    if (finding.in_case) add(fmt::format("case {}", *finding.in_case));
    return (where.empty() ? "the file" : where) + ": " + finding.sentence;
}

Table merge_table(const std::vector<MergedRow>& rows) {
    const auto text = [](const char* id, const char* title, int importance, const char* sentence) {
        return make_column(id, title, id, importance, sentence).left();
    };
    const auto count = [](const char* id, const char* title, const char* head, const char* subhead,
                          int importance, const char* sentence) {
        return make_column(id, title, head, importance, sentence).under(subhead);
    };
    Table table;
    table.columns = {
        text("file", "File", 1000, "The file that the run is of."),
        count("from_run_id", "Run there", "run", "there", 500, "Its number in that file."),
        count("run_id", "Run here", "run", "here", 900, "Its number in the file that was merged into."),
        text("outcome", "Outcome", 1000, "Taken, continued or known already."),
        count("cases", "Cases", "cases", "taken", 800, "Cases that were taken."),
        count("renewed", "Renewed", "cases", "renewed", 700, "Cases that got later rounds."),
        count("launches", "Launches", "launches", "taken", 600, "Launches that were taken."),
        text("uuid", "UUID", 100, "The same in every file that the run is copied to.")};
    table.columns.front().fit = Fit::wrap;
    table.columns.front().least = 12;
    const auto number = [](std::uint64_t value) { return count_cell(static_cast<std::int64_t>(value)); };
    for (const auto& row : rows)
        table.row({text_cell(row.file), count_cell(static_cast<std::int64_t>(row.from)),
                   count_cell(static_cast<std::int64_t>(row.into)), text_cell(row.outcome), number(row.cases),
                   number(row.renewed), number(row.launches), text_cell(row.uuid)});
    return table;
}

std::string merge_sentence(const std::string& into, const std::vector<MergedRow>& rows) {
    struct Sum {
        std::uint64_t runs = 0, cases = 0, renewed = 0;
    };
    Sum taken, continued, known;
    for (const auto& row : rows) {
        auto& sum = row.outcome == "taken" ? taken : row.outcome == "continued" ? continued : known;
        ++sum.runs;
        sum.cases += row.cases;
        sum.renewed += row.renewed;
    }
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (taken.runs > 0)
        add(fmt::format("{} taken with {}", plural(taken.runs, "run"), plural(taken.cases, "case")));
    if (continued.runs > 0)
        add(fmt::format("{} went on since ({} taken, {} with later rounds)", plural(continued.runs, "run"),
                        plural(continued.cases, "case"), plural(continued.renewed, "case")));
    if (known.runs > 0)
        add(fmt::format("{} {} there already", plural(known.runs, "run"), known.runs == 1 ? "was" : "were"));
    if (text.empty()) text = "the files have no run";
    return into + ": " + text + ".";
}

}  // namespace sortscope::present
