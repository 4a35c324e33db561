// A user's query within the limits of a window.
#pragma once

#include "db/query/query.hpp"
#include "gui/models/loader.hpp"
#include "gui/models/table_model.hpp"
#include "present/charts/result.hpp"

namespace sortscope::gui {
/// NULL has neither number nor text. A blob is the text x'..'.
struct SqlValue {
    std::optional<Number> number;
    std::string text;
};

struct SqlLimits {
    size_t rows = 100'000;
    size_t cells = 1'000'000;
    size_t bytes = 64 << 20;  ///< total size of texts
};

struct SqlResult {
    std::vector<std::string> columns;
    std::vector<SqlValue> values;
    bool more = false;
    double seconds = 0;
    std::vector<bool> numeric;
    present::ResultChoice suggested;

    size_t rows() const { return columns.empty() ? 0 : values.size() / columns.size(); }
    const SqlValue& at(size_t row, size_t column) const { return values[row * columns.size() + column]; }
};
using SqlResultPtr = Shared<SqlResult>;

/// Exact text for CSV; empty for NULL.
std::string text_of(const SqlValue& value);

/// Runs one read-only statement; null if stale. Throws as db::Query::run().
SqlResultPtr run_sql(const QString& path, const std::string& sql, const Stale& stale,
                     const SqlLimits& limits = {});

/// Writes every row as CSV. Returns the number of rows, null if stale. Throws as run_sql() and CsvFile.
Shared<size_t> export_sql(const QString& path, const std::string& sql, const QString& to, const Stale& stale);
TableRowsPtr sql_rows(const SqlResultPtr& result);
present::ResultRows sql_chart_rows(const SqlResultPtr& result);

/// Error of a query, without hints for the command line.
struct SqlProblem {
    QString sentence;
    QString place;  ///< the SQL line and a mark below it
};
SqlProblem sql_problem(const QString& message);
}
