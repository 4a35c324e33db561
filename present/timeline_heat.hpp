// Colours the launches of a timeline by a metric.
#pragma once

#include <span>

#include "analyzer/breakdown.hpp"
#include "core/records.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// Gives each span of `chart` (timeline_chart() of `launches`) the value of `metric` as its heat, and the chart the axis of it; spans without a value
/// keep their kernel's colour. `whole` is a breakdown of the same case. Nothing changes where no launch has a value.
void colour_by(Chart& chart, std::span<const LaunchRecord> launches, const analyzer::Breakdown& whole, const Metric& metric);

}  // namespace sortscope::present
