// Heat maps.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "analyzer/launches/figures.hpp"
#include "present/chart.hpp"

namespace sortscope::present {
/// All of one chart have one metric.
struct MatrixCase {
    const CaseRecord* record = nullptr;  ///< names it among several
    analyzer::StageMatrix matrix;
};

/// Stages by substages; several on one colour axis.
Chart matrices_chart(std::span<const MatrixCase> cases);

/// Other cases over the first. Cells absent or 0 on a side are empty.
Chart matrix_ratio_chart(std::span<const MatrixCase> cases);

struct HeatCell {
    std::optional<double> value = {};
    std::string text, hint;
};
using HeatCells = std::map<std::pair<int64_t, int64_t>, HeatCell>;  // by row and column

void lay_cells(Chart& chart, const HeatCells& cells, const std::set<int64_t>& rows,
               const std::function<std::string(int64_t)>& row_name);

/// Charts on one colour axis. The note names charts without a map.
Chart heat_charts_beside(std::span<const Chart> charts, std::span<const std::string> names);
}
