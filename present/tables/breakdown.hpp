// A breakdown as a table: time, share and every metric that has values.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "analyzer/launches/breakdown.hpp"
#include "core/text.hpp"
#include "present/chart.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// What the row "rest" means, for several tables.
inline constexpr const char* rest_sentence =
    "rest: launch gaps and the host: the sort's median time minus its kernels' times. Negative if the traced "
    "trial was slower than the timed ones.";

/// Label of a row on an axis: "3", "3.2", a launch's number, a kernel.
std::string row_tick(const analyzer::BreakdownRow& row, analyzer::Grouping grouping);

/// Name of a row in tooltips: "stage 3, substage 2 (mirror)".
std::string row_name(const analyzer::BreakdownRow& row, analyzer::Grouping grouping);

/// Columns and rows of a breakdown, made one by one, for callers that show few of very many rows. Keeps a
/// reference to `breakdown`.
class BreakdownCells {
 public:
    explicit BreakdownCells(const analyzer::Breakdown& breakdown);
    const std::vector<Column>& columns() const { return columns_; }
    /// `only`: the columns to compute, all if empty; others get absent cells.
    Row row(const analyzer::BreakdownRow& row, const std::vector<bool>& only = {}) const;
    /// Cells of `sum`, the sum of `count` rows: "12 more".
    Row others(const analyzer::BreakdownRow& sum, std::size_t count) const;
    Row total() const;
    /// Rows below the total of a timed sort: "rest" and the sort itself.
    std::vector<Row> rest() const;

 private:
    void name_columns();
    std::vector<Cell> name_cells(const analyzer::BreakdownRow& row) const;
    std::vector<Cell> sum_cells(const std::string& text, std::optional<std::uint64_t> launches) const;
    void add_values(std::vector<Cell>& cells, const analyzer::BreakdownRow& row, double bar,
                    const std::vector<bool>& only = {}) const;

    const analyzer::Breakdown& breakdown_;
    std::vector<const Metric*> metrics_;
    TimeScale scale_;
    bool has_time_ = false, has_gap_ = false;
    double largest_share_ = 0;
    int share_decimals_ = 1;  ///< more for small shares
    std::vector<Column> columns_;
};

/// Rows, total, rest and sort. Of more than `most_rows` rows (0: any number) the largest shares, and one row
/// for the others.
Table breakdown_table(const analyzer::Breakdown& breakdown, std::size_t most_rows = 0);

/// The same for rows chosen already.
Table breakdown_table(const analyzer::Breakdown& breakdown, const analyzer::Shortened& shown);

}  // namespace sortscope::present
