// Tables as JSON.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "present/cells.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::json {

/// A member for each value, by the id of its column, into the open object; times in ns ("time_ns"), numbers
/// that are not measured with "<id>_provenance".
void members_of_cells(Writer& out, std::span<const Column> columns, std::span<const Cell> cells);

template <class T>
void members_of(Writer& out, const Fields<T>& fields, const T& row) {
    std::vector<Column> columns;
    std::vector<Cell> cells;
    add_columns(columns, fields);
    add_cells(cells, fields, row);
    members_of_cells(out, columns, cells);
}

/// "key": an object for each row of values.
void member_rows(Writer& out, std::string_view key, const Table& table);

}  // namespace sortscope::present::json
