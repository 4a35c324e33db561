#include "analyzer/matrix.hpp"

#include <algorithm>
#include <vector>

namespace sortscope::analyzer {

StageMatrix stage_matrix(const Breakdown& by_substage, const Breakdown& by_stage, const Metric& metric) {
    StageMatrix matrix;
    matrix.metric = &metric;
    for (const auto& row : by_substage.rows) {
        matrix.substages = std::max(matrix.substages, row.sums.substage);
        if (const auto value = by_substage.value(metric, row))
            matrix.cells.emplace(std::pair(row.sums.stage, row.sums.substage), *value);
    }
    for (const auto& row : by_stage.rows)
        if (const auto value = by_stage.value(metric, row)) matrix.stages.emplace(row.sums.stage, *value);
    return matrix;
}

void leave_greatest(StageMatrix& matrix, std::size_t most) {
    std::vector<std::pair<double, int>> stages;
    for (const auto& [stage, value] : matrix.stages) stages.emplace_back(-value.value.as_double(), stage);
    std::ranges::sort(stages);
    if (stages.size() > most) stages.resize(most);
    const auto stays = [&](int stage) {
        return std::ranges::find(stages, stage, &std::pair<double, int>::second) != stages.end();
    };
    std::erase_if(matrix.cells, [&](const auto& cell) { return !stays(cell.first.first); });
    std::erase_if(matrix.stages, [&](const auto& one) { return !stays(one.first); });
}

}  // namespace sortscope::analyzer
