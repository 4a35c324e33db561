// A breakdown as bars: a metric by stage, substage, kernel or launch, of one case or of several.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <tuple>
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
Chart breakdown_chart(const analyzer::Breakdown& breakdown, const Metric& metric, const CaseRecord& record);

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

/// The rows of the first case, then those that only others have; kernels match by name, others by stage and
/// substage.
struct OverlayRows {
    explicit OverlayRows(std::span<const OverlayCase> cases);
    std::size_t place(const analyzer::BreakdownRow& row) const { return places.at(key(row)); }
    /// The axis of the rows; each has a tick for each of `cases`, which all but the first add to the row's
    /// name.
    Axis axis(std::span<const std::string> cases) const;

    analyzer::Grouping grouping;
    std::vector<const analyzer::BreakdownRow*> rows;

 private:
    using Key = std::tuple<int, int, std::string>;
    Key key(const analyzer::BreakdownRow& row) const;
    std::map<Key, std::size_t> places;
};

/// Bars side by side, one series a case. Tooltips give the ratio to the first case.
Chart breakdown_overlay_chart(std::span<const OverlayCase> cases, const Metric& metric);

}  // namespace sortscope::present
