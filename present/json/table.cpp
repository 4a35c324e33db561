#include "present/json/table.hpp"

#include <tuple>

namespace sortscope::present::json {

void members_of_cells(Writer& out, std::span<const Column> columns, std::span<const Cell> cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto& [column, cell] = std::tie(columns[i], cells[i]);
        if (cell.number) {
            out.put(value_name(column), plain_number(column, *cell.number));
            if (cell.provenance.value_or(Provenance::measured) != Provenance::measured)
                out.put(column.id + "_provenance", name_of(*cell.provenance));
        } else if (!cell.bound && cell.text != " ") {
            out.put_known(column.id, cell.text);
        }
    }
}

void member_rows(Writer& out, std::string_view key, const Table& table) {
    out.array(key, [&] {
        for (const auto& row : table.rows)
            if (row.kind == Row::Kind::values)
                out.object([&] { members_of_cells(out, table.columns, row.cells); });
    });
}

}  // namespace sortscope::present::json
