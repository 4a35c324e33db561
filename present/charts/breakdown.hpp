// Bars by stage, substage, kernel or launch.
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

/// Charted metrics that any row has.
std::vector<const Metric*> chart_metrics(const analyzer::Breakdown& breakdown);

/// One bar a row. Metrics that stack are split by kernel; kernels beyond eight share the last series.
Chart breakdown_chart(std::shared_ptr<const analyzer::Breakdown> breakdown, const Metric& metric,
                      const CaseRecord& record);

/// Launches `first` to `last`, and the longest of them.
struct LaunchBar {
    LaunchRecord launch;
    std::uint32_t first = 0, last = 0;
};

/// For cases of more launches than a screen has pixels. Point::row is the launch's index.
Chart launch_chart(const analyzer::Breakdown& whole, std::span<const LaunchBar> bars, const Metric& metric,
                   const CaseRecord& record);

/// All of one chart have one grouping. The first is the case shown.
struct OverlayCase {
    const CaseRecord* record = nullptr;
    std::shared_ptr<const analyzer::Breakdown> breakdown;
};

/// Bars side by side, one series a case.
Chart breakdown_overlay_chart(std::span<const OverlayCase> cases, const Metric& metric);

enum class Access { loads, stores };

/// Stacked by size: a bar for each row and case, a series for each size and provenance. `old_rule`: by the
/// half-warp rule of compute capability 1.3, which has no 96 bytes.
Chart transaction_chart(std::span<const OverlayCase> cases, Access access, bool old_rule = false);

}  // namespace sortscope::present
