#include "gui/models/table_rows.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <QString>

#include "gui/models/text.hpp"

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

namespace {

/// Thrown out of the sort, which knows no other way to end.
struct Unwanted {};

constexpr std::size_t asked_every = 4096;  // rows read, or compared

}  // namespace

std::vector<std::size_t> sorted_rows(const TableRows& rows, std::size_t column, bool ascending) {
    return *sorted_rows(rows, column, ascending, [] { return false; });
}

std::optional<std::vector<std::size_t>> sorted_rows(const TableRows& rows, std::size_t column, bool ascending,
                                                    const std::function<bool()>& unwanted) {
    std::size_t steps = 0;
    const auto step = [&] {
        if (++steps % asked_every == 0 && unwanted()) throw Unwanted();
    };
    // The column is read once: comparing cells would make each of them over and over.
    std::vector<std::optional<double>> numbers;
    std::vector<QString> texts;
    numbers.reserve(rows.count);
    if (rows.columns[column].align == present::Align::left) texts.resize(rows.count);
    const auto read = [&](std::size_t row) {
        const auto number = rows.number ? rows.number(row, column) : rows.cell(row, column).number;
        numbers.push_back(number ? std::optional(number->as_double()) : std::nullopt);
        if (!number && !texts.empty()) texts[row] = to_qstring(rows.cell(row, column).text);
    };
    const auto before = [&](std::size_t a, std::size_t b) {
        step();
        if (numbers[a].has_value() != numbers[b].has_value()) return numbers[a].has_value();
        if (numbers[a]) return ascending ? *numbers[a] < *numbers[b] : *numbers[b] < *numbers[a];
        if (texts.empty()) return false;
        return ascending ? natural_less(texts[a], texts[b]) : natural_less(texts[b], texts[a]);
    };
    std::vector<std::size_t> order(rows.count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    try {
        for (const auto row : order) {
            step();
            read(row);
        }
        std::stable_sort(order.begin(), order.end(), before);
    } catch (const Unwanted&) {
        return std::nullopt;
    }
    return order;
}

}  // namespace sortscope::gui
