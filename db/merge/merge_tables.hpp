// What the parts of a merge have in common: columns of both files' tables, and references between rows that
// get new numbers. The other file is attached as "source".
#pragma once

#include <SQLiteCpp/Database.h>

#include <string>
#include <vector>

namespace sortscope::db {

/// Names of the columns of `schema`.`table`, "main" or "source"; none where it has no such table.
std::vector<std::string> columns_of(SQLite::Database& database, const std::string& schema,
                                    const std::string& table);
bool source_has(SQLite::Database& database, const std::string& table);

/// A column that holds a row's number of a table that is mapped.
struct Reference {
    std::string column;
    std::string map;  ///< "string" of map_string
};

/// Null where `column` is none.
const Reference* reference_of(const std::vector<Reference>& references, const std::string& column);
/// "LEFT JOIN temp.map_kernel r0 ON r0.old = s.kernel_id": outer, so that a row that refers to nothing is
/// missed later, not silently left out.
std::string joins(const std::vector<Reference>& references);
/// The value of `column` of source row s in the main file.
std::string mapped(const std::vector<Reference>& references, const std::string& column);

}  // namespace sortscope::db
