#include "analyzer/matrix.hpp"

#include <algorithm>

namespace sortscope::analyzer {

StageMatrix stage_matrix(const Breakdown& by_substage, const Breakdown& by_stage, const Metric& metric) {
    StageMatrix matrix;
    matrix.metric = &metric;
    for (const auto& row : by_substage.rows) {
        matrix.substages = std::max(matrix.substages, row.sums.substage);
        if (const auto value = by_substage.value(metric, row)) matrix.cells.emplace(std::pair(row.sums.stage, row.sums.substage), *value);
    }
    for (const auto& row : by_stage.rows)
        if (const auto value = by_stage.value(metric, row)) matrix.stages.emplace(row.sums.stage, *value);
    return matrix;
}

}  // namespace sortscope::analyzer
