#include "gui/models/table_sort.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include <QString>

#include "gui/models/text.hpp"

namespace sortscope::gui {

std::vector<std::size_t> sorted_rows(const TableRows& rows, std::size_t column, bool ascending) {
    // The column is read once: comparing cells would make each of them over and over.
    std::vector<std::optional<double>> numbers;
    std::vector<QString> texts;
    numbers.reserve(rows.count);
    if (rows.columns[column].align == present::Align::left) texts.resize(rows.count);
    for (std::size_t row = 0; row < rows.count; ++row) {
        const auto number = rows.number ? rows.number(row, column) : rows.cell(row, column).number;
        numbers.push_back(number ? std::optional(number->as_double()) : std::nullopt);
        if (!number && !texts.empty()) texts[row] = to_qstring(rows.cell(row, column).text);
    }
    std::vector<std::size_t> order(rows.count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        if (numbers[a].has_value() != numbers[b].has_value()) return numbers[a].has_value();
        if (numbers[a]) return ascending ? *numbers[a] < *numbers[b] : *numbers[b] < *numbers[a];
        if (texts.empty()) return false;
        return ascending ? natural_less(texts[a], texts[b]) : natural_less(texts[b], texts[a]);
    });
    return order;
}

}  // namespace sortscope::gui
