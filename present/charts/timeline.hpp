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

/// What the lanes of a timeline are.
enum class Lanes {
    automatic,  ///< stages where there are at most 24, and all launches are of one stream; else streams
    stages,
    streams
};

/// Transfers, launches (coloured by kernel) and series over the time since the case's first record, in lanes;
/// a series fills its lane from 0 to its greatest value, which its name says. `launches`: those to be shown,
/// in any order; Point::row of a launch is its index, of a transfer the greatest number there is. The note
/// gives the time between launches.
Chart timeline_chart(const CaseRecord& details, std::span<const LaunchRecord> launches,
                     std::span<const SeriesRecord> series, Lanes lanes = Lanes::automatic);

/// Timelines below each other on one axis of time; 0 is the first record of each. Lanes of others are named
/// by `names`; their launches are no rows. Charts that are empty are left out, and the note says of which.
/// Colours are on one axis, of the charts that have values for it. `names` has as many as `timelines`.
Chart timeline_overlay_chart(std::vector<Chart> timelines, std::span<const std::string> names);

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
