#include "present/reproduce/reproduce.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <fmt/core.h>

#include "present/axis.hpp"
#include "present/cells.hpp"

namespace sortscope::present {
namespace {
using namespace analyzer::reproduce;

constexpr size_t longest_below = 8;   // letters; longer row names turn the chart sideways
constexpr size_t grey = 9;            // index into Palette::series
constexpr double same_place = 0.015;  // part of the axis; closer marks overlap
constexpr const char* of_document = " (published)";

/// Returns whether some marks are hollow.
bool are_hollow(const std::set<Provenance>& sources) {
    return sources.contains(Provenance::published) || sources.contains(Provenance::modelled);
}

std::string y_title(const Figure& figure, const std::string& unit, const std::set<Provenance>& sources) {
    const auto what = !figure.y_title.empty() ? figure.y_title
                      : unit == "Mkey/s"      ? "rate"
                      : unit == "x"           ? "ratio"
                      : unit == "%"           ? "part"
                      : unit.empty()          ? "count"
                                              : "time";
    if (!are_hollow(sources) || sources.size() == 1) return titled(what, unit, sources);
    return unit.empty() ? std::string(what) : fmt::format("{} ({})", what, unit);
}

/// Bars need an axis from 0. Lines distinguish hollow marks: dashed if published, dotted if modelled.
Series::Kind kind_of(const Figure& figure, bool hollow) {
    return figure.kind != Kind::bars ? Series::Kind::line
           : !figure.log_y           ? Series::Kind::bars
           : hollow                  ? Series::Kind::line
                                     : Series::Kind::points;
}

Series series_of(const GridColumn& column, const Grid& grid, size_t colour, Series::Kind kind) {
    Series series;
    series.kind = kind;
    series.name = column.name;
    series.colour = colour;
    series.provenance = column.provenance;
    series.dashed = column.limit || column.provenance == Provenance::published;
    series.marked = !column.limit;
    // Absent values do not break a curve: they were never planned.
    for (size_t i = 0; i < grid.rows.size(); ++i)
        if (const auto& value = column.values[i]; value.number)
            series.points.push_back(
                {.x = grid.rows[i].position,
                 .y = value.number,
                 .case_id = value.case_id,
                 .hint = fmt::format("{}, {}, {}", column.name, column.device, name_of(column.provenance))});
    return series;
}

void x_axis(Chart& chart, const Figure& figure) {
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
    for (const auto& row : figure.rows) {
        chart.x.ticks.push_back(row.name);
        chart.sideways = chart.sideways || row.name.size() > longest_below;
    }
}

void add_hints(Chart& chart, const Figure& figure) {
    std::map<double, std::string> rows;
    for (const auto& row : figure.rows) rows[row.position] = row.name;
    for (auto& series : chart.series)
        for (auto& point : series.points) {
            point.hint +=
                fmt::format("\n{}: {}{}", rows[point.x], figure_number(*point.y, !chart.y.unit.empty()),
                            chart.y.unit.empty() ? "" : " " + chart.y.unit);
            if (point.case_id != CaseId{}) point.hint += fmt::format(", case {}", point.case_id);
        }
}

void add_claimed(Chart& chart, const Figure& figure, const Claim& claim) {
    if (claim.rule == "crosses" || !claim.value || chart.series.empty() || claim.columns.empty()) return;
    const auto* column = figure.column(claim.columns.front());
    if (column == nullptr || column->hidden) return;
    Mark mark;
    mark.at = *claim.value;
    mark.text = "claimed: " + figure_number(*claim.value, false);
    mark.provenance = Provenance::published;
    chart.marks.push_back(std::move(mark));
}

void add_devices(std::set<std::string>& devices, const Figure& figure, const Grid& grid,
                 const GridColumn& column) {
    const auto* described = figure.column(column.name);
    if (described == nullptr || described->quantity != Quantity::ratio) {
        devices.insert(column.device);
        return;
    }
    for (const auto& side : {described->of, described->over})
        if (const auto* one = grid.find(side)) devices.insert(one->device);
}

/// A series without points, which explains line and mark of a provenance in the legend.
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

/// Part of `lower` that `upper` covers: "" for all, or " up to 16". Absent if few points are covered.
std::optional<std::string> covered_part(const Chart& chart, const Figure& figure, const Series& lower,
                                        const Series& upper) {
    if (lower.kind == Series::Kind::bars || (lower.marked && !upper.marked)) return std::nullopt;
    const AxisScale scale(chart.y, y_range(chart));
    size_t first = 0, last = 0, covered = 0, shared = 0, within = 0;  // `within`: shared points of the part
    for (size_t i = 0; i < lower.points.size(); ++i) {
        const auto& point = lower.points[i];
        const auto at = std::ranges::find(upper.points, point.x, &Point::x);
        if (at == upper.points.end()) continue;
        const bool under = std::abs(scale.part(*at->y) - scale.part(*point.y)) < same_place;
        if (under && covered++ == 0) first = i;
        shared += covered > 0 ? 1 : 0;
        if (under) last = i, within = shared;
    }
    if (covered < 2 || 2 * covered < lower.points.size() || 4 * covered < 3 * within) return std::nullopt;
    if (4 * covered >= 3 * lower.points.size()) return "";
    const auto row = [&](size_t at) {
        const auto& name =
            std::ranges::find(figure.rows, lower.points[at].x, &analyzer::reproduce::Row::position)->name;
        return (figure.axis == RowAxis::stage ? "stage " : "") + name;
    };
    return last + 1 == lower.points.size() ? fmt::format(" from {} on", row(first))
           : first == 0                    ? fmt::format(" up to {}", row(last))
                                           : fmt::format(" from {} to {}", row(first), row(last));
}

/// "A is hidden behind B, C behind D up to 16." Names a measured pair and its published pair once.
std::string hidden_series(const Chart& chart, const Figure& figure) {
    std::vector<std::string> pairs;
    std::set<std::pair<std::string, std::string>> named;
    const auto plain = [](const std::string& name) { return name.substr(0, name.find(of_document)); };
    for (auto lower = chart.series.begin(); lower != chart.series.end(); ++lower)
        for (auto upper = lower + 1; upper != chart.series.end(); ++upper)
            if (const auto part = covered_part(chart, figure, *lower, *upper)) {
                if (named.emplace(plain(lower->name), plain(upper->name)).second)
                    pairs.push_back(fmt::format("{} {} {}{}", lower->name,
                                                pairs.empty() ? "is hidden behind" : "behind", upper->name,
                                                *part));
                break;
            }
    return pairs.empty() ? "" : join(pairs) + ".";
}

/// `shows` selects published columns.
template <class Shows>
Chart grid_chart(const Reproduction& made, const Grid& grid, const std::string& of_device,
                 const Shows& shows) {
    const auto& figure = *made.figure;
    const auto is_shown = [&](const GridColumn& column) { return !column.hidden && shows(column); };
    const bool hollow = !of_device.empty() || std::ranges::any_of(made.published.columns, is_shown);
    const auto kind = kind_of(figure, hollow);
    Chart chart;
    chart.title = figure_heading(figure);
    x_axis(chart, figure);
    std::set<std::string> devices, published;
    std::set<Provenance> sources;
    std::string unit;
    const auto colour_of = [&](size_t at) {
        const auto* described = figure.column(grid.columns[at].name);
        return described == nullptr ? at : size_t(described->colour.value_or(int64_t(at)));
    };
    for (size_t i = 0; i < grid.columns.size(); ++i) {
        const auto& column = grid.columns[i];
        if (column.hidden) continue;
        auto series = series_of(column, grid, colour_of(i), kind);
        if (series.points.empty()) continue;
        if (unit.empty()) unit = column.unit;
        if (!column.limit) add_devices(devices, figure, grid, column);
        sources.insert(column.provenance);
        chart.series.push_back(std::move(series));
    }
    const auto named = chart.series.size();
    chart.y.scale = figure.log_y ? Scale::logarithmic : Scale::linear;
    for (size_t i = 0; i < grid.columns.size(); ++i) {
        const auto* column = made.published.find(grid.columns[i].name);
        if (column == nullptr || !is_shown(*column)) continue;
        auto series = series_of(*column, made.published, colour_of(i), kind);
        if (series.points.empty()) continue;
        if (unit.empty()) unit = column->unit;
        published.insert(column->device);
        sources.insert(Provenance::published);
        if (named > 0) series.name += of_document;
        chart.series.push_back(std::move(series));
    }
    chart.note = hidden_series(chart, figure);
    // The colour identifies the curve; a legend entry explains dashes.
    for (auto i = named; named > 0 && i < chart.series.size(); ++i) chart.series[i].name.clear();
    chart.y.unit = unit;
    chart.y.title = y_title(figure, unit, sources);
    add_hints(chart, figure);
    if (are_hollow(sources) && sources.size() > 1) {
        for (const auto source : sources)
            chart.series.push_back(
                legend_entry(chart, source, source == Provenance::published ? join(published) : "", kind));
    }
    for (const auto& claim : figure.claims) add_claimed(chart, figure, claim);
    chart.conditions = join({of_device.empty() ? join(devices) : of_device + " (modelled from counters)",
                             figure_conditions(figure)},
                            "; ");
    if (chart.series.empty())
        chart.empty_text =
            "None of the cases that this figure asks for is in the file. 'sortscope reproduce' names the "
            "commands that collect them.";
    return chart;
}

Point wire_point(double x, double y) { return {.x = x, .y = y, .hint = "where a key goes"}; }

/// Labels columns with the launch's number within the stage, and puts stages above, to save room.
void name_launches(Chart& chart, const Network& network, const std::vector<size_t>& launch_of_column) {
    chart.x.title = "launch of its stage (above: the stage)";
    chart.x.ticks.clear();
    for (const auto launch : launch_of_column) {
        const auto& stage = network.columns[launch].stage;
        if (chart.marks.empty() || chart.marks.back().text != std::to_string(stage.stage))
            chart.marks.push_back({.across = Mark::Across::x,
                                   .at = double(chart.x.ticks.size()) - 0.5,
                                   .text = std::to_string(stage.stage)});
        chart.x.ticks.push_back(std::to_string(stage.substage));
    }
}

/// A launch with overlapping comparators has several columns.
Chart plain_network(const Network& network) {
    auto chart = network_chart(uint32_t(network.n), links_of(network));
    std::vector<size_t> launches;
    for (const auto& tick : chart.x.ticks)
        launches.push_back(launches.empty() ? 0 : launches.back() + (tick.empty() ? 0 : 1));
    name_launches(chart, network, launches);
    return chart;
}

/// Draws keys that change wires between launches as crossing lines.
Chart routed_network(const Network& network) {
    Chart chart;
    chart.x.scale = chart.y.scale = Scale::categories;
    chart.y.title = "key";
    for (uint64_t i = 0; i < network.n; ++i) chart.y.ticks.push_back(std::to_string(i));
    Series up, down;
    up.kind = down.kind = Series::Kind::links;
    up.name = "smaller key to the upper wire";
    down.name = "smaller key to the lower wire";
    up.colour = 0, down.colour = 1;
    std::vector<Series> wires(network.n);
    for (auto& wire : wires) {
        wire.marked = false;
        wire.colour = grey;
    }
    std::vector<size_t> wire_at(network.n);  // current wire at each place
    std::iota(wire_at.begin(), wire_at.end(), size_t{0});
    const auto lay_wires = [&](double x) {
        for (size_t place = 0; place < wire_at.size(); ++place)
            wires[wire_at[place]].points.push_back(wire_point(x, double(place)));
    };
    lay_wires(-0.5);
    std::vector<size_t> launches;
    for (size_t i = 0; i < network.columns.size(); ++i) {
        const auto& column = network.columns[i];
        const double x = double(i);
        launches.push_back(i);
        for (const auto& one : column.comparators) {
            (one.descending ? down : up)
                .points.push_back(
                    {.x = x,
                     .y = one.low,
                     .low = double(one.low),
                     .high = double(one.high),
                     .hint = fmt::format("{}: keys {} and {}", column.stage.label, one.low, one.high)});
        }
        if (column.source.empty()) continue;
        lay_wires(x - 0.5);
        auto moved = wire_at;
        for (size_t place = 0; place < moved.size(); ++place) moved[place] = wire_at[column.source[place]];
        wire_at = std::move(moved);
        lay_wires(x + 0.5);
    }
    lay_wires(double(network.columns.size()) - 0.5);
    for (auto& wire : wires) chart.series.push_back(std::move(wire));
    for (auto* series : {&up, &down})
        if (!series->points.empty()) chart.series.push_back(std::move(*series));
    name_launches(chart, network, launches);
    return chart;
}

Chart network_picture(const Reproduction& made) {
    if (!made.network) {
        Chart chart;
        chart.title = figure_heading(*made.figure);
        chart.empty_text =
            "The case of this network is not in the file, or its launches do not say which keys they "
            "compare.";
        return chart;
    }
    const auto& network = *made.network;
    const bool routed = std::ranges::any_of(
        network.columns, [](const NetworkColumn& column) { return !column.source.empty(); });
    auto chart = routed ? routed_network(network) : plain_network(network);
    chart.title = figure_heading(*made.figure);
    chart.conditions = fmt::format("{} launches, from the recorded case", network.columns.size());
    return chart;
}

Chart timeline_picture(const Reproduction& made) {
    Chart chart;
    chart.title = figure_heading(*made.figure);
    chart.conditions = figure_devices(made);
    chart.x.title = "time since the first of them (us, measured)";
    chart.x.unit = "us";
    chart.y.scale = Scale::categories;
    chart.y.names = true;
    Series transfers, launches;
    transfers.kind = launches.kind = Series::Kind::spans;
    transfers.name = "transfer", launches.name = "launch";
    transfers.provenance = launches.provenance = Provenance::measured;
    for (const auto& span : made.timeline) {
        auto lane = std::ranges::find(chart.y.ticks, span.lane);
        if (lane == chart.y.ticks.end()) {
            chart.y.ticks.push_back(span.lane);
            lane = chart.y.ticks.end() - 1;
        }
        (span.transfer ? transfers : launches)
            .points.push_back({.x = span.start_ns / 1e3,
                               .y = double(lane - chart.y.ticks.begin()),
                               .x_end = span.end_ns / 1e3,
                               .hint = fmt::format("{}\n{}, from {} us on", span.name,
                                                   format_time_ns(span.end_ns - span.start_ns),
                                                   figure_number(span.start_ns / 1e3, true))});
    }
    if (made.timeline.empty())
        chart.empty_text = "The case of this timeline is not in the file, or its launches have no times.";
    for (auto* series : {&transfers, &launches})
        if (!series->points.empty()) chart.series.push_back(std::move(*series));
    return chart;
}

/// Each of several GPUs has a separate set of pictures.
std::string picture_name(const Reproduction& made) {
    return made.figure->id + (made.one_of_several ? "-" + slug(made.devices.front()) : "");
}
}  // namespace

std::vector<FigureChart> figure_charts(const Reproduction& made) {
    const auto& figure = *made.figure;
    if (figure.kind == Kind::timeline) return {{picture_name(made), "measured", timeline_picture(made)}};
    if (figure.kind == Kind::network) return {{picture_name(made), "", network_picture(made)}};
    std::vector<FigureChart> charts;
    const auto name = picture_name(made);
    charts.push_back({name, measured_word(made.measured),
                      grid_chart(made, made.measured, {}, [](const GridColumn&) { return true; })});
    // A predicted chart shows only published curves of the same device.
    for (size_t i = 0; i < made.predicted.size(); ++i) {
        const auto& device = made.predicted_devices[i];
        charts.push_back({name + "-" + slug(device), device + " (modelled)",
                          grid_chart(made, made.predicted[i], device,
                                     [&](const GridColumn& column) { return column.device == device; })});
    }
    return charts;
}

std::vector<NetworkLink> links_of(const analyzer::reproduce::Network& network) {
    std::vector<NetworkLink> links;
    for (size_t i = 0; i < network.columns.size(); ++i)
        for (const auto& one : network.columns[i].comparators)
            links.push_back({one.low, one.high, uint32_t(i), one.descending, {}});
    return links;
}

Chart case_network_chart(uint64_t n, const std::vector<LaunchRecord>& launches) {
    const auto made = analyzer::reproduce::network_of(n, launches);
    auto links = made ? links_of(*made) : std::vector<NetworkLink>();
    Axis heat;
    heat.unit = "us";
    heat.title = "time of the launch (us, measured)";
    heat.largest = 0;
    for (auto& link : links) {
        const auto& duration = launches.at(link.launch).duration_ns;
        if (!duration) continue;
        link.heat = double(*duration) / 1000;
        heat.least = heat.largest == 0 ? *link.heat : std::min(heat.least, *link.heat);
        heat.largest = std::max(heat.largest, *link.heat);
    }
    auto chart = network_chart(uint32_t(n), links, heat);
    if (chart.empty())
        chart.empty_text =
            "Only sorting networks of at most 64 keys are drawn, if their launches say what they "
            "compare.";
    return chart;
}
}
