#include "gui/models/contents.hpp"

#include <algorithm>
#include <utility>

#include "gui/models/text.hpp"
#include "present/breakdown.hpp"

namespace sortscope::gui {
namespace {

/// The table for a window: bars stand in the column of shares, so the terminal's column of bars is left out.
TableRowsPtr table_rows(present::Table table) {
    auto rows = std::make_shared<TableRows>();
    std::vector<std::size_t> kept;
    std::optional<std::size_t> bars, shares;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (table.columns[i].fit == present::Fit::bar) {
            bars = i;
            continue;
        }
        if (table.columns[i].id == "share") shares = kept.size();
        kept.push_back(i);
        rows->columns.push_back(table.columns[i]);
    }
    const auto taken = [&](const present::Row& row) {
        std::vector<present::Cell> cells;
        for (const auto column : kept)
            cells.push_back(column < row.cells.size() ? row.cells[column] : present::Cell{});
        if (shares) cells[*shares].fraction = bars && *bars < row.cells.size() ? row.cells[*bars].fraction : 0;
        return cells;
    };
    auto cells = std::make_shared<std::vector<std::vector<present::Cell>>>();
    for (const auto& row : table.rows) {
        if (row.kind == present::Row::Kind::values) cells->push_back(taken(row));
        if (row.kind == present::Row::Kind::total) rows->total = taken(row);
    }
    rows->count = cells->size();
    rows->cell = [cells](std::size_t row, std::size_t column) { return (*cells)[row][column]; };
    return rows;
}

}  // namespace

void FileContents::compute() {
    throughput = analyzer::throughput_curves(cases);
    block_sweeps = analyzer::block_sweeps(cases);
    devices.emplace(cases);
}

QString FileContents::device_name(const CaseRecord& record) const {
    return typeset(devices ? (*devices)(record.device) : record.device.name);
}

BreakdownContentsPtr breakdown_contents(CaseId case_id, analyzer::Breakdown breakdown) {
    auto contents = std::make_shared<BreakdownContents>();
    contents->case_id = case_id;
    contents->metrics = present::chart_metrics(breakdown);
    contents->table = table_rows(present::breakdown_table(breakdown));
    contents->breakdown = std::make_shared<const analyzer::Breakdown>(std::move(breakdown));
    return contents;
}

}  // namespace sortscope::gui
