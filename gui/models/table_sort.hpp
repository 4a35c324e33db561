// The order of a table's rows by one of its columns.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "gui/models/table_rows.hpp"

namespace sortscope::gui {

/// By number, or by text with digits by their value; absent values behind all others. Rows that are alike
/// stay as they are. Goes through all rows, in one column: `rows` must be this thread's own.
std::vector<std::size_t> sorted_rows(const TableRows& rows, std::size_t column, bool ascending);
/// The same; nothing where `unwanted`, asked now and then, said that nobody waits for it any more.
std::optional<std::vector<std::size_t>> sorted_rows(const TableRows& rows, std::size_t column, bool ascending,
                                                    const std::function<bool()>& unwanted);

}  // namespace sortscope::gui
