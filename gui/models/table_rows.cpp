#include "gui/models/table_rows.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <QString>

#include "gui/models/text.hpp"

namespace sortscope::gui {

ShownColumns::ShownColumns(const std::vector<present::Column>& all) {
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].fit != present::Fit::bar) kept_.push_back(i);
}

std::vector<present::Column> ShownColumns::columns(const std::vector<present::Column>& all) const {
    std::vector<present::Column> columns;
    for (const auto column : kept_) columns.push_back(all[column]);
    return columns;
}

present::Cell ShownColumns::cell(const present::Row& row, std::size_t column) const {
    const auto at = kept_[column];
    return at < row.cells.size() ? row.cells[at] : present::Cell{};
}

std::vector<present::Cell> ShownColumns::cells(const present::Row& row) const {
    std::vector<present::Cell> cells;
    for (std::size_t i = 0; i < kept_.size(); ++i) cells.push_back(cell(row, i));
    return cells;
}

TableRowsPtr table_rows(present::Table table) {
    auto rows = std::make_shared<TableRows>();
    const ShownColumns shown(table.columns);
    rows->columns = shown.columns(table.columns);
    for (auto& column : rows->columns)
        if (column.importance == 0) column.shown = false;  // for CSV, or if the user chooses it
    std::vector<std::vector<present::Cell>> values;
    for (auto& row : table.rows) {
        if (row.kind == present::Row::Kind::rule) continue;
        auto cells = shown.cells(row);
        if (row.kind != present::Row::Kind::total) {
            values.push_back(std::move(cells));
            continue;
        }
        if (!rows->total.empty()) values.push_back(std::exchange(rows->total, {}));
        rows->total = std::move(cells);
    }
    // Hide empty columns.
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

/// Ends std::stable_sort.
struct Unwanted {};

constexpr std::size_t asked_every = 4096;  // rows or comparisons

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
    // Reads the column once: a comparison would make its cells again and again.
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
