// Colours the launches of a timeline or a network by a metric.
#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "analyzer/breakdown.hpp"
#include "core/records.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// Gives each span of `chart` (timeline_chart() of `launches`) the value of `metric` as its heat, and the chart the axis of it; spans without a value
/// keep their kernel's colour. `whole` is a breakdown of the same case. Nothing changes where no launch has a value.
void colour_by(Chart& chart, std::span<const LaunchRecord> launches, const analyzer::Breakdown& whole, const Metric& metric);

/// Fills `values` with those of `metric` by launch, in the unit of the axis that is returned: that of colours. Launches without a value have none.
Axis heat_axis(const Metric& metric, std::span<const LaunchRecord> launches, const analyzer::Breakdown& whole, std::map<std::uint32_t, double>& values);

}  // namespace sortscope::present
