#include <memory>
#include <utility>

#include "analyzer/launches/lod.hpp"
#include "present/breakdown.hpp"
#include "present/charts.hpp"

namespace sortscope::present {

Chart launch_chart(const analyzer::Breakdown& whole, std::span<const LaunchBar> bars, const Metric& metric,
                   const CaseRecord& record) {
    analyzer::LaunchSample sample(whole, 0);
    for (const auto& bar : bars) sample.add(bar.launch);
    auto chart = breakdown_chart(std::make_shared<const analyzer::Breakdown>(sample.take()), metric, record);
    if (chart.empty()) return chart;
    // Positions of rows become those of launches.
    for (auto& series : chart.series)
        for (auto& point : series.points) {
            const auto& bar = bars[point.row];
            point.x = bar.first - 0.5;
            point.x_end = bar.last + 0.5;
            point.row = bar.launch.index;
        }
    for (auto& band : chart.bands) {
        band.from = bars[static_cast<std::size_t>(band.from + 0.5)].first - 0.5;
        band.to = bars[static_cast<std::size_t>(band.to - 0.5)].last + 0.5;
    }
    chart.stacked = false;  // a launch is of one kernel
    chart.x.scale = Scale::linear;
    chart.x.ticks.clear();
    chart.x.largest = bars.back().last;
    return chart;
}

}  // namespace sortscope::present
