#include "present/reproduce/reproduce.hpp"

#include <algorithm>
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

/// Bars need an axis from 0. Lines distinguish marks that are all hollow: dashed if published, dotted if
/// modelled.
Series::Kind kind_of(const Figure& figure, bool predicted) {
    return figure.kind != Kind::bars ? Series::Kind::line
           : !figure.log_y           ? Series::Kind::bars
           : predicted               ? Series::Kind::line
                                     : Series::Kind::points;
}

/// Absent values do not break the curve: they were never planned.
Series series_of(const GridColumn& column, const std::vector<analyzer::reproduce::Row>& rows, size_t colour,
                 Series::Kind kind) {
    Series series{.kind = kind,
                  .name = column.name,
                  .provenance = column.provenance,
                  .dashed = column.limit || column.provenance == Provenance::published,
                  .colour = colour,
                  .marked = !column.limit};
    for (size_t i = 0; i < rows.size(); ++i) {
        const auto& value = column.values[i];
        if (!value.number) continue;
        auto hint = fmt::format("{}, {}, {}\n{}: {}", column.name, column.device, name_of(column.provenance),
                                rows[i].name, figure_number(*value.number, !column.unit.empty()));
        if (!column.unit.empty()) hint += " " + column.unit;
        if (value.case_id != CaseId{}) hint += fmt::format(", case {}", value.case_id);
        series.points.push_back(
            {.x = rows[i].position, .y = value.number, .case_id = value.case_id, .hint = std::move(hint)});
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
std::string y_title(const Figure& figure, const std::string& unit, const std::set<Provenance>& sources,
                    bool mixed) {
    const auto what = !figure.y_title.empty() ? figure.y_title
                      : unit == "Mkey/s"      ? "rate"
                      : unit == "x"           ? "ratio"
                      : unit == "%"           ? "part"
                      : unit.empty()          ? "count"
                                              : "time";
    if (!mixed) return titled(what, unit, sources);
    return unit.empty() ? what : fmt::format("{} ({})", what, unit);
}

void add_claimed(Chart& chart, const Figure& figure, const Claim& claim) {
    if (claim.rule == "crosses" || !claim.value || chart.series.empty() || claim.columns.empty()) return;
    const auto* column = figure.column(claim.columns.front());
    if (column == nullptr || column->hidden) return;
    chart.marks.push_back({.at = *claim.value,
                           .text = "claimed: " + figure_number(*claim.value, false),
                           .provenance = Provenance::published});
}

/// Devices of the column; of a ratio, those of both sides.
void add_devices(std::set<std::string>& devices, const Figure& figure, const Grid& grid,
                 const GridColumn& column) {
    const auto* described = figure.column(column.name);
    const bool ratio = described != nullptr && described->quantity == Quantity::ratio;
    for (const auto& name : ratio ? std::vector{described->of, described->over} : std::vector{column.name})
        if (const auto* found = grid.find(name)) devices.insert(found->device);
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
    if (lower.kind == Series::Kind::bars) return std::nullopt;
    const AxisScale scale(chart.y, y_range(chart));
    std::vector<size_t> shared, covered;  // indices of points of `lower`
    for (size_t i = 0; i < lower.points.size(); ++i) {
        const auto& point = lower.points[i];
        const auto* other = find_or_null(upper.points, point.x, &Point::x);
        if (other == nullptr) continue;
        shared.push_back(i);
        if (std::abs(scale.part(*other->y) - scale.part(*point.y)) < same_place) covered.push_back(i);
    }
    if (covered.size() < 2 || 2 * covered.size() < lower.points.size()) return std::nullopt;
    const auto first = covered.front(), last = covered.back();
    const auto within = std::ranges::count_if(shared, [&](size_t i) { return i >= first && i <= last; });
    if (4 * covered.size() < 3 * size_t(within)) return std::nullopt;
    if (4 * covered.size() >= 3 * lower.points.size()) return "";
    const auto row = [&](size_t i) {
        const auto* found = find_or_null(figure.rows, lower.points[i].x, &analyzer::reproduce::Row::position);
        return (figure.axis == RowAxis::stage ? "stage " : "") + found->name;
    };
    return last + 1 == lower.points.size() ? fmt::format(" from {} on", row(first))
           : first == 0                    ? fmt::format(" up to {}", row(last))
                                           : fmt::format(" from {} to {}", row(first), row(last));
}

/// "A is hidden behind B, C behind D up to 16." Names a measured pair and its published pair once. Marks hide
/// a curve without marks.
std::string hidden_series(const Chart& chart, const Figure& figure) {
    std::vector<std::string> pairs;
    std::set<std::pair<std::string, std::string>> named;
    const auto plain = [](const std::string& name) { return name.substr(0, name.find(of_document)); };
    for (auto lower = chart.series.begin(); lower != chart.series.end(); ++lower)
        for (auto upper = lower + 1; upper != chart.series.end(); ++upper)
            if (const auto part = covered_part(chart, figure, *lower, *upper)) {
                const auto [hidden, seen] =
                    lower->marked && !upper->marked ? std::pair(upper, lower) : std::pair(lower, upper);
                if (named.emplace(plain(hidden->name), plain(seen->name)).second)
                    pairs.push_back(fmt::format("{} {} {}{}", hidden->name,
                                                pairs.empty() ? "is hidden behind" : "behind", seen->name,
                                                *part));
                break;
            }
    return pairs.empty() ? "" : join(pairs) + ".";
}

Chart grid_chart(const Reproduction& made, const Grid& grid) {
    const auto& figure = *made.figure;
    std::vector<const GridColumn*> published;  // one for each column of `grid`; null if not shown
    for (const auto& column : grid.columns) {
        const auto* found = made.published_with(grid, column.name);
        published.push_back(found != nullptr && !found->hidden ? found : nullptr);
    }
    const auto kind = kind_of(figure, !grid.device.empty());
    Chart chart;
    chart.title = figure_heading(figure);
    set_x_axis(chart, figure);
    chart.y.scale = figure.log_y ? Scale::logarithmic : Scale::linear;
    std::set<std::string> devices, published_devices;
    std::set<Provenance> sources;
    // `place`: number of the column, which sets the colour. Returns whether the column has values.
    const auto add = [&](const GridColumn& column, size_t place) {
        const auto* described = figure.column(column.name);
        const auto colour = described == nullptr ? std::nullopt : described->colour;
        auto series = series_of(column, grid.rows, size_t(colour.value_or(int64_t(place))), kind);
        if (column.hidden || series.points.empty()) return false;
        if (chart.y.unit.empty()) chart.y.unit = column.unit;
        sources.insert(column.provenance);
        chart.series.push_back(std::move(series));
        return true;
    };
    for (size_t i = 0; i < grid.columns.size(); ++i)
        if (add(grid.columns[i], i) && !grid.columns[i].limit)
            add_devices(devices, figure, grid, grid.columns[i]);
    const auto named = chart.series.size();
    for (size_t i = 0; i < published.size(); ++i)
        if (published[i] != nullptr && add(*published[i], i)) {
            published_devices.insert(published[i]->device);
            if (named > 0) chart.series.back().name += of_document;
        }
    chart.note = hidden_series(chart, figure);
    // The colour identifies the curve; a legend entry explains dashes.
    for (auto i = named; named > 0 && i < chart.series.size(); ++i) chart.series[i].name.clear();
    const bool mixed = sources.size() > 1 && (sources.contains(Provenance::published) ||
                                              sources.contains(Provenance::modelled));  // marks differ
    chart.y.title = y_title(figure, chart.y.unit, sources, mixed);
    if (mixed)
        for (const auto source : sources)
            chart.series.push_back(legend_entry(
                chart, source, source == Provenance::published ? join(published_devices) : "", kind));
    for (const auto& claim : figure.claims) add_claimed(chart, figure, claim);
    chart.conditions = join({grid.device.empty() ? join(devices) : grid.device + " (modelled from counters)",
                             figure_conditions(figure)},
                            "; ");
    if (chart.series.empty())
        chart.empty_text =
            "None of the cases that this figure asks for is in the file. 'sortscope reproduce' names the "
            "commands that collect them.";
    return chart;
}

/// Replaces the launches' numbers by those within their stages, and puts stages above, to save room.
void name_launches(Chart& chart, const Network& network) {
    chart.x.title = "launch of its stage (above: the stage)";
    size_t launch = 0;
    for (size_t column = 0; column < chart.x.ticks.size(); ++column) {
        auto& tick = chart.x.ticks[column];
        if (!tick.empty()) launch = parse_count(tick);  // other columns continue the launch
        const auto& stage = network.columns[launch].stage;
        if (chart.marks.empty() || chart.marks.back().text != std::to_string(stage.stage))
            chart.marks.push_back(
                {.across = Mark::Across::x, .at = double(column) - 0.5, .text = std::to_string(stage.stage)});
        tick = std::to_string(stage.substage);
    }
}

/// Draws keys that change wires between launches as crossing lines.
Chart routed_network(const Network& network) {
    Chart chart;
    chart.x.scale = chart.y.scale = Scale::categories;
    chart.y.title = "key";
    for (uint64_t i = 0; i < network.n; ++i) chart.y.ticks.push_back(std::to_string(i));
    Series up{.kind = Series::Kind::links, .name = "smaller key to the upper wire", .colour = 0};
    Series down{.kind = Series::Kind::links, .name = "smaller key to the lower wire", .colour = 1};
    std::vector<Series> wires(network.n, {.colour = grey, .marked = false});
    std::vector<size_t> wire_at(network.n);  // current wire at each place
    std::iota(wire_at.begin(), wire_at.end(), size_t{0});
    const auto lay_wires = [&](double x) {
        for (size_t place = 0; place < wire_at.size(); ++place)
            wires[wire_at[place]].points.push_back({.x = x, .y = double(place), .hint = "where a key goes"});
    };
    lay_wires(-0.5);
    for (size_t i = 0; i < network.columns.size(); ++i) {
        const auto& [stage, comparators, source] = network.columns[i];
        const double x = double(i);
        chart.x.ticks.push_back(std::to_string(i));
        for (const auto& [low, high, descending] : comparators)
            (descending ? down : up)
                .points.push_back({.x = x,
                                   .y = low,
                                   .low = double(low),
                                   .high = double(high),
                                   .hint = fmt::format("{}: keys {} and {}", stage.label, low, high)});
        if (source.empty()) continue;
        lay_wires(x - 0.5);
        wire_at = mapped(source, [&](uint32_t from) { return wire_at[from]; });
        lay_wires(x + 0.5);
    }
    lay_wires(double(network.columns.size()) - 0.5);
    chart.series = std::move(wires);
    for (auto* series : {&up, &down})
        if (!series->points.empty()) chart.series.push_back(std::move(*series));
    return chart;
}

Chart network_picture(const Reproduction& made) {
    Chart chart;
    if (made.network) {
        const auto& network = *made.network;
        const bool routed =
            std::ranges::any_of(network.columns, [](const auto& one) { return !one.source.empty(); });
        chart = routed ? routed_network(network) : network_chart(uint32_t(network.n), links_of(network));
        name_launches(chart, network);
        chart.conditions = fmt::format("{} launches, from the recorded case", network.columns.size());
    } else {
        chart.empty_text =
            "The case of this network is not in the file, or its launches do not say which keys they "
            "compare.";
    }
    chart.title = figure_heading(*made.figure);
    return chart;
}

Chart timeline_picture(const Reproduction& made) {
    Chart chart;
    chart.title = figure_heading(*made.figure);
    chart.conditions = figure_devices(made);
    chart.x = {.title = "time since the first of them (us, measured)", .unit = "us"};
    chart.y = {.scale = Scale::categories, .names = true};
    Series transfers{.kind = Series::Kind::spans, .name = "transfer", .provenance = Provenance::measured};
    Series launches{.kind = Series::Kind::spans, .name = "launch", .provenance = Provenance::measured};
    for (const auto& span : made.timeline) {
        if (!contains(chart.y.ticks, span.lane)) chart.y.ticks.push_back(span.lane);
        const auto lane = std::ranges::find(chart.y.ticks, span.lane) - chart.y.ticks.begin();
        (span.transfer ? transfers : launches)
            .points.push_back({.x = span.start_ns / 1e3,
                               .y = double(lane),
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
    const auto name = figure.id + (made.one_of_several ? "-" + slug(made.devices.front()) : "");
    if (figure.kind == Kind::timeline) return {{name, "measured", timeline_picture(made)}};
    if (figure.kind == Kind::network) return {{name, "", network_picture(made)}};
    std::vector<FigureChart> charts{{name, provenances_of(made.measured), grid_chart(made, made.measured)}};
    for (const auto& grid : made.predicted)
        charts.push_back(
            {name + "-" + slug(grid.device), grid.device + " (modelled)", grid_chart(made, grid)});
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
    Extent times;
    for (auto& link : links) {
        const auto& duration = launches.at(link.launch).duration_ns;
        if (duration) link.heat = double(*duration) / 1000, times.add(*link.heat);
    }
    Axis heat{.title = "time of the launch (us, measured)", .unit = "us", .largest = 0};
    if (!times.empty()) heat.least = times.least, heat.largest = times.largest;
    auto chart = network_chart(uint32_t(n), links, heat);
    if (chart.empty())
        chart.empty_text =
            "Only sorting networks of at most 64 keys are drawn, if their launches say what they "
            "compare.";
    return chart;
}
}
