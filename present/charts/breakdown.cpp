#include "present/charts/breakdown.hpp"

#include <algorithm>
#include <cctype>
#include <memory>
#include <utility>

#include <fmt/core.h>

#include "analyzer/launches/lod.hpp"
#include "present/provenance.hpp"
#include "present/tables/breakdown.hpp"
#include "present/tables/case.hpp"

namespace sortscope::present {
namespace {

using analyzer::Breakdown;
using analyzer::BreakdownRow;
using analyzer::Grouping;

constexpr std::size_t most_stage_series = 8;  // more colours cannot be told apart

/// A metric's values in the unit of the axis.
struct Measure {
    Metric metric;  // its own: a user's metric may be taken out of the catalogue while a chart is shown
    TimeScale scale;
    std::string unit;
    bool time = false;

    Measure(const Metric& chosen, const Breakdown& breakdown)
        : metric(chosen), unit(chosen.unit), time(&chosen == &time_metric()) {
        if (!time) return;
        if (const auto times = breakdown.times_ns()) scale = time_scale(times->first, times->second);
        unit = scale.unit;
    }
    double value(const MetricValue& of) const {
        return time ? of.value.as_double() / scale.ns : of.value.as_double();
    }
    /// "12.3 us", "66.7 %", "12,345 sectors".
    std::string text(const MetricValue& of) const {
        const auto number = time ? format_fixed(value(of), scale.decimals) : format_value(metric, of.value);
        return number + " " + unit;
    }
};

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

/// "Load efficiency" -> "load efficiency"; "DRAM bytes read" stays.
std::string within_sentence(std::string_view title) {
    std::string text(title);
    if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0)
        text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

/// Every second stage has a band.
std::vector<Band> stage_bands(const Breakdown& breakdown) {
    std::vector<Band> bands;
    if (breakdown.grouping != Grouping::substage && breakdown.grouping != Grouping::launch) return bands;
    std::size_t begin = 0;
    bool odd = false;
    for (std::size_t i = 0; i <= breakdown.rows.size(); ++i) {
        if (i < breakdown.rows.size() && breakdown.rows[i].sums.stage == breakdown.rows[begin].sums.stage)
            continue;
        if (odd) bands.push_back({static_cast<double>(begin) - 0.5, static_cast<double>(i) - 0.5});
        odd = !odd;
        begin = i;
    }
    return bands;
}

/// One series a kernel, in order of first launch; kernels beyond the colours share the last.
std::vector<Series> split_by_kernel(const Breakdown& breakdown, const Measure& measure) {
    const auto kernels = breakdown.kernels.size();
    const bool crowded = kernels > most_stage_series;
    std::vector<Series> series(crowded ? most_stage_series : kernels);
    for (std::size_t i = 0; i < series.size(); ++i) {
        series[i].name = crowded && i + 1 == series.size() ? fmt::format("{} other kernels", kernels - i)
                                                           : breakdown.kernels[i];
        series[i].sentence = series[i].name;
    }
    for (std::size_t at = 0; at < breakdown.rows.size(); ++at) {
        const auto& row = breakdown.rows[at];
        // Parts use the whole's provenance, so that they add up. A row without a value has no parts.
        const auto whole = breakdown.value(measure.metric, row);
        if (!whole) continue;
        const auto add = [&](std::size_t kernel, const LaunchSums& sums) {
            const auto value = breakdown.value(measure.metric, sums, whole->provenance);
            if (!value) return;
            auto& points = series[std::min(kernel, series.size() - 1)].points;
            if (points.empty() || points.back().row != at) {
                Point point;
                point.x = static_cast<double>(at);
                point.y = 0;
                point.row = at;
                points.push_back(point);
            }
            *points.back().y += measure.value(*value);
        };
        if (row.parts.empty()) add(row.kernel, row.sums);
        for (const auto& part : row.parts) add(part.kernel, part.sums);
    }
    return series;
}

Series one_series(const Breakdown& breakdown, const Measure& measure) {
    Series all;
    all.name = std::string(measure.metric.title);
    all.sentence = std::string(measure.metric.sentence);
    for (std::size_t at = 0; at < breakdown.rows.size(); ++at) {
        Point point;
        point.x = static_cast<double>(at);
        point.row = at;
        if (const auto value = breakdown.value(measure.metric, breakdown.rows[at]))
            point.y = measure.value(*value);
        all.points.push_back(point);
    }
    return all;
}

std::string tooltip_text(const Breakdown& breakdown, const Measure& measure, const Series& series,
                         const Point& point, bool part) {
    const auto& row = breakdown.rows[point.row];
    const auto value = breakdown.value(measure.metric, row);
    auto text = row_name(row, breakdown.grouping);
    text += fmt::format("\n{}: {}", measure.metric.title, value ? measure.text(*value) : "absent");
    if (value) text += fmt::format(" ({})", name_of(value->provenance));
    if (part && row.parts.empty() && breakdown.grouping != Grouping::kernel)
        text += fmt::format("\nKernel: {}", row.sums.kernel);
    if (part && !row.parts.empty() && point.y) {
        const auto decimals = measure.time ? measure.scale.decimals : measure.metric.decimals;
        text += fmt::format("\nof it {}: {} {}", series.name, format_fixed(*point.y, decimals), measure.unit);
    }
    if (row.share && measure.metric.stacks())
        text += fmt::format("\nShare: {}", format_percent(*row.share, 1));
    const auto launches = format_grouped(static_cast<std::int64_t>(row.sums.launches));
    return text + "\n" + launches + (row.sums.launches == 1 ? " launch" : " launches");
}

}  // namespace

std::vector<const Metric*> chart_metrics(const Breakdown& breakdown) {
    auto metrics = breakdown.metrics();
    std::erase_if(metrics, [](const Metric* metric) { return !metric->charted; });
    return metrics;
}

Axis row_axis(Grouping grouping, std::vector<std::string> ticks) {
    Axis axis;
    axis.scale = Scale::categories;
    axis.title = grouping == Grouping::substage ? "stage.substage" : std::string(analyzer::name_of(grouping));
    axis.names = grouping == Grouping::kernel;
    axis.largest = static_cast<double>(ticks.size()) - 1;
    axis.ticks = std::move(ticks);
    return axis;
}

Chart breakdown_chart(std::shared_ptr<const Breakdown> shared, const Metric& metric,
                      const CaseRecord& record) {
    const auto& breakdown = *shared;
    Chart chart;
    chart.title = fmt::format("{} by {}", metric.title, analyzer::name_of(breakdown.grouping));
    if (breakdown.rows.empty()) {
        chart.empty_text = no_launches_sentence(record);
        if (chart.empty_text.empty()) chart.empty_text = "The launches of this case have not been read.";
        return chart;
    }
    const Measure measure(metric, breakdown);
    std::set<Provenance> sources;
    double largest = 0;
    for (const auto& row : breakdown.rows)
        if (const auto value = breakdown.value(metric, row)) {
            sources.insert(value->provenance);
            largest = std::max(largest, measure.value(*value));
        }
    if (sources.empty()) {
        chart.empty_text =
            fmt::format("This case has no values for \u201c{}\u201d. Choose another measure.", metric.title);
        return chart;
    }
    chart.series =
        metric.stacks() ? split_by_kernel(breakdown, measure) : std::vector{one_series(breakdown, measure)};
    chart.stacked = metric.stacks();
    for (auto& series : chart.series) {
        series.kind = Series::Kind::bars;
        if (sources.size() == 1) series.provenance = *sources.begin();
        if (sources != std::set{Provenance::measured})
            series.name += fmt::format(" ({})", provenance_names(sources));
    }
    chart.bands = stage_bands(breakdown);
    std::vector<std::string> ticks;
    for (const auto& row : breakdown.rows) ticks.push_back(row_tick(row, breakdown.grouping));
    chart.x = row_axis(breakdown.grouping, std::move(ticks));
    chart.y.unit = measure.unit;
    chart.y.largest = largest;
    // "sectors loaded and stored (measured)": no unit that the title has.
    const bool named = lower(metric.title).find(lower(measure.unit)) != std::string::npos && !measure.time;
    chart.y.title = fmt::format("{} ({}{})", within_sentence(metric.title), named ? "" : measure.unit + ", ",
                                provenance_names(sources));
    chart.tooltip = [shared, measure, series = chart.series](std::size_t of, std::size_t at) {
        return tooltip_text(*shared, measure, series.at(of), series.at(of).points.at(at), series.size() > 1);
    };
    return chart;
}

Chart launch_chart(const analyzer::Breakdown& whole, std::span<const LaunchBar> bars, const Metric& metric,
                   const CaseRecord& record) {
    analyzer::LaunchSample sample(whole, 0);
    for (const auto& bar : bars) sample.add(bar.launch);
    auto chart = breakdown_chart(std::make_shared<const analyzer::Breakdown>(sample.take()), metric, record);
    if (chart.empty()) return chart;
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
