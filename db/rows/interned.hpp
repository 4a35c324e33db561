// Rows that are stored once and referred to by number: names, sites, devices, hosts.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>

#include <SQLiteCpp/Database.h>

#include "core/records.hpp"
#include "db/sqlite/statement.hpp"

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

/// The rows of one table, by number. All are read where a number is not known yet: rows are added, but never
/// changed.
template <class Row>
class Lookup {
 public:
    using Read = std::function<void(RowReader&, Row&)>;
    /// `sql` gives the number first, then what `read` takes.
    Lookup(SQLite::Database& database, const char* table, std::string sql, Read read)
        : database_(database), table_(table), sql_(std::move(sql)), read_(std::move(read)) {}

    /// Throws BadValue where there is no such row.
    const Row& at(std::int64_t id) {
        const auto found = rows_.find(id);
        if (found != rows_.end()) return found->second;
        rows_.clear();
        for_each_row(database_, sql_, table_, [&](RowReader& row) {
            std::int64_t number = 0;
            row.read(range::any(number));
            Row value;
            read_(row, value);
            rows_.insert_or_assign(number, std::move(value));
        });
        const auto added = rows_.find(id);
        if (added == rows_.end())
            throw BadValue("a row refers to row " + std::to_string(id) + " of table '" + table_ +
                           "', which is not there");
        return added->second;
    }

 private:
    SQLite::Database& database_;
    const char* table_;
    std::string sql_;
    Read read_;
    std::unordered_map<std::int64_t, Row> rows_;
};

struct KernelName {
    std::string name, symbol;
};

/// "key=u32, n=1024": as a condition holds it.
std::string axes_text(const Axes& axes);

/// What is wrong with a value on a well-known axis ("holds -1 keys"); empty: nothing.
std::string axis_fault(std::string_view axis, const AxisValue& value);

/// Everything that rows refer to.
struct Lookups {
    explicit Lookups(SQLite::Database& database);

    Lookup<Subject> subjects;
    Lookup<std::string> strings, counters;
    Lookup<KernelName> kernels;
    Lookup<Device> devices;
    Lookup<Host> hosts;
    Lookup<Site> sites;
};

}  // namespace sortscope::db
