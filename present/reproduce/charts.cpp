#include "present/reproduce/figures.hpp"

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "core/ranges.hpp"
#include "present/cells.hpp"
#include "present/charts/network.hpp"
#include "present/charts/notes.hpp"

namespace sortscope::present {
namespace {
using namespace analyzer::reproduce;

constexpr size_t longest_below = 8;  // letters; longer row names turn the chart sideways
constexpr size_t grey = 9;           // index into Palette::series

/// Logarithmic axes get no bars. Predicted charts then have lines: dashes distinguish their hollow marks.
Series::Kind kind_of(const Figure& figure, bool log_y, bool predicted) {
    return figure.kind != Kind::bars ? Series::Kind::line
           : !log_y                  ? Series::Kind::bars
           : predicted               ? Series::Kind::line
                                     : Series::Kind::points;
}

/// Absent values do not break the curve: they were never planned.
Series series_of(const GridColumn& column, const Reproduction& made, Series::Kind kind) {
    Series series{.kind = kind,
                  .name = column.name,
                  .provenance = column.provenance,
                  .dashed = column.limit || column.provenance == Provenance::published,
                  .colour = column.colour,
                  .marked = !column.limit};
    for (size_t i = 0; i < column.values.size(); ++i) {
        const auto& value = column.values[i];
        if (!value.number) continue;
        const auto& row = made.figure->rows[i];
        auto hint = fmt::format("{}, {}, {}\n{}: {}", column.name, column.device, name_of(column.provenance),
                                row.name, figure_number(*value.number, !column.unit.empty()));
        if (!column.unit.empty()) hint += " " + column.unit;
        if (value.case_id != CaseId{}) hint += fmt::format(", case {}", value.case_id);
        series.points.push_back(
            {.x = row.position, .y = value.number, .case_id = value.case_id, .hint = std::move(hint)});
    }
    return series;
}

void set_x_axis(Chart& chart, const Figure& figure) {
    const bool numeric =
        figure.axis == RowAxis::n || figure.axis == RowAxis::block || figure.axis == RowAxis::parameter;
    chart.x.scale = numeric ? Scale::log2 : Scale::categories;
    chart.x.powers = figure.axis == RowAxis::n;
    chart.x.title = !figure.x_title.empty()         ? figure.x_title
                    : figure.axis == RowAxis::n     ? "number of keys"
                    : figure.axis == RowAxis::block ? "work-group (threads)"
                    : figure.axis == RowAxis::stage ? "stage"
                                                    : "";
    if (numeric) return;
    chart.x.names = figure.axis != RowAxis::stage;
    chart.x.ticks = mapped(figure.rows, &analyzer::reproduce::Row::name);
    chart.sideways = std::ranges::any_of(chart.x.ticks,
                                         [](const std::string& name) { return name.size() > longest_below; });
}

/// `mixed`: the legend has the provenances.
std::string y_title(std::string what, const std::string& unit, const std::set<Provenance>& sources,
                    bool mixed) {
    if (what.empty())
        what = unit == "Mkey/s" ? "rate"
               : unit == "x"    ? "ratio"
               : unit == "%"    ? "part"
               : unit.empty()   ? "count"
                                : "time";
    if (!mixed) return titled(what, unit, sources);
    return unit.empty() ? what : fmt::format("{} ({})", what, unit);
}

/// A series without points: explains a provenance's line and mark in the legend.
Series legend_entry(const Chart& chart, Provenance provenance, const std::string& device, Series::Kind kind) {
    return {.kind = kind,
            .name = join({std::string(name_of(provenance)), device}, ": "),
            .provenance = provenance,
            .dashed = provenance == Provenance::published,
            .colour = grey,
            .marked = std::ranges::any_of(chart.series, [&](const Series& series) {
                return series.marked && series.provenance == provenance;
            })};
}

Chart grid_chart(const Reproduction& made, const Grid& grid) {
    const auto& figure = *made.figure;
    const bool measured = grid.device.empty(), relative = figure.relative && !measured;
    const bool log_y = figure.log_y && !relative;
    const auto kind = kind_of(figure, log_y, !measured);
    Chart chart;
    set_x_axis(chart, figure);
    chart.y.scale = log_y ? Scale::logarithmic : Scale::linear;
    std::set<std::string> published_devices;
    std::set<Provenance> sources;
    // Adds the series of a column, and returns it. Returns null if the column is hidden or has no values.
    const auto add = [&](const GridColumn& column) -> Series* {
        auto series = series_of(column, made, kind);
        if (column.hidden || series.points.empty()) return nullptr;
        if (chart.y.unit.empty()) chart.y.unit = column.unit;
        sources.insert(column.provenance);
        return &chart.series.emplace_back(std::move(series));
    };
    for (const auto& column : relative ? made.over_published(grid).columns : grid.columns) add(column);
    for (size_t device = 0; measured && device < made.predicted.size(); ++device)
        for (const auto& name : figure.together) {
            const auto& predicted = made.predicted[device];
            const bool one_device = made.predicted.size() == 1;
            if (auto* series = add(*predicted.find(name))) {
                series->name = one_device ? join({name, predicted.device}) : predicted.device;
                if (!one_device) series->colour = grid.columns.size() + device;
            }
        }
    const auto named = chart.series.size();
    for (const auto& column : grid.columns)
        if (const auto* published = relative ? nullptr : made.published_with(grid, column.name))
            if (auto* series = add(*published)) {
                published_devices.insert(published->device);
                if (named > 0) series->name += " (published)";
            }
    chart.note = hidden_series(chart);
    // The colour identifies the curve; a legend entry explains dashes.
    for (auto i = named; named > 0 && i < chart.series.size(); ++i) chart.series[i].name.clear();
    const bool mixed = sources.size() > 1 && (sources.contains(Provenance::published) ||
                                              sources.contains(Provenance::modelled));  // marks differ
    chart.y.title =
        y_title(relative ? "predicted / published" : figure.y_title, chart.y.unit, sources, mixed);
    if (mixed)
        for (const auto source : sources)
            chart.series.push_back(legend_entry(
                chart, source, source == Provenance::published ? join(published_devices) : "", kind));
    for (const auto& claim : figure.claims)
        if (claim.rule != "crosses" && claim.value && !chart.series.empty() && !claim.columns.empty() &&
            !figure.column(claim.columns.front())->hidden)
            chart.marks.push_back({.at = *claim.value,
                                   .text = "claimed: " + figure_number(*claim.value, false),
                                   .provenance = Provenance::published});
    chart.conditions = join({measured ? join(made.devices) : grid.device + " (modelled from counters)",
                             figure_conditions(figure)},
                            "; ");
    return chart;
}

Chart timeline_picture(const Reproduction& made) {
    Chart chart;
    chart.conditions = figure_devices(made);
    chart.x = {.title = "time since the first of them (us, measured)", .unit = "us"};
    chart.y = {.scale = Scale::categories, .names = true};
    for (const auto* name : {"transfer", "launch"})
        chart.series.push_back(
            {.kind = Series::Kind::spans, .name = name, .provenance = Provenance::measured});
    for (const auto& span : made.timeline) {
        if (!contains(chart.y.ticks, span.lane)) chart.y.ticks.push_back(span.lane);
        const auto lane = std::ranges::find(chart.y.ticks, span.lane) - chart.y.ticks.begin();
        chart.series[span.lane == TimelineSpan::transfers ? 0 : 1].points.push_back(
            {.x = span.start_ns / 1e3,
             .y = double(lane),
             .x_end = span.end_ns / 1e3,
             .hint =
                 fmt::format("{}\n{}, from {} us on", span.name, format_time_ns(span.end_ns - span.start_ns),
                             figure_number(span.start_ns / 1e3, true))});
    }
    std::erase_if(chart.series, [](const Series& series) { return series.points.empty(); });
    return chart;
}

/// Provenances of the values: "measured and modelled".
std::string provenances_of(const Grid& grid) {
    std::set<Provenance> seen;
    for (const auto& column : grid.columns)
        for (const auto& value : column.values)
            if (value.number && !column.limit && !column.hidden) seen.insert(value.provenance);
    return seen.empty() ? "measured" : provenance_names(seen);
}
}  // namespace

std::vector<FigureChart> figure_charts(const Reproduction& made) {
    const auto& figure = *made.figure;
    // Each of several GPUs has a separate set of pictures.
    const auto name = figure.id + (made.one_of_several ? "-" + slug(made.gpu) : "");
    std::vector<FigureChart> charts;
    if (figure.kind == Kind::timeline)
        charts = {{name, "measured", timeline_picture(made)}};
    else if (figure.kind == Kind::network)
        charts = {{name, "", made.network ? staged_network_chart(*made.network) : Chart()}};
    else
        charts = {{name, provenances_of(made.measured), grid_chart(made, made.measured)}};
    for (const auto& grid : made.predicted)
        if (figure.together.empty())
            charts.push_back(
                {name + "-" + slug(grid.device), grid.device + " (modelled)", grid_chart(made, grid)});
    for (auto& [file, title, chart] : charts) {
        chart.title = figure_heading(figure);
        if (chart.empty())
            chart.empty_text =
                figure.kind == Kind::timeline
                    ? "The case of this timeline is not in the file, or its launches have no times."
                : figure.kind == Kind::network
                    ? "The case of this network is not in the file, or its launches do not say which keys "
                      "they compare."
                    : "None of the cases that this figure asks for is in the file. 'sortscope reproduce' "
                      "names the commands that collect them.";
    }
    return charts;
}

std::vector<PublishedCurve> published_curves(const std::vector<Figure>& figures) {
    std::vector<PublishedCurve> curves;
    for (const auto& figure : figures)
        for (const auto& column : figure.columns) {
            const bool rate = column.quantity == Quantity::rate;  // in Mkey/s
            if (figure.axis != RowAxis::n || (!rate && !is_time(column.quantity))) continue;
            const auto query = figure.query.with(column.query);
            const auto& published = column.published;
            PublishedCurve curve{.name = join({query.variant.empty() ? column.name : query.variant,
                                               figure.source, published.device}),
                                 .variant = query.variant,
                                 .key = key_of(query.axes),
                                 .points = {}};
            for (size_t i = 0; i < published.values.size(); ++i) {
                const auto n = figure.rows[i].query.n();
                if (const double value = published.values[i].number.value_or(0); value > 0)
                    curve.points.push_back(
                        {n, rate ? 1e3 * double(n) / value : value * unit_ns(unit_of(column, figure))});
            }
            std::ranges::sort(curve.points, {}, &PublishedCurve::Point::n);
            const bool repeated = std::ranges::any_of(curves, [&](const PublishedCurve& one) {
                return one.name == curve.name && one.key == curve.key;
            });
            if (!curve.points.empty() && !repeated) curves.push_back(std::move(curve));
        }
    // Adds key types to names that several curves share.
    const auto plain = curves;
    for (auto& curve : curves)
        if (curve.key && std::ranges::count(plain, curve.name, &PublishedCurve::name) > 1)
            curve.name += " (" + std::string(name_of(*curve.key)) + ")";
    return curves;
}
}
