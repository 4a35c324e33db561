#include "present/views.hpp"

#include "present/cells.hpp"

namespace sortscope::present {
namespace {

Column text_column(const char* id, const char* title, int importance, const char* sentence) {
    return {.id = id,
            .title = title,
            .head = id,
            .sentence = sentence,
            .align = Align::left,
            .importance = importance};
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
                     {.id = "columns",
                      .title = "Columns",
                      .head = "columns",
                      .sentence = "How many it has.",
                      .importance = 100},
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

}  // namespace sortscope::present
