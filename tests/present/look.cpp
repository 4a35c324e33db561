#include "tests/present/look.hpp"

namespace sortscope::present::test {
size_t at(const Table& table, std::string_view id) {
    for (size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i].id == id) return i;
    throw std::out_of_range("no column " + std::string(id));
}

bool has_column(const Table& table, std::string_view id) {
    for (const auto& one : table.columns)
        if (one.id == id) return true;
    return false;
}

const Column& column(const Table& table, std::string_view id) { return table.columns[at(table, id)]; }

Cell cell(const Table& table, size_t row, std::string_view id) {
    const auto& cells = table.rows.at(row).cells;
    const auto position = at(table, id);
    return position < cells.size() ? cells[position] : Cell{};
}

std::string text(const Table& table, size_t row, std::string_view id) { return cell(table, row, id).text; }

std::vector<std::string> texts(const Table& table, size_t row, const std::vector<const char*>& columns) {
    std::vector<std::string> found;
    for (const auto* id : columns) found.push_back(text(table, row, id));
    return found;
}

Fact fact(const Facts& facts, std::string_view id) {
    for (const auto& one : facts.facts)
        if (one.id == id) return one;
    return {};
}

std::vector<std::string> ids(const Table& table) {
    std::vector<std::string> found;
    for (const auto& one : table.columns) found.push_back(one.id);
    return found;
}

std::vector<std::string> names(const Chart& chart) {
    std::vector<std::string> found;
    for (const auto& series : chart.series) found.push_back(series.name);
    return found;
}

std::vector<std::optional<double>> values(const Series& series) {
    std::vector<std::optional<double>> found;
    for (const auto& point : series.points) found.push_back(point.y);
    return found;
}
}
