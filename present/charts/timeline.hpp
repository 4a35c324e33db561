// Launches, transfers and series over time.
#pragma once

#include "analyzer/launches/breakdown.hpp"
#include "present/chart.hpp"

namespace sortscope::present {
/// Lanes are stages for up to 24 stages on one stream, else streams. Point::row is a launch's index.
/// Time is 0 at the first launch, or at `origin_ns`. Transfers before and after the launches are in the note.
Chart timeline_chart(const CaseRecord& details, std::span<const LaunchRecord> launches,
                     std::optional<int64_t> origin_ns = {});

/// A run that recorded series. Its launches and series share a clock.
struct SampledRun {
    TimeMode mode{};
    std::vector<SampledLaunch> launches;  ///< ascending in index
    std::vector<SeriesRecord> series;
};
/// Groups launches and series by run; the run in graph mode is first.
std::vector<SampledRun> sampled_runs(std::vector<SampledLaunch> launches, std::vector<SeriesRecord> series);

/// Draws the launches of `run` below a filled lane for each series. A lane is full at the device's limit or,
/// without a limit, at the series' greatest value. `launches` may be a part of the case's launches.
Chart sampled_chart(const CaseRecord& details, std::span<const LaunchRecord> launches, const SampledRun& run,
                    std::span<const DeviceLimit> limits);

/// Draws timelines below each other. Only launches of the first timeline have a Point::row.
Chart timeline_overlay_chart(std::vector<Chart> timelines, std::span<const std::string> names);

/// Sets the heat of each launch. `whole`: any breakdown of the case.
void colour_by(Chart& chart, std::span<const LaunchRecord> launches, const analyzer::Breakdown& whole,
               const Metric& metric);

/// Colour axis of the metric. Fills `values` by launch, in its unit.
Axis heat_axis(const Metric& metric, std::span<const LaunchRecord> launches, const analyzer::Breakdown& whole,
               std::map<uint32_t, double>& values);
}
