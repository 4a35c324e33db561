#include "present/charts/breakdown.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include <fmt/core.h>

#include "analyzer/launches/lod.hpp"
#include "analyzer/timing/difference.hpp"
#include "core/text.hpp"
#include "present/cells.hpp"
#include "present/charts/notes.hpp"
#include "present/palette.hpp"
#include "present/provenance.hpp"
#include "present/tables/breakdown.hpp"
#include "present/tables/case.hpp"

namespace sortscope::present {
namespace {

using analyzer::Breakdown;
using analyzer::BreakdownRow;
using analyzer::Grouping;

constexpr std::size_t most_stage_series = 8;  // more colours look alike

/// A metric's values in the unit of the axis.
struct Measure {
    const Metric& metric;
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

/// Every second stage has a band, and each the name of its first row.
void mark_stages(Chart& chart, const Breakdown& breakdown) {
    if (breakdown.grouping != Grouping::substage && breakdown.grouping != Grouping::launch) return;
    auto& begins = chart.x.foremost;
    for (std::size_t i = 0; i < breakdown.rows.size(); ++i)
        if (i == 0 || breakdown.rows[i].sums.stage != breakdown.rows[i - 1].sums.stage) begins.push_back(i);
    for (std::size_t i = 1; i < begins.size(); i += 2)
        chart.bands.push_back(
            {static_cast<double>(begins[i]) - 0.5,
             static_cast<double>(i + 1 < begins.size() ? begins[i + 1] : breakdown.rows.size()) - 0.5});
}

/// One series a kernel, in order of first launch; kernels beyond the colours share the last.
std::vector<Series> split_by_kernel(const Breakdown& breakdown, const Measure& measure) {
    const auto kernels = breakdown.kernels.size();
    const bool crowded = kernels > most_stage_series;
    std::vector<Series> series(crowded ? most_stage_series : kernels);
    for (std::size_t i = 0; i < series.size(); ++i) {
        series[i].name = crowded && i + 1 == series.size() ? fmt::format("{} other kernels", kernels - i)
                                                           : breakdown.kernels[i];
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
            if (points.empty() || points.back().row != at)
                points.push_back({.x = static_cast<double>(at), .y = 0, .row = at});
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
    for (std::size_t at = 0; at < breakdown.rows.size(); ++at) {
        auto& point = all.points.emplace_back(Point{.x = static_cast<double>(at), .row = at});
        if (const auto value = breakdown.value(measure.metric, breakdown.rows[at]))
            point.y = measure.value(*value);
    }
    return all;
}

std::string bar_hint(const Breakdown& breakdown, const Measure& measure, const Series& series,
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

OverlayRows::OverlayRows(std::span<const OverlayCase> cases) : grouping(cases.front().breakdown->grouping) {
    for (const auto& one : cases)
        for (const auto& row : one.breakdown->rows)
            if (places.emplace(key(row), rows.size()).second) rows.push_back(&row);
}

OverlayRows::Key OverlayRows::key(const BreakdownRow& row) const {
    switch (grouping) {
        case Grouping::stage:
            return {row.sums.stage, 0, {}};
        case Grouping::substage:
            return {row.sums.stage, row.sums.substage, {}};
        case Grouping::launch:
            return {static_cast<int>(row.sums.first_launch), 0, {}};
        case Grouping::kernel:
            return {0, 0, row.sums.kernel};
    }
    return {};
}

Axis OverlayRows::axis(std::span<const std::string> cases) const {
    Axis axis;
    axis.scale = Scale::categories;
    axis.title = grouping == Grouping::substage ? "stage.substage" : std::string(analyzer::name_of(grouping));
    axis.names = grouping == Grouping::kernel;
    for (const auto* row : rows)
        for (std::size_t i = 0; i < cases.size(); ++i)
            axis.ticks.push_back(row_tick(*row, grouping) + (i == 0 ? "" : ", " + cases[i]));
    return axis;
}

Chart breakdown_chart(const Breakdown& breakdown, const Metric& metric, const CaseRecord& record) {
    Chart chart;
    chart.title = fmt::format("{} by {}", metric.title, analyzer::name_of(breakdown.grouping));
    if (breakdown.rows.empty()) {
        chart.empty_text = no_launches_sentence(record);
        if (chart.empty_text.empty()) chart.empty_text = "The launches of this case have not been read.";
        return chart;
    }
    const Measure measure(metric, breakdown);
    std::set<Provenance> sources;
    for (const auto& row : breakdown.rows)
        if (const auto value = breakdown.value(metric, row)) sources.insert(value->provenance);
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
        series.add_sources(sources);
        for (auto& point : series.points)
            point.hint = bar_hint(breakdown, measure, series, point, chart.series.size() > 1);
    }
    const OverlayCase alone{&record, {std::shared_ptr<const void>(), &breakdown}};
    chart.x = OverlayRows(std::span(&alone, 1)).axis(std::vector<std::string>(1));
    mark_stages(chart, breakdown);
    chart.y.unit = measure.unit;
    // "sectors loaded and stored (measured)": no unit that the title has.
    const bool named = lower(metric.title).find(lower(measure.unit)) != std::string::npos && !measure.time;
    chart.y.title = titled(within_sentence(metric.title), named ? "" : measure.unit, sources);
    return chart;
}

Chart launch_chart(const analyzer::Breakdown& whole, std::span<const LaunchBar> bars, const Metric& metric,
                   const CaseRecord& record) {
    analyzer::LaunchSample sample(whole, 0);
    for (const auto& bar : bars) sample.add(bar.launch);
    auto chart = breakdown_chart(sample.take(), metric, record);
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
    chart.x.foremost.clear();
    return chart;
}

namespace {

/// Colours of variants, or of places if two variants share one.
std::vector<std::size_t> overlay_colours(std::span<const OverlayCase> cases) {
    std::vector<std::size_t> colours, places;
    for (const auto& one : cases) {
        colours.push_back(variant_colour(one.record->subject.name));
        places.push_back(places.size());
    }
    return std::set(colours.begin(), colours.end()).size() == colours.size() ? colours : places;
}

}  // namespace

Chart breakdown_overlay_chart(std::span<const OverlayCase> cases, const Metric& metric) {
    Chart chart;
    if (cases.empty()) return chart;
    const OverlayRows rows(cases);
    const auto names = overlay_names_of(cases);
    const bool time = &metric == &time_metric();
    chart.title = fmt::format("{} by {}", metric.title, analyzer::name_of(rows.grouping));
    std::set<Provenance> sources;
    std::vector<std::string> without;
    std::vector<std::vector<std::optional<MetricValue>>> values(cases.size());
    Extent times;  // each case's own decide the unit, so that bars keep it when others are added
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto& breakdown = *cases[i].breakdown;
        values[i].resize(rows.rows.size());
        for (const auto& row : breakdown.rows)
            if (const auto value = breakdown.value(metric, row)) {
                values[i][rows.place(row)] = value;
                sources.insert(value->provenance);
            }
        if (std::ranges::none_of(values[i], [](const auto& value) { return value.has_value(); }))
            without.push_back(names[i]);
        if (const auto own = breakdown.times_ns(); time && own) times.add(own->first), times.add(own->second);
    }
    if (sources.empty()) {
        chart.empty_text = fmt::format(
            "None of these cases has values for \u201c{}\u201d. Choose another measure.", metric.title);
        return chart;
    }
    const auto scale = times.empty() ? TimeScale{} : time_scale(times.least, times.largest);
    const auto colours = overlay_colours(cases);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        auto& series = chart.series.emplace_back();
        series.kind = Series::Kind::bars;
        series.name = names[i];
        series.emphasised = i == 0;
        series.colour = colours[i];
        std::set<Provenance> own;
        for (std::size_t at = 0; at < rows.rows.size(); ++at) {
            auto& point = series.points.emplace_back(Point{.x = static_cast<double>(at), .row = at});
            point.hint = fmt::format("{}\n{}: ", names[i], row_name(*rows.rows[at], rows.grouping));
            const auto& value = values[i][at];
            if (!value) {
                point.hint += "absent";
                continue;
            }
            point.y = value->value.as_double() / scale.ns;
            own.insert(value->provenance);
            point.hint += fmt::format(
                "{} {} ({})", metric.title,
                time ? format_time_ns(value->value.as_double()) : format_value(metric, value->value),
                name_of(value->provenance));
            if (const auto& base = values[0][at]; i > 0 && base)
                if (const auto ratio = analyzer::ratio_to(*base, *value))
                    point.hint += fmt::format("\n{} of {}", format_ratio(*ratio), names[0]);
        }
        series.add_sources(own);
    }
    if (!without.empty()) chart.note = fmt::format("Without such values: {}.", join(without, "; "));
    chart.x = rows.axis(std::vector<std::string>(1));
    chart.y.unit = time ? scale.unit : std::string(metric.unit);
    chart.y.title = titled(metric.title, chart.y.unit, sources);
    return chart;
}

}  // namespace sortscope::present
