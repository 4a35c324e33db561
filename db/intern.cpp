#include "db/intern.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace sortscope::db {
namespace {

std::string find_sql(const std::string& table, std::initializer_list<const char*> columns) {
    return fmt::format("SELECT id FROM {} WHERE {} IS ?", table, fmt::join(columns, " IS ? AND "));
}

std::string insert_sql(const std::string& table, std::initializer_list<const char*> columns) {
    const std::vector<const char*> marks(columns.size(), "?");
    return fmt::format("INSERT INTO {} ({}) VALUES ({})", table, fmt::join(columns, ", "),
                       fmt::join(marks, ", "));
}

}  // namespace

InternedRows::InternedRows(SQLite::Database& database, const std::string& table,
                           std::initializer_list<const char*> columns)
    : database_(database),
      find_(database, find_sql(table, columns)),
      insert_(database, insert_sql(table, columns)) {}

InternedNames::InternedNames(SQLite::Database& database, const std::string& table, const char* column)
    : rows_(database, table, {column}) {}

std::int64_t InternedNames::id(const std::string& name) {
    const auto found = known_.find(name);
    if (found != known_.end()) return found->second;
    return known_.emplace(name, rows_.id(name)).first->second;
}

}  // namespace sortscope::db
