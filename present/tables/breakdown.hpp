// A breakdown as a table and as charts: every metric of the catalogue that it has values of.
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

/// "By stage; shares are of the measured kernel time".
std::string breakdown_title(const analyzer::Breakdown& breakdown);

/// What the row "rest" of a breakdown's table is, with its part of the sort; empty where it has none.
std::string rest_note(const analyzer::Breakdown& breakdown);

/// The same of several tables.
inline constexpr const char* rest_sentence =
    "rest: the sort's median time less its kernels: launch gaps and the host. Below 0 where the traced trial "
    "was slower than the timed ones.";

/// Stage and substage as one text: "3.2"; "3" where there is no substage.
std::string step_text(const analyzer::BreakdownRow& row);

/// What stands below a row on an axis: "3", "3.2", the number of the launch, the kernel.
std::string row_tick(const analyzer::BreakdownRow& row, analyzer::Grouping grouping);

/// What a row is called in tooltips: "stage 3, substage 2 (mirror)"; a kernel's name.
std::string row_name(const analyzer::BreakdownRow& row, analyzer::Grouping grouping);

/// A breakdown's columns and its rows as cells, one by one: for whoever shows a few of very many rows.
/// `breakdown` must live on. Columns: what names the row, launches, time in one unit, share ("share_pct"; its
/// cells' fraction is of the greatest share), a bar of the same ("bar", for terminals), the gaps in front of
/// its launches where they are known ("gap_ns"), and every metric of the catalogue that any row has a value
/// of; their ids are the metrics'.
class BreakdownCells {
 public:
    explicit BreakdownCells(const analyzer::Breakdown& breakdown);
    const std::vector<Column>& columns() const { return columns_; }
    /// Cells of one of the breakdown's rows. `only`, where not empty, says of each column whether it is
    /// wanted: values of others are not computed, and absent.
    Row row(const analyzer::BreakdownRow& row, const std::vector<bool>& only = {}) const;
    /// Cells of `sum`, which stands for `count` rows: "12 more".
    Row others(const analyzer::BreakdownRow& sum, std::size_t count) const;
    Row total() const;
    /// Below the total, where the sort was timed: what its kernels do not account for ("rest"), and the sort
    /// itself.
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
    int share_decimals_ = 1;  ///< more where every row is a small part: a bar beside 0.0 says nothing
    std::vector<Column> columns_;
};

/// Rows in the breakdown's order, a rule, the total, and where the sort was timed the rest and the sort, to
/// which total and rest add up. Where there are more than `most_rows` (0: any number), those of greatest
/// share, and one for all others ("12 more"). Columns and cells are those of BreakdownCells; the title is
/// breakdown_title().
Table breakdown_table(const analyzer::Breakdown& breakdown, std::size_t most_rows = 0);

/// The same of rows that were chosen already.
Table breakdown_table(const analyzer::Breakdown& breakdown, const analyzer::Shortened& shown);

}  // namespace sortscope::present
