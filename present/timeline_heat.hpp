// Colours the launches of a timeline or a network by a metric.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "analyzer/launches/breakdown.hpp"
#include "core/records.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// Gives each span of `chart` (timeline_chart() of `launches`) the value of `metric` as its heat, and the
/// chart the axis of it; spans without a value keep their kernel's colour. `whole` is a breakdown of the same
/// case. Nothing changes where no launch has a value.
void colour_by(Chart& chart, std::span<const LaunchRecord> launches, const analyzer::Breakdown& whole,
               const Metric& metric);

/// Fills `values` with those of `metric` by launch, in the unit of the axis that is returned: that of
/// colours. Launches without a value have none.
Axis heat_axis(const Metric& metric, std::span<const LaunchRecord> launches, const analyzer::Breakdown& whole,
               std::map<std::uint32_t, double>& values);

/// A case's launches with a breakdown of the same case, and what it is called beside others.
struct HeatCase {
    std::span<const LaunchRecord> launches;
    const analyzer::Breakdown* whole = nullptr;
    std::string name;
};

/// Whether two cases have launches of the same stages and substages, one for one.
bool same_steps(std::span<const LaunchRecord> base, std::span<const LaunchRecord> other);

/// Fills `ratios` with the values of `metric` of the launches of `other` over those of `base` (same_steps()),
/// by launch; the axis has 1 in its middle. Launches that lack a value on a side, or have 0, have none.
Axis ratio_axis(const Metric& metric, const HeatCase& base, const HeatCase& other,
                std::map<std::uint32_t, double>& ratios);

}  // namespace sortscope::present
