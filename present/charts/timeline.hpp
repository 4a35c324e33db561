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

/// A run that was sampled: its launches and series share a clock.
struct SampledRun {
    TimeMode mode{};
    std::vector<SampledLaunch> launches;  ///< by index
    std::vector<SeriesRecord> series;
};
/// The graph's first.
std::vector<SampledRun> sampled_runs(std::vector<SampledLaunch> launches, std::vector<SeriesRecord> series);

/// Below a filled lane for each series, from 0 to 100 % of the device's limit, else of its greatest value,
/// the launches of that run. `launches` may be a part of them.
Chart sampled_chart(const CaseRecord& details, std::span<const LaunchRecord> launches, const SampledRun& run,
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
