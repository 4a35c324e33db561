// Bars by stage, substage, kernel or launch: a metric of one case or of several, transactions by size.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "analyzer/launches/breakdown.hpp"
#include "core/metric/metric.hpp"
#include "core/records.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// Charted metrics of the catalogue that any row has.
std::vector<const Metric*> chart_metrics(const analyzer::Breakdown& breakdown);

/// Bars of `metric`, one a row. Metrics that stack are split by kernel; kernels beyond eight share the last
/// series.
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

/// A case with its breakdown. All of one chart have one grouping. The first is the case shown.
struct OverlayCase {
    const CaseRecord* record = nullptr;
    std::shared_ptr<const analyzer::Breakdown> breakdown;
};

/// The rows of the first case, then those that only others have; rows with one label are one.
struct OverlayRows {
    explicit OverlayRows(std::span<const OverlayCase> cases);
    std::size_t place(const analyzer::BreakdownRow& row) const;

    analyzer::Grouping grouping;
    std::vector<const analyzer::BreakdownRow*> rows;
    Axis axis;

 private:
    std::map<std::string, std::size_t> places;
};

/// Bars side by side, one series a case. Tooltips give the ratio to the first case.
Chart breakdown_overlay_chart(std::span<const OverlayCase> cases, const Metric& metric);

enum class Access { loads, stores };

/// Transactions of 32, 64, 96 and 128 bytes, stacked, by row of the breakdown: a bar for each case, and a
/// series for each size and provenance. `old_rule`: by the half-warp rule of compute capability 1.3, which
/// has no 96 bytes.
Chart transaction_chart(std::span<const OverlayCase> cases, Access access, bool old_rule = false);

}  // namespace sortscope::present
