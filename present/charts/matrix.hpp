// Heat maps.
#pragma once

#include "analyzer/curves/curve.hpp"
#include "analyzer/launches/figures.hpp"
#include "present/chart.hpp"

namespace sortscope::present {
/// All cases of a chart have one metric.
struct MatrixCase {
    const CaseRecord* record = nullptr;  ///< names the case among several
    analyzer::StageMatrix matrix;
};

/// Draws stages by substages; several cases share one colour axis.
Chart matrices_chart(std::span<const MatrixCase> cases);

/// Draws ratios of the other cases to the first. A cell absent or 0 in either case is empty.
Chart matrix_ratio_chart(std::span<const MatrixCase> cases);

struct HeatCell {
    std::optional<double> value = {};
    std::string text, hint;
};
using HeatCells = std::map<std::pair<int64_t, int64_t>, HeatCell>;  // keys: row, column

void lay_cells(Chart& chart, const HeatCells& cells, const std::set<int64_t>& rows,
               const std::function<std::string(int64_t)>& row_name);

/// Joins heat maps side by side on one colour axis. The note names charts without a map.
Chart heat_charts_beside(std::span<const Chart> charts, std::span<const std::string> names);

/// Axes that can serve as size: n, then numeric axes of programs.
std::vector<std::string> size_axes(std::span<const CaseRecord> cases);

/// Draws rates of the sorts of `group`. Rows are sorts, the fastest first; columns are sizes on `axis`.
/// Colours show rate / fastest rate of the column. Each cell names the fastest block and parameters.
Chart overview_chart(std::span<const analyzer::Curve> curves, const Condition& group,
                     const std::string& axis = "n");

/// Conditions (key type, input, device) of timed sorts, ordered from the most points to the fewest.
std::vector<Condition> overview_groups(std::span<const analyzer::Curve> curves,
                                       const std::string& axis = "n");

/// "675 cases of 38 variants on NVIDIA H200, in 1 run."
std::string overview_sentence(std::span<const CaseRecord> cases, size_t runs);
}
