// Findings that are rows of a query: each row one sentence.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/check/verify.hpp"

struct sqlite3_stmt;

namespace sortscope::db {

/// What can be done where the file itself is damaged.
inline constexpr auto take_from_copy = "Take the file from a copy, or record it again.";

/// A text of the current row, whatever it holds; numbers as they are printed.
std::string cell_text(sqlite3_stmt* statement, int column);
/// Nothing where it is no whole number.
std::optional<std::int64_t> cell_number(sqlite3_stmt* statement, int column);

class FindingRows {
 public:
    /// Both must outlive it.
    FindingRows(SQLite::Database& database, std::vector<Finding>& findings)
        : database_(database), findings_(findings) {}

    /// A finding for each row of `sql` (most_findings at most), whose columns are the number of the row, that
    /// of its case, and the words of the sentence.
    void find(const std::string& check, const std::string& table, const std::string& sql,
              const std::string& remedy);

    /// One finding of a row.
    void add(const std::string& check, const std::string& table, std::int64_t row, std::string sentence,
             const std::string& remedy);

    /// Names and declared types of a table's columns.
    std::vector<std::pair<std::string, std::string>> columns(const std::string& table);
    /// Names of the file's own tables.
    std::vector<std::string> tables();

 private:
    SQLite::Database& database_;
    std::vector<Finding>& findings_;
};

}  // namespace sortscope::db
