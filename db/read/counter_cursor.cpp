#include "db/read/counter_cursor.hpp"

#include <fmt/format.h>

namespace sortscope::db {
namespace {

std::string wide_sql(const std::string& table, const std::vector<const Metric*>& metrics) {
    return fmt::format(
        "SELECT t.launch_id - ?1 AS launch_index{} FROM {} t WHERE t.launch_id BETWEEN ?1 + ?2 AND ?1 + ?3 "
        "ORDER BY t.launch_id",
        wide_select(metrics), table);
}

}  // namespace

LaunchCursor::LaunchCursor(SQLite::Database& database, const std::string& sql, const char* table)
    : statement_(database, sql), table_(table) {}

void LaunchCursor::start(const LaunchRange& range) {
    bind_row(statement_, range.key, range.first, range.last);
    next();
}

void LaunchCursor::next() {
    row_.reset();
    if (!statement_.step()) return;
    row_.emplace(statement_, table_);
    row_->read(index_);
}

void LaunchCursor::refuse_stray() const {
    throw BadValue(fmt::format(
        "table '{}' has a row for launch {} of a case, which is not there, or has it twice", table_, index_));
}

WideCursor::WideCursor(SQLite::Database& database, const MetricSet& set, const WideColumns& columns,
                       PassNumber pass)
    : set_(set),
      table_(counter_table(set)),
      columns_(columns.known),
      pass_(pass),
      cursor_(database, wide_sql(table_, columns_), table_.c_str()) {}

void WideCursor::take(std::uint32_t index, std::vector<CounterValue>& counters) {
    cursor_.rows_of(index, [&](RowReader& row) {
        read_wide(row, columns_, set_.provenance, pass_, counters);
        ++launches_;
    });
}

void read_wide(RowReader& row, const std::vector<const Metric*>& metrics, Provenance provenance,
               PassNumber pass, std::vector<CounterValue>& values) {
    for (const auto* metric : metrics) {
        if (row.is_null()) {
            row.skip();
            continue;
        }
        Number value;
        row.read(value);
        values.push_back({metric->counter, provenance, value, pass});
    }
}

std::string wide_select(const std::vector<const Metric*>& metrics) {
    std::string sql;
    for (const auto* metric : metrics) sql += fmt::format(", t.{}", metric->id);
    return sql;
}

}  // namespace sortscope::db
