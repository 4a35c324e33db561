#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/charts.hpp"
#include "present/matrix.hpp"
#include "present/provenance.hpp"

namespace sortscope::present {
namespace {

/// Short numbers for cells: the longest time has three digits.
TimeScale cell_scale(double largest_ns) {
    static constexpr TimeScale units[] = {{"ns", 1, 0}, {"us", 1e3, 0}, {"ms", 1e6, 0}, {"s", 1e9, 0}};
    auto scale = units[0];
    for (const auto& unit : units)
        if (largest_ns >= unit.ns) scale = unit;
    const double largest = largest_ns / scale.ns;
    if (scale.ns > 1) scale.decimals = largest < 10 ? 2 : largest < 100 ? 1 : 0;
    return scale;
}

}  // namespace

Chart matrix_chart(const analyzer::StageMatrix& matrix) {
    Chart chart;
    const auto& metric = *matrix.metric;
    chart.title = fmt::format("{} by stage and substage", metric.title);
    if (matrix.cells.empty()) {
        chart.empty_text = no_matrix_sentence(metric);
        return chart;
    }
    const bool time = &metric == &time_metric();
    double least = matrix.cells.begin()->second.value.as_double(), largest = least;
    std::set<int> stages, substages;
    std::set<Provenance> sources;
    for (const auto& [place, value] : matrix.cells) {
        const double number = value.value.as_double();
        least = std::min(least, number);
        largest = std::max(largest, number);
        stages.insert(place.first);
        substages.insert(place.second);
        sources.insert(value.provenance);
    }
    const auto scale = time ? cell_scale(largest) : TimeScale{};
    const double unit = time ? scale.ns : 1;
    const std::string unit_name = time ? scale.unit : std::string(metric.unit);
    chart.x.title = "substage";
    chart.y.title = "stage";
    chart.x.scale = chart.y.scale = Scale::categories;
    for (const int substage : substages) chart.x.ticks.push_back(std::to_string(substage));
    for (const int stage : stages) chart.y.ticks.push_back(std::to_string(stage));
    chart.x.largest = static_cast<double>(substages.size()) - 1;
    chart.y.largest = static_cast<double>(stages.size()) - 1;
    chart.colour.unit = unit_name;
    chart.colour.title = fmt::format("{} ({}{})", metric.title, unit_name.empty() ? "" : unit_name + ", ", provenance_names(sources));
    chart.colour.least = least / unit;
    chart.colour.largest = largest / unit;
    if (least > 0 && largest / least > 50) chart.colour.scale = Scale::logarithmic;
    else if (largest / unit <= 100 && unit_name == "%") chart.colour.least = std::min(chart.colour.least, 0.0), chart.colour.largest = 100;
    else chart.colour.least = std::min(0.0, chart.colour.least);
    chart.heat.emplace();
    std::vector<std::string> hints;
    for (const int stage : stages)
        for (const int substage : substages) {
            const auto found = matrix.cells.find({stage, substage});
            const bool there = found != matrix.cells.end();
            const auto text = !there ? std::string() : time ? format_fixed(found->second.value.as_double() / unit, scale.decimals) : format_value(metric, found->second.value);
            chart.heat->values.push_back(there ? std::optional(found->second.value.as_double() / unit) : std::nullopt);
            chart.heat->texts.push_back(text);
            hints.push_back(there ? fmt::format("stage {}, substage {}\n{}: {} {} ({})", stage, substage, metric.title, text, unit_name, name_of(found->second.provenance)) : std::string());
        }
    chart.tooltip = [hints = std::move(hints)](std::size_t, std::size_t cell) { return hints.at(cell); };
    return chart;
}

}  // namespace sortscope::present
