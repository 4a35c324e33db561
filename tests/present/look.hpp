// Ways to look into tables and charts.
#pragma once

#include "present/chart.hpp"
#include "present/table.hpp"

namespace sortscope::present::test {
/// Position of the column `id`. Throws std::out_of_range if absent.
size_t at(const Table& table, std::string_view id);
bool has_column(const Table& table, std::string_view id);
const Column& column(const Table& table, std::string_view id);
/// A row's cell in the column `id`; absent if the row is shorter. Rules are rows, too.
Cell cell(const Table& table, size_t row, std::string_view id);
std::string text(const Table& table, size_t row, std::string_view id);
/// Texts of several columns of a row.
std::vector<std::string> texts(const Table& table, size_t row, const std::vector<const char*>& columns);
std::vector<std::string> ids(const Table& table);

/// The fact `id`; empty if absent.
Fact fact(const Facts& facts, std::string_view id);

/// Names of the chart's series.
std::vector<std::string> names(const Chart& chart);
/// y of the series' points.
std::vector<std::optional<double>> values(const Series& series);
}
