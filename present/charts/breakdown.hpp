// Bars by stage, substage, kernel or launch.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "analyzer/launches/breakdown.hpp"
#include "present/chart.hpp"

namespace sortscope::present {
std::vector<const Metric*> chart_metrics(const analyzer::Breakdown& breakdown);

/// Metrics that stack are split by kernel; those beyond eight share the last series.
Chart breakdown_chart(std::shared_ptr<const analyzer::Breakdown> breakdown, const Metric& metric,
                      const CaseRecord& record);

/// Launches `first` to `last`, and the longest of them.
struct LaunchBar {
    LaunchRecord launch;
    uint32_t first = 0, last = 0;
};

/// Draws more launches than pixels. Point::row is the launch's index.
Chart launch_chart(const analyzer::Breakdown& whole, std::span<const LaunchBar> bars, const Metric& metric,
                   const CaseRecord& record);

/// All have one grouping. The first is the case shown.
struct OverlayCase {
    const CaseRecord* record = nullptr;
    std::shared_ptr<const analyzer::Breakdown> breakdown;
};

Chart breakdown_overlay_chart(std::span<const OverlayCase> cases, const Metric& metric);

enum class Access { loads, stores };

/// Stacked by size. `old_rule`: the half-warp rule of compute capability 1.3, which has no 96 bytes.
Chart transaction_chart(std::span<const OverlayCase> cases, Access access, bool old_rule = false);
}
