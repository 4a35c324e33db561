// Launches, transfers and series over time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/launches/breakdown.hpp"
#include "present/chart.hpp"

namespace sortscope::present {
/// Lanes are stages for up to 24 stages on one stream, else streams. Point::row is a launch's index.
/// Time is 0 at the first launch, or at `origin_ns`. Transfers before and after the launches are in the note.
Chart timeline_chart(const CaseRecord& details, std::span<const LaunchRecord> launches,
                     std::optional<int64_t> origin_ns = {});

/// A filled lane for each series, from 0 to 100 % of the device's limit, else of its greatest value. The
/// series are of another run than the launches, so they have a time axis of their own. Empty without series.
Chart series_chart(const Device& device, std::span<const SeriesRecord> series,
                   std::span<const DeviceLimit> limits);

/// Timelines below each other. Only the first one's launches have rows.
Chart timeline_overlay_chart(std::vector<Chart> timelines, std::span<const std::string> names);

/// Sets the heat of each launch. `whole`: any breakdown of the case.
void colour_by(Chart& chart, std::span<const LaunchRecord> launches, const analyzer::Breakdown& whole,
               const Metric& metric);

/// Fills `values` by launch.
Axis heat_axis(const Metric& metric, std::span<const LaunchRecord> launches, const analyzer::Breakdown& whole,
               std::map<uint32_t, double>& values);
}
