// Launches, transfers and series over time.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "analyzer/launches/breakdown.hpp"
#include "core/records.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// Transfers, launches and series over the time since the case's first record. `launches`: those to show, in
/// any order; lanes are stages for up to 24 stages on one stream, else streams. Point::row of a launch is its
/// index, of a transfer the greatest number.
Chart timeline_chart(const CaseRecord& details, std::span<const LaunchRecord> launches,
                     std::span<const SeriesRecord> series);

/// Timelines below each other on one time axis and one colour axis; each begins at its first record. Launches
/// of others have no row. `names`: one a timeline.
Chart timeline_overlay_chart(std::vector<Chart> timelines, std::span<const std::string> names);

/// Sets the heat of each span to the launch's value of `metric`. `whole`: any breakdown of the case. Does
/// nothing if no launch has a value.
void colour_by(Chart& chart, std::span<const LaunchRecord> launches, const analyzer::Breakdown& whole,
               const Metric& metric);

/// Fills `values` by launch; returns their colour axis.
Axis heat_axis(const Metric& metric, std::span<const LaunchRecord> launches, const analyzer::Breakdown& whole,
               std::map<std::uint32_t, double>& values);

/// A case's launches with a breakdown of the case and its name.
struct HeatCase {
    std::span<const LaunchRecord> launches;
    const analyzer::Breakdown* whole = nullptr;
    std::string name;
};

/// Whether both have launches of the same stages and substages, one for one.
bool same_steps(std::span<const LaunchRecord> base, std::span<const LaunchRecord> other);

/// Fills `ratios` by launch: `other` over `base` (see same_steps()); returns their colour axis, with 1 in its
/// middle.
Axis ratio_axis(const Metric& metric, const HeatCase& base, const HeatCase& other,
                std::map<std::uint32_t, double>& ratios);

}  // namespace sortscope::present
