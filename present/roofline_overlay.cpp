#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "analyzer/advice/advice.hpp"
#include "present/charts.hpp"
#include "present/overlay.hpp"

namespace sortscope::present {
namespace {

/// "L2" of "L2, limit 7,590 GB/s": what marks are of.
std::string memory_of(const Series& series) { return series.name.substr(0, series.name.find(", limit")); }

}  // namespace

Chart roofline_overlay_chart(std::span<const RooflineCase> cases) {
    if (cases.empty()) return {};
    const auto chart_of = [](const RooflineCase& one) {
        return roofline_chart(one.advice->stages, one.advice->sort, one.advice->roofs);
    };
    auto chart = chart_of(cases.front());
    if (chart.empty() || cases.size() == 1) return chart;
    std::vector<const CaseRecord*> records;
    for (const auto& one : cases) records.push_back(one.record);
    const auto names = overlay_names(records);
    struct Origin {
        std::size_t one, series;
    };
    std::vector<Origin> origins;
    std::vector<std::function<std::string(std::size_t, std::size_t)>> tooltips{chart.tooltip};
    for (std::size_t s = 0; s < chart.series.size(); ++s) origins.push_back({0, s});
    // The names of several cases need the room: what the limits are is said where one points at their lines.
    for (auto& series : chart.series) series.name = memory_of(series);
    std::string compared, without, elsewhere;
    for (std::size_t i = 1; i < cases.size(); ++i) {
        auto other = chart_of(cases[i]);
        tooltips.push_back(other.tooltip);
        if (other.empty()) {
            without += (without.empty() ? "" : "; ") + names[i];
            continue;
        }
        compared += (compared.empty() ? "" : "; ") + names[i];
        if (records[i]->device.name != records[0]->device.name)
            elsewhere += (elsewhere.empty() ? "" : "; ") +
                         fmt::format("{} is of {}", names[i], records[i]->device.name);
        for (std::size_t s = 0; s < other.series.size(); ++s) {
            auto& series = other.series[s];
            if (series.kind != Series::Kind::points) continue;  // limits are those of the case shown
            const auto same = std::ranges::find_if(chart.series, [&](const Series& one) {
                return one.kind == Series::Kind::points && memory_of(one) == memory_of(series);
            });
            if (same != chart.series.end()) series.colour = same->colour;
            series.name = memory_of(series) + ", " + names[i];
            series.dashed = true;
            for (const auto& point : series.points) {
                chart.x.least = std::min(chart.x.least, point.x);
                chart.x.largest = std::max(chart.x.largest, point.x);
                chart.y.least = std::min(chart.y.least, *point.y);
                chart.y.largest = std::max(chart.y.largest, *point.y);
            }
            chart.series.push_back(std::move(series));
            origins.push_back({i, s});
        }
    }
    // Before all else: where there is room for a line alone, it says whose marks are whose.
    if (!compared.empty())
        chart.note = fmt::format("Filled marks: {}. Open marks: {}. {}", names[0], compared, chart.note);
    if (!elsewhere.empty())
        chart.note += fmt::format(" Limits are those of {}; {}.", records[0]->device.name, elsewhere);
    if (!without.empty())
        chart.note += fmt::format(" Without counted traffic and instructions: {}.", without);
    chart.tooltip = [origins = std::move(origins), tooltips = std::move(tooltips), names](std::size_t series,
                                                                                          std::size_t point) {
        const auto& from = origins.at(series);
        return names.at(from.one) + "\n" + tooltips.at(from.one)(from.series, point);
    };
    return chart;
}

}  // namespace sortscope::present
