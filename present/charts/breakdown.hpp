// Bars by stage, substage, kernel or launch.
#pragma once

#include <memory>

#include "analyzer/launches/breakdown.hpp"
#include "present/chart.hpp"

namespace sortscope::present {
std::vector<const Metric*> chart_metrics(const analyzer::Breakdown& breakdown);

/// Splits stackable metrics by kernel, into at most eight series: the last holds all further kernels.
Chart breakdown_chart(std::shared_ptr<const analyzer::Breakdown> breakdown, const Metric& metric,
                      const CaseRecord& record);

/// The longest of the launches `first` to `last`.
struct LaunchBar {
    LaunchRecord launch;
    uint32_t first = 0, last = 0;
};

/// Draws more launches than pixels: a bar shows its longest launch, of index Point::row.
Chart launch_chart(const analyzer::Breakdown& whole, std::span<const LaunchBar> bars, const Metric& metric,
                   const CaseRecord& record);

/// Cases of one chart have equal groupings. The first is the case shown.
struct OverlayCase {
    const CaseRecord* record = nullptr;
    std::shared_ptr<const analyzer::Breakdown> breakdown;
};

Chart breakdown_overlay_chart(std::span<const OverlayCase> cases, const Metric& metric);

enum class Access { loads, stores };

/// Stacks transactions by size. `old_rule`: sizes of compute capability 1.3, without 96 bytes.
Chart transaction_chart(std::span<const OverlayCase> cases, Access access, bool old_rule = false);
}
