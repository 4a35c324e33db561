#include "db/merge/merge_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "db/schema/wide_tables.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {

std::vector<std::string> columns_of(SQLite::Database& database, const std::string& schema,
                                    const std::string& table) {
    std::vector<std::string> names;
    Statement columns(database, "SELECT cid, name FROM pragma_table_info(?, ?)");
    bind_row(columns, table, schema);
    for_each_row(columns, "sqlite_master", [&](RowReader& row) {
        row.skip();
        row.read(names.emplace_back());
    });
    return names;
}

bool source_has(SQLite::Database& database, const std::string& table) {
    return !columns_of(database, "source", table).empty();
}

const Reference* reference_of(const std::vector<Reference>& references, const std::string& column) {
    const auto found = std::ranges::find(references, column, &Reference::column);
    return found == references.end() ? nullptr : &*found;
}

std::string joins(const std::vector<Reference>& references) {
    std::string sql;
    for (std::size_t i = 0; i < references.size(); ++i)
        sql += fmt::format(" LEFT JOIN temp.map_{0} r{1} ON r{1}.old = s.{2}", references[i].map, i,
                           references[i].column);
    return sql;
}

std::string mapped(const std::vector<Reference>& references, const std::string& column) {
    const auto* reference = reference_of(references, column);
    return reference == nullptr ? "s." + quoted(column)
                                : fmt::format("r{}.new", reference - references.data());
}

}  // namespace sortscope::db
