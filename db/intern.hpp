// Rows that are stored once and referred to by number: names, sites, devices, hosts.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <unordered_map>

#include "db/statement.hpp"

namespace sortscope::db {

/// Rows of `table`, found by all of `columns`.
class InternedRows {
 public:
    InternedRows(SQLite::Database& database, const std::string& table,
                 std::initializer_list<const char*> columns);

    /// Number of the row with these values, which is inserted if it is new. Within a transaction only.
    template <class... T>
    std::int64_t id(const T&... values) {
        const ResetAtEnd reset(find_);
        bind_row(find_, values...);
        if (find_.step()) return sqlite3_column_int64(find_.handle(), 0);
        execute(insert_, values...);
        return database_.getLastInsertRowid();
    }

 private:
    SQLite::Database& database_;
    Statement find_;
    Statement insert_;
};

/// Names of a one-column table, remembered.
class InternedNames {
 public:
    InternedNames(SQLite::Database& database, const std::string& table, const char* column);
    std::int64_t id(const std::string& name);
    /// Forgets what it remembers: numbers given in a transaction that was rolled back are void.
    void forget() { known_.clear(); }

 private:
    InternedRows rows_;
    std::unordered_map<std::string, std::int64_t> known_;
};

}  // namespace sortscope::db
