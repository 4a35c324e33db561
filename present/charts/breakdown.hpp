// A breakdown as bars: a metric by stage, substage, kernel or launch.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "analyzer/launches/breakdown.hpp"
#include "core/metric/metric.hpp"
#include "core/records.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// Charted metrics of the catalogue that any row has.
std::vector<const Metric*> chart_metrics(const analyzer::Breakdown& breakdown);

/// The axis of a breakdown's rows with their `ticks` (row_tick()).
Axis row_axis(analyzer::Grouping grouping, std::vector<std::string> ticks);

/// Bars of `metric`, one a row. Metrics that stack are split by kernel; kernels beyond eight share the last
/// series. Tooltips keep `breakdown` alive.
Chart breakdown_chart(std::shared_ptr<const analyzer::Breakdown> breakdown, const Metric& metric,
                      const CaseRecord& record);

/// Launches `first` to `last`; `launch` is the longest of them.
struct LaunchBar {
    LaunchRecord launch;
    std::uint32_t first = 0, last = 0;
};

/// A bar for each of `bars`, ascending, where a case has more launches than a screen has pixels. Point::row
/// is the launch's index.
Chart launch_chart(const analyzer::Breakdown& whole, std::span<const LaunchBar> bars, const Metric& metric,
                   const CaseRecord& record);

}  // namespace sortscope::present
