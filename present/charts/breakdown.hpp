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

/// The metrics that a chart of the breakdown can show, in the order of the catalogue: its `charted` ones that
/// any row has.
std::vector<const Metric*> chart_metrics(const analyzer::Breakdown& breakdown);

/// Bars of `metric`, one a row. Metrics that stack are split by kernel, in order of first launch; kernels
/// beyond the eight colours that can be told apart share the last series. Series names are whole: whoever
/// draws shortens them. Where there is nothing to draw, empty_text says why. Tooltips hold on to `breakdown`.
Chart breakdown_chart(std::shared_ptr<const analyzer::Breakdown> breakdown, const Metric& metric,
                      const CaseRecord& record);

/// Launches `first` to `last` of a case, for which a chart shows `launch`, the longest of them.
struct LaunchBar {
    LaunchRecord launch;
    std::uint32_t first = 0, last = 0;
};

/// A bar for each of `bars`, ascending, over the launches that it stands for: what a breakdown's chart by
/// launch is, of more launches than there are pixels. `whole`: the case by anything; Point::row is the index
/// of the launch shown.
Chart launch_chart(const analyzer::Breakdown& whole, std::span<const LaunchBar> bars, const Metric& metric,
                   const CaseRecord& record);

}  // namespace sortscope::present
