// Walks over the counters of a case in step with its launches.
#pragma once

#include <SQLiteCpp/Database.h>

#include <optional>
#include <string>
#include <vector>

#include "core/metric/metric.hpp"
#include "core/records.hpp"
#include "db/rows/interned.hpp"
#include "db/schema/wide_tables.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {

/// A range of the launches of a case, as queries take it.
struct LaunchRange {
    std::int64_t key = 0;
    std::uint64_t first = 0, last = 0;
};

/// Rows of a query whose first columns name a launch of a case by its index, ascending.
class LaunchCursor {
 public:
    /// Stands before all rows until start() is called.
    LaunchCursor(SQLite::Database& database, const std::string& sql, const char* table);

    LaunchCursor(SQLite::Database& database, const std::string& sql, const char* table,
                 const LaunchRange& range)
        : LaunchCursor(database, sql, table) {
        start(range);
    }

    /// Goes to the rows of `range`, from its first on.
    void start(const LaunchRange& range);

    /// Calls `take` with each row of launch `index`, after its index. Throws BadValue where a row before it
    /// was left over.
    template <class Take>
    void rows_of(std::uint32_t index, Take&& take) {
        while (row_) {
            if (index_ > index) return;
            if (index_ < index) refuse_stray();
            take(*row_);
            next();
        }
    }
    /// Throws BadValue where there are rows beyond the last launch.
    void finish() const {
        if (row_) refuse_stray();
    }

 private:
    void next();
    [[noreturn]] void refuse_stray() const;

    Statement statement_;
    const char* table_;
    std::optional<RowReader> row_;
    std::uint32_t index_ = 0;
};

/// The values of a wide table.
class WideCursor {
 public:
    WideCursor(SQLite::Database& database, const MetricSet& set, const WideColumns& columns, PassNumber pass);
    WideCursor(SQLite::Database& database, const MetricSet& set, const WideColumns& columns,
               const LaunchRange& range, PassNumber pass)
        : WideCursor(database, set, columns, pass) {
        start(range);
    }
    void start(const LaunchRange& range) { cursor_.start(range); }
    /// Appends the values of launch `index`, by number of the counter.
    void take(std::uint32_t index, std::vector<CounterValue>& counters);
    void finish() const { cursor_.finish(); }
    /// Launches that had values so far.
    std::uint64_t launches() const { return launches_; }
    const MetricSet& set() const { return set_; }

 private:
    const MetricSet& set_;
    std::string table_;
    std::vector<const Metric*> columns_;
    PassNumber pass_;
    LaunchCursor cursor_;
    std::uint64_t launches_ = 0;
};

/// Reads the values of columns `metrics` of the current row; NULL is absent.
void read_wide(RowReader& row, const std::vector<const Metric*>& metrics, Provenance provenance,
               PassNumber pass, std::vector<CounterValue>& values);
/// ", t.a, t.b" for these columns.
std::string wide_select(const std::vector<const Metric*>& metrics);

}  // namespace sortscope::db
