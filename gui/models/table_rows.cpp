#include "gui/models/table_rows.hpp"

#include <utility>

namespace sortscope::gui {

TableRowsPtr table_rows(present::Table table) {
    auto rows = std::make_shared<TableRows>();
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i].fit != present::Fit::bar) {
            kept.push_back(i);
            rows->columns.push_back(table.columns[i]);
            if (table.columns[i].importance == 0)
                rows->columns.back().shown = false;  // for CSV; to be chosen
        }
    const auto cells_of = [&](present::Row& row) {
        std::vector<present::Cell> cells;
        for (const auto column : kept)
            cells.push_back(column < row.cells.size() ? std::move(row.cells[column]) : present::Cell{});
        return cells;
    };
    std::vector<std::vector<present::Cell>> values;
    for (auto& row : table.rows) {
        if (row.kind == present::Row::Kind::rule) continue;
        auto cells = cells_of(row);
        if (row.kind != present::Row::Kind::total) {
            values.push_back(std::move(cells));
            continue;
        }
        if (!rows->total.empty()) values.push_back(std::exchange(rows->total, {}));
        rows->total = std::move(cells);
    }
    // A column in which nothing stands says nothing.
    for (std::size_t column = rows->columns.size(); column-- > 0;) {
        bool any = !rows->columns[column].hide_if_empty;
        for (std::size_t row = 0; row < values.size() && !any; ++row)
            any = values[row][column].number || !values[row][column].text.empty();
        if (!any) rows->columns[column].shown = false;
    }
    rows->count = values.size();
    const auto held = std::make_shared<const std::vector<std::vector<present::Cell>>>(std::move(values));
    rows->cell = [held](std::size_t row, std::size_t column) { return (*held)[row][column]; };
    rows->number = [held](std::size_t row, std::size_t column) { return (*held)[row][column].number; };
    return rows;
}

}  // namespace sortscope::gui
