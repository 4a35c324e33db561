#include "present/verify.hpp"

#include <fmt/core.h>

#include "present/cells.hpp"

namespace sortscope::present {

Table finding_table(const std::vector<FindingRow>& findings) {
    const auto text = [](const char* id, const char* title, int importance, const char* sentence) {
        return Column{.id = id,
                      .title = title,
                      .head = id,
                      .sentence = sentence,
                      .align = Align::left,
                      .importance = importance,
                      .fit = Fit::wrap,
                      .least = 8};
    };
    Table table;
    table.columns = {text("check", "Check", 500, "What was looked for."),
                     text("table", "Table", 900, "Where it was found."),
                     {.id = "row",
                      .title = "Row",
                      .head = "row",
                      .sentence = "Number of the row in its table.",
                      .importance = 800},
                     {.id = "case_id",
                      .title = "Case",
                      .head = "case",
                      .sentence = "The case that it is of.",
                      .importance = 850},
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

}  // namespace sortscope::present
