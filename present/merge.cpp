#include "present/merge.hpp"

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/cells.hpp"

namespace sortscope::present {

Table merge_table(const std::vector<MergedRow>& rows) {
    const auto text = [](const char* id, const char* title, int importance, const char* sentence) {
        return Column{.id = id,
                      .title = title,
                      .head = id,
                      .sentence = sentence,
                      .align = Align::left,
                      .importance = importance};
    };
    const auto count = [](const char* id, const char* title, const char* head, const char* subhead,
                          int importance, const char* sentence) {
        return Column{.id = id,
                      .title = title,
                      .head = head,
                      .subhead = subhead,
                      .sentence = sentence,
                      .importance = importance};
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
