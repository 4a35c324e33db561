// A metric by stage and substage as a matrix.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "analyzer/breakdown.hpp"
#include "core/metric/metric.hpp"

namespace sortscope::analyzer {

struct StageMatrix {
    const Metric* metric = nullptr;
    std::map<std::pair<int, int>, MetricValue>
        cells;  ///< by stage and substage; those that have no value are not there
    std::map<int, MetricValue>
        stages;         ///< of each stage as a whole: by the formula over its sums, where the metric has one
    int substages = 0;  ///< the greatest
};

/// `by_substage` gives the cells, `by_stage` the stages.
StageMatrix stage_matrix(const Breakdown& by_substage, const Breakdown& by_stage, const Metric& metric);

/// Leaves the `most` stages of greatest value, in their order; stages that have none go first.
void leave_greatest(StageMatrix& matrix, std::size_t most);

}  // namespace sortscope::analyzer
