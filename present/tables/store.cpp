#include "present/tables/store.hpp"

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/cells.hpp"

namespace sortscope::present {
Facts view_facts(const std::vector<ViewWords>& views) {
    Facts facts;
    for (const auto& view : views) facts.add(view.name, {}, view.sentence);
    return facts;
}

Facts view_facts(const ViewWords& view) {
    Facts facts;
    for (const auto& column : view.columns) {
        auto text = column.unit.empty() ? column.sentence : "(" + column.unit + ") " + column.sentence;
        facts.add(column.name, {}, text.empty() ? "-" : text);
    }
    return facts;
}

Table view_table(const std::vector<ViewWords>& views) {
    return table_of(
        Fields<ViewWords>{{text_column("view", "View", "view", 1000, "What FROM takes."), &ViewWords::name},
                          {make_column("columns", "Columns", "columns", 100, "How many it has."),
                           [](const auto& view) { return view.columns.size(); }},
                          {text_column("sentence", "Meaning", "sentence", 900, "What one row is.").wrap(20),
                           &ViewWords::sentence}},
        views);
}

Table view_column_table(const std::vector<ViewWords>& views) {
    Table table;
    table.columns = {text_column("view", "View", "view", 800, "What FROM takes."),
                     text_column("column", "Column", "column", 1000, "Its name."),
                     text_column("unit", "Unit", "unit", 950, "Of its numbers."),
                     text_column("sentence", "Meaning", "sentence", 900, "What it says.").wrap(20)};
    for (const auto& view : views)
        for (const auto& column : view.columns)
            table.row({text_cell(view.name), text_cell(column.name), text_cell(column.unit),
                       text_cell(column.sentence)});
    return table;
}

Table finding_table(const std::vector<FindingRow>& findings) {
    return table_of(
        Fields<FindingRow>{
            {text_column("check", "Check", "check", 500, "What was looked for.").wrap(8), &FindingRow::check},
            {text_column("table", "Table", "table", 900, "Where it was found.").wrap(8), &FindingRow::table},
            {make_column("row", "Row", "row", 800, "Number of the row in its table."), &FindingRow::row},
            {make_column("case_id", "Case", "case", 850, "The case that it is of."), &FindingRow::in_case},
            {text_column("finding", "Finding", "finding", 1000, "What is wrong.").wrap(8),
             &FindingRow::sentence},
            {text_column("remedy", "Remedy", "remedy", 400, "What to do.").wrap(8), &FindingRow::remedy}},
        findings);
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
    const auto count = [](const char* id, const char* title, const char* head, const char* subhead,
                          int importance, const char* sentence) {
        return make_column(id, title, head, importance, sentence).under(subhead);
    };
    return table_of(
        Fields<MergedRow>{
            {text_column("file", "File", "file", 1000, "The file that the run is of.").wrap(12),
             &MergedRow::file},
            {count("from_run_id", "Run there", "run", "there", 500, "Its number in that file."),
             &MergedRow::from},
            {count("run_id", "Run here", "run", "here", 900, "Its number in the file that was merged into."),
             &MergedRow::into},
            {text_column("outcome", "Outcome", "outcome", 1000, "Taken, continued or known already."),
             &MergedRow::outcome},
            {count("cases", "Cases", "cases", "taken", 800, "Cases that were taken."), &MergedRow::cases},
            {count("renewed", "Renewed", "cases", "renewed", 700, "Cases that got later rounds."),
             &MergedRow::renewed},
            {count("launches", "Launches", "launches", "taken", 600, "Launches that were taken."),
             &MergedRow::launches},
            {text_column("uuid", "UUID", "uuid", 100, "The same in every file that the run is copied to."),
             &MergedRow::uuid}},
        rows);
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
