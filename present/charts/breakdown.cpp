#include "present/charts/breakdown.hpp"

#include <fmt/core.h>

#include "analyzer/launches/lod.hpp"
#include "analyzer/timing/difference.hpp"
#include "present/charts/notes.hpp"
#include "present/palette.hpp"
#include "present/tables/breakdown.hpp"
#include "present/tables/case.hpp"
#include "present/tables/metrics.hpp"

namespace sortscope::present {
using namespace analyzer;

namespace {
constexpr size_t most_stage_series = 8;  // further colours would look alike

/// Rows of the first case, then further rows of other cases. Equal labels share a row.
struct OverlayRows {
    explicit OverlayRows(std::span<const OverlayCase> cases) : grouping(cases.front().breakdown->grouping) {
        axis.scale = Scale::categories;
        axis.title = grouping == Grouping::substage ? "stage.substage" : name_of(grouping);
        axis.names = grouping == Grouping::kernel;
        for (const auto& one : cases)
            for (const auto& row : one.breakdown->rows)
                if (auto tick = row_tick(row, grouping); places.emplace(tick, rows.size()).second) {
                    rows.push_back(&row);
                    axis.ticks.push_back(std::move(tick));
                }
    }
    size_t place(const BreakdownRow& row) const { return places.at(row_tick(row, grouping)); }

    Grouping grouping;
    std::vector<const BreakdownRow*> rows;
    std::map<std::string, size_t> places;
    Axis axis;
};

/// One unit for the times of all cases.
MetricUnit unit_of(const Metric& metric, std::span<const OverlayCase> cases) {
    Extent times;
    for (const auto& one : cases)
        if (const auto own = one.breakdown->times_ns(); own && &metric == &time_metric())
            times.add(own->first), times.add(own->second);
    return {metric, times.empty() ? TimeScale{} : time_scale(times.least, times.largest)};
}

std::set<Provenance> sources_of(const Breakdown& breakdown, const Metric& metric) {
    std::set<Provenance> sources;
    for (const auto& row : breakdown.rows)
        if (const auto value = breakdown.value(metric, row)) sources.insert(value->provenance);
    return sources;
}

/// Every second stage has a band.
void mark_stages(Chart& chart, const Breakdown& breakdown) {
    if (breakdown.grouping != Grouping::substage && breakdown.grouping != Grouping::launch) return;
    auto& begins = chart.x.foremost;
    for (size_t i = 0; i < breakdown.rows.size(); ++i)
        if (i == 0 || breakdown.rows[i].sums.stage != breakdown.rows[i - 1].sums.stage) begins.push_back(i);
    for (size_t i = 1; i < begins.size(); i += 2)
        chart.bands.push_back({double(begins[i]) - 0.5,
                               double(i + 1 < begins.size() ? begins[i + 1] : breakdown.rows.size()) - 0.5});
}

std::vector<Series> split_by_kernel(const Breakdown& breakdown, const MetricUnit& unit) {
    const auto kernels = breakdown.kernels.size();
    const bool crowded = kernels > most_stage_series;
    std::vector<Series> series(crowded ? most_stage_series : kernels);
    for (size_t i = 0; i < series.size(); ++i) series[i].name = breakdown.kernels[i];
    if (crowded) series.back().name = fmt::format("{} other kernels", kernels + 1 - series.size());
    for (size_t at = 0; at < breakdown.rows.size(); ++at) {
        const auto& row = breakdown.rows[at];
        // Omit parts whose provenance differs from the whole's.
        const auto whole = breakdown.value(unit.metric, row);
        if (!whole) continue;
        const auto add = [&](size_t kernel, const LaunchSums& sums) {
            const auto value = breakdown.value(unit.metric, sums, whole->provenance);
            if (!value) return;
            auto& points = series[std::min(kernel, series.size() - 1)].points;
            if (points.empty() || points.back().row != at)
                points.push_back({.x = double(at), .y = 0, .row = at});
            *points.back().y += unit.number(*value);
        };
        if (row.parts.empty()) add(row.kernel, row.sums);
        for (const auto& part : row.parts) add(part.kernel, part.sums);
    }
    return series;
}

Series one_series(const Breakdown& breakdown, const MetricUnit& unit) {
    Series all{.name = std::string(unit.metric.title)};
    for (size_t at = 0; at < breakdown.rows.size(); ++at) {
        auto& point = all.points.emplace_back(Point{.x = double(at), .row = at});
        if (const auto value = breakdown.value(unit.metric, breakdown.rows[at]))
            point.y = unit.number(*value);
    }
    return all;
}

/// `part`: the bar has parts by kernel.
std::string bar_hint(const Breakdown& breakdown, const MetricUnit& unit, const BreakdownRow& row,
                     const Series& series, const Point& point, bool part) {
    const auto& metric = unit.metric;
    const auto value = breakdown.value(metric, row);
    auto text = fmt::format(
        "{}\n{}: {}", row_name(row, breakdown.grouping), metric.title,
        value ? fmt::format("{} {} ({})", unit.text(*value), unit.name(), name_of(value->provenance))
              : "absent");
    if (part && row.parts.empty() && breakdown.grouping != Grouping::kernel)
        text += fmt::format("\nKernel: {}", row.sums.kernel);
    if (part && !row.parts.empty() && point.y)
        text += fmt::format("\nof it {}: {} {}", series.name,
                            format_fixed(*point.y, unit.is_time() ? unit.scale.decimals : metric.decimals),
                            unit.name());
    if (row.share && metric.stacks()) text += fmt::format("\nShare: {}", format_percent(*row.share, 1));
    return text + "\n" + plural(row.sums.launches, "launch");
}
}  // namespace

std::vector<const Metric*> chart_metrics(const Breakdown& breakdown) {
    auto metrics = breakdown.metrics();
    std::erase_if(metrics, [](const Metric* metric) { return !metric->charted; });
    return metrics;
}

Chart breakdown_chart(std::shared_ptr<const Breakdown> breakdown, const Metric& metric,
                      const CaseRecord& record) {
    Chart chart{.title = fmt::format("{} by {}", metric.title, name_of(breakdown->grouping))};
    if (breakdown->rows.empty()) {
        chart.empty_text = no_launches_sentence(record);
        if (chart.empty_text.empty()) chart.empty_text = "The launches of this case have not been read.";
        return chart;
    }
    const OverlayCase alone{&record, breakdown};
    const auto unit = unit_of(metric, std::span(&alone, 1));
    const auto sources = sources_of(*breakdown, metric);
    if (sources.empty()) {
        chart.empty_text =
            fmt::format("This case has no values for \u201c{}\u201d. Choose another measure.", metric.title);
        return chart;
    }
    chart.series =
        metric.stacks() ? split_by_kernel(*breakdown, unit) : std::vector{one_series(*breakdown, unit)};
    chart.stacked = metric.stacks();
    for (auto& series : chart.series) {
        series.kind = Series::Kind::bars;
        series.add_sources(sources);
    }
    chart.x = OverlayRows(std::span(&alone, 1)).axis;
    mark_stages(chart, *breakdown);
    chart.y.unit = unit.name();
    // Omits a unit that the title contains: "sectors loaded and stored (measured)".
    const bool named = contains_ignoring_case(metric.title, metric.unit) && !unit.is_time();
    chart.y.title = titled(metric_name(metric), named ? "" : unit.name(), sources);
    chart.tooltip = [breakdown, unit, parts = chart.series.size() > 1](const Series& series,
                                                                       const Point& point) {
        return bar_hint(*breakdown, unit, breakdown->rows[point.row], series, point, parts);
    };
    return chart;
}

Chart launch_chart(const Breakdown& whole, std::span<const LaunchBar> bars, const Metric& metric,
                   const CaseRecord& record) {
    LaunchSample sample(whole, 0);
    for (const auto& bar : bars) sample.add(bar.launch);
    const auto breakdown = std::make_shared<const Breakdown>(sample.take());
    auto chart = breakdown_chart(breakdown, metric, record);
    if (chart.empty()) return chart;
    chart.tooltip = [breakdown, by_row = chart.tooltip](const Series& series, Point point) {
        const auto row = std::ranges::find(breakdown->rows, point.row,
                                           [](const BreakdownRow& one) { return one.sums.first_launch; });
        point.row = size_t(row - breakdown->rows.begin());
        return by_row(series, point);
    };
    for (auto& series : chart.series)
        for (auto& point : series.points) {
            const auto& bar = bars[point.row];
            point.x = bar.first - 0.5;
            point.x_end = bar.last + 0.5;
            point.row = bar.launch.index;
        }
    for (auto& band : chart.bands) {
        band.from = bars[size_t(band.from + 0.5)].first - 0.5;
        band.to = bars[size_t(band.to - 0.5)].last + 0.5;
    }
    chart.stacked = false;  // a launch runs one kernel
    chart.x = {.title = chart.x.title};
    return chart;
}

Chart breakdown_overlay_chart(std::span<const OverlayCase> cases, const Metric& metric) {
    Chart chart;
    if (cases.empty()) return chart;
    const OverlayRows rows(cases);
    const auto names = overlay_names_of(cases);
    const auto unit = unit_of(metric, cases);
    const auto colours =
        line_colours(mapped(cases, [](const OverlayCase& one) { return condition_of(*one.record); }));
    std::set<Provenance> sources;
    std::vector<std::string> without;
    std::vector<std::optional<MetricValue>> base;
    for (size_t i = 0; i < cases.size(); ++i) {
        std::vector<std::optional<MetricValue>> values(rows.rows.size());
        for (const auto& row : cases[i].breakdown->rows)
            values[rows.place(row)] = cases[i].breakdown->value(metric, row);
        auto& series = chart.series.emplace_back(
            Series{.kind = Series::Kind::bars, .name = names[i], .emphasised = i == 0, .colour = colours[i]});
        for (size_t at = 0; at < values.size(); ++at) {
            auto& point = series.points.emplace_back(Point{.x = double(at), .row = at});
            point.hint = fmt::format("{}\n{}: ", names[i], row_name(*rows.rows[at], rows.grouping));
            const auto& value = values[at];
            if (!value) {
                point.hint += "absent";
                continue;
            }
            point.y = unit.number(*value);
            point.hint += fmt::format("{} {} ({})", metric.title,
                                      unit.is_time() ? format_time_ns(value->value.as_double())
                                                     : format_value(metric, value->value),
                                      name_of(value->provenance));
            if (i > 0 && base[at])
                if (const auto ratio = ratio_to(*base[at], *value))
                    point.hint += fmt::format("\n{} of {}", format_ratio(*ratio), names[0]);
        }
        auto own = sources_of(*cases[i].breakdown, metric);
        if (own.empty()) without.push_back(names[i]);
        series.add_sources(own);
        sources.merge(own);
        if (i == 0) base = std::move(values);
    }
    chart.title = fmt::format("{} by {}", metric.title, name_of(rows.grouping));
    if (sources.empty())
        return {
            .title = chart.title,
            .empty_text = fmt::format(
                "None of these cases has values for \u201c{}\u201d. Choose another measure.", metric.title)};
    add_without(chart.note, "such values", without);
    if (rows.grouping != Grouping::kernel) add_sentence(chart.note, different_networks(cases));
    chart.x = rows.axis;
    chart.y.unit = unit.name();
    chart.y.title = titled(metric.title, chart.y.unit, sources);
    return chart;
}

Chart transaction_chart(std::span<const OverlayCase> cases, Access access, bool old_rule) {
    Chart chart;
    if (cases.empty()) return chart;
    const bool loads = access == Access::loads;
    const char* what = loads ? "loads" : "stores";
    const OverlayRows rows(cases);
    const auto by = name_of(rows.grouping);
    const auto names = overlay_names_of(cases);
    const auto in_row = cases.size();
    chart.title = fmt::format("Transactions of {} by size and {}{}", what, by,
                              old_rule ? ", by the rule of compute capability 1.3" : "");
    chart.stacked = true;
    std::vector<std::pair<std::string, const Metric*>> sizes;
    for (const int bytes : {32, 64, 96, 128})
        if (bytes != 96 || !old_rule)
            sizes.emplace_back(
                fmt::format("{} bytes", bytes),
                &metric(fmt::format("{}_{}b{}", loads ? "gld" : "gst", bytes, old_rule ? "_cc13" : "")));
    std::set<Provenance> all_sources;
    for (size_t i = 0; i < in_row; ++i) {
        const auto& breakdown = *cases[i].breakdown;
        std::set<Provenance> sources;
        for (const auto& [name, metric] : sizes) sources.merge(sources_of(breakdown, *metric));
        if (in_row > 1)
            chart.note += (i == 0 ? "" : "; ") + names[i] + (sources.empty() ? " (no sizes)" : "");
        if (sources.empty()) continue;
        all_sources.insert(sources.begin(), sources.end());
        for (size_t size = 0; size < sizes.size(); ++size) {
            const auto& [name, metric] = sizes[size];
            Series own{.kind = Series::Kind::bars, .name = name, .colour = size};
            own.add_sources(sources);
            auto series = std::ranges::find(chart.series, own.name, &Series::name);
            if (series == chart.series.end()) series = chart.series.insert(series, std::move(own));
            for (const auto& row : breakdown.rows) {
                const auto value = breakdown.value(*metric, row);
                const auto at = rows.place(row) * in_row + i;
                auto& point = series->points.emplace_back(Point{.x = double(at), .row = at});
                point.hint = fmt::format("{}{}\n{} of {}: ", in_row > 1 ? names[i] + "\n" : "",
                                         row_name(row, rows.grouping), what, name);
                point.hint += value ? fmt::format("{} ({})", format_value(*metric, value->value),
                                                  name_of(value->provenance))
                                    : "absent";
                if (value) point.y = value->value.as_double();
            }
        }
    }
    if (all_sources.empty()) {
        chart.note.clear();
        chart.empty_text = fmt::format(
            "No {} of this case have sizes: GPUs do not count them. Collect with --counting on a GPU, or "
            "with --backend simt without one.",
            what);
        return chart;
    }
    chart.x = rows.axis;
    if (in_row > 1) {
        chart.note = fmt::format("Bars of each {}, from left to right: {}.", by, chart.note);
        if (rows.grouping != Grouping::kernel) add_sentence(chart.note, different_networks(cases));
        chart.x.ticks.clear();
        for (const auto& tick : rows.axis.ticks) {
            const auto at = chart.x.ticks.size();
            chart.x.foremost.push_back(at);
            if (chart.x.foremost.size() % 2 == 0)
                chart.bands.push_back({double(at) - 0.5, double(at + in_row) - 0.5});
            chart.x.ticks.push_back(tick);
            for (size_t i = 1; i < in_row; ++i) chart.x.ticks.push_back(tick + ", " + names[i]);
        }
    }
    for (auto& series : chart.series) series.sort_points();
    chart.y.unit = "transactions";
    chart.y.title = titled(fmt::format("transactions of {}", what), {}, all_sources);
    return chart;
}
}
