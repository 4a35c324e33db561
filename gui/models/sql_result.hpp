// What a query of the user gave, held as far as a window can hold it, and what there is to ask for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <QString>

#include "db/query/view_texts.hpp"
#include "gui/models/loader.hpp"
#include "gui/models/table_rows.hpp"
#include "present/charts/result.hpp"

namespace sortscope::gui {

/// NULL, a whole number, a fraction, a text; bytes as the text x'..'.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string>;

/// How much of a result is held; export_sql() writes all of it.
struct SqlLimits {
    std::size_t rows = 100'000;
    std::size_t cells = 1'000'000;
    std::size_t bytes = 64 << 20;  ///< of texts
};

struct SqlResult {
    std::vector<std::string> columns;
    std::vector<SqlValue> values;     ///< row by row
    bool more = false;                ///< the query has more rows than are held
    double seconds = 0;               ///< that it took
    std::vector<bool> numeric;        ///< columns of numbers alone
    present::ResultChoice suggested;  ///< what a chart of it shows where nobody chose

    std::size_t rows() const { return columns.empty() ? 0 : values.size() / columns.size(); }
    const SqlValue& at(std::size_t row, std::size_t column) const {
        return values[row * columns.size() + column];
    }
};
using SqlResultPtr = std::shared_ptr<const SqlResult>;

/// As it is written to CSV: nothing is lost. NULL is empty.
std::string text_of(const SqlValue& value);

/// Runs one statement that reads on a file, in the loader's thread; null where nobody waits any more. Throws
/// as db::Query::run().
SqlResultPtr run_sql(const QString& path, const std::string& sql, const Stale& stale,
                     const SqlLimits& limits = {});

/// Runs it and writes every row as CSV. Returns the number of rows; nothing is left at `to` where it fails or
/// nobody waits any more. Throws as run_sql(), and std::runtime_error where the file cannot be written.
std::shared_ptr<const std::size_t> export_sql(const QString& path, const std::string& sql, const QString& to,
                                              const Stale& stale);

/// The result as a table: numbers to the right, columns in the query's order.
TableRowsPtr sql_rows(const SqlResultPtr& result);
/// And for charts.
present::ResultRows sql_chart_rows(const SqlResultPtr& result);

/// What is said of a refused query, for a window: without the hint at the command line, and the lines that
/// mark the place.
struct SqlProblem {
    QString sentence;
    QString place;  ///< the line of the SQL with a mark below it; may be empty
};
SqlProblem sql_problem(const QString& message);

}  // namespace sortscope::gui
