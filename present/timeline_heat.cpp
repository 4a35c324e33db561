#include "present/timeline_heat.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/core.h>

#include "analyzer/timing/difference.hpp"
#include "core/metric/sums.hpp"
#include "core/text.hpp"
#include "present/colour_axis.hpp"
#include "present/provenance.hpp"

namespace sortscope::present {

void colour_by(Chart& chart, std::span<const LaunchRecord> launches, const analyzer::Breakdown& whole,
               const Metric& metric) {
    std::map<std::size_t, double> values;  // by launch
    std::set<Provenance> sources;
    for (const auto& launch : launches)
        if (const auto value = whole.value(metric, sums_of(launch))) {
            values.emplace(launch.index, value->value.as_double());
            sources.insert(value->provenance);
        }
    if (values.empty()) return;
    double least = values.begin()->second, largest = least;
    for (const auto& [launch, value] : values)
        least = std::min(least, value), largest = std::max(largest, value);
    for (auto& series : chart.series) {
        if (series.kind != Series::Kind::spans || series.name == "transfers") continue;
        for (auto& point : series.points)
            if (const auto value = values.find(point.row); value != values.end()) point.heat = value->second;
    }
    chart.colour = value_colours(
        least, largest, std::string(metric.unit),
        fmt::format("{} ({}{})", metric.title, metric.unit.empty() ? "" : std::string(metric.unit) + ", ",
                    provenance_names(sources)));
}

Axis heat_axis(const Metric& metric, std::span<const LaunchRecord> launches, const analyzer::Breakdown& whole,
               std::map<std::uint32_t, double>& values) {
    std::set<Provenance> sources;
    for (const auto& launch : launches)
        if (const auto value = whole.value(metric, sums_of(launch))) {
            values[launch.index] = value->value.as_double();
            sources.insert(value->provenance);
        }
    Axis axis;
    if (values.empty()) return axis;
    const auto [least, most] =
        std::ranges::minmax_element(values, {}, &std::pair<const std::uint32_t, double>::second);
    std::string unit(metric.unit);
    if (&metric == &time_metric()) {
        const auto scale = time_scale(std::max(1.0, least->second), most->second);
        unit = scale.unit;
        for (auto& [launch, value] : values) value /= scale.ns;
    }
    axis.unit = unit;
    axis.title = std::string(metric.title) + " (" + (unit.empty() ? "" : unit + ", ") +
                 provenance_names(sources) + ")";
    axis.least = least->second;
    axis.largest = most->second;
    return axis;
}

bool same_steps(std::span<const LaunchRecord> base, std::span<const LaunchRecord> other) {
    return std::ranges::equal(base, other, [](const LaunchRecord& a, const LaunchRecord& b) {
        return a.stage.stage == b.stage.stage && a.stage.substage == b.stage.substage;
    });
}

Axis ratio_axis(const Metric& metric, const HeatCase& base, const HeatCase& other,
                std::map<std::uint32_t, double>& ratios) {
    std::set<Provenance> sources;
    double furthest = 1;
    for (std::size_t i = 0; i < std::min(base.launches.size(), other.launches.size()); ++i) {
        const auto from = base.whole->value(metric, sums_of(base.launches[i])),
                   value = other.whole->value(metric, sums_of(other.launches[i]));
        const auto ratio = from && value ? analyzer::ratio_to(*from, *value) : std::nullopt;
        if (!ratio || *ratio <= 0) continue;
        sources.insert({from->provenance, value->provenance});
        ratios[base.launches[i].index] = *ratio;
        furthest = std::max({furthest, *ratio, 1 / *ratio});
    }
    if (ratios.empty()) return {};
    return ratio_colours(furthest, fmt::format("{} of {}, times that of {} ({})", metric.title, other.name,
                                               base.name, provenance_names(sources)));
}

}  // namespace sortscope::present
