#include "gui/models/table_sort.hpp"

#include <algorithm>
#include <numeric>

#include <QString>

#include "gui/models/text.hpp"

namespace sortscope::gui {

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
