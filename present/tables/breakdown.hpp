// Breakdowns as tables, and one metric by stage and substage.
#pragma once

#include "analyzer/launches/breakdown.hpp"
#include "present/cells.hpp"
#include "present/chart.hpp"

namespace sortscope::present {
/// Explains the row "rest" once for several tables.
inline constexpr const char* rest_sentence =
    "'rest' is the sort's median time minus its kernels' times: launch gaps and the host. Kernels are timed "
    "in a traced trial of their own. If that trial was slower than the timed ones, 'rest' is negative.";

/// Text for an axis: "3.2".
std::string row_tick(const analyzer::BreakdownRow& row, analyzer::Grouping grouping);

/// Text for a tooltip: "stage 3, substage 2 (mirror)".
std::string row_name(const analyzer::BreakdownRow& row, analyzer::Grouping grouping);

/// Makes rows one by one, for callers that show few of many. Keeps a reference to `breakdown`.
class BreakdownCells {
 public:
    explicit BreakdownCells(const analyzer::Breakdown& breakdown);
    const std::vector<Column>& columns() const { return columns_; }
    /// `only`: columns to compute; all if empty.
    Row row(const analyzer::BreakdownRow& row, const std::vector<bool>& only = {}) const;
    /// "12 more": the sum of `count` rows.
    Row others(const analyzer::BreakdownRow& sum, size_t count) const;
    Row total() const;
    /// Rows "rest" and "sort", below the total of a timed sort.
    std::vector<Row> rest() const;

 private:
    std::vector<Cell> sum_names(const std::string& text, std::optional<uint64_t> launches) const;
    std::vector<Cell> sum_cells(const std::string& text, const analyzer::BreakdownRow& sum) const;

    const analyzer::Breakdown& breakdown_;
    TimeScale scale_;
    bool has_time_ = false;
    Fields<analyzer::BreakdownRow> names_, values_;
    std::vector<Column> columns_;
};

/// Adds up the smallest shares in one row if there are over `most_rows` rows (0: no limit).
Table breakdown_table(const analyzer::Breakdown& breakdown, size_t most_rows = 0);

Table breakdown_table(const analyzer::Breakdown& breakdown, const analyzer::Shortened& shown);

struct CaseStages {
    const CaseRecord* record = nullptr;
    const analyzer::Breakdown* by_stage = nullptr;
};
/// Lists the longest of `all` cases, each with its costliest stage.
Table costliest_stages_table(std::span<const CaseStages> cases, size_t all);

/// One row for each stage, one column per substage.
Table matrix_table(const analyzer::StageMatrix& matrix);

std::string no_matrix_sentence(const Metric& metric);
}
