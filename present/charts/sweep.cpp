#include "present/charts/sweep.hpp"

#include <bit>

#include <fmt/core.h>

#include "present/charts/matrix.hpp"
#include "present/charts/notes.hpp"
#include "present/palette.hpp"
#include "present/tables/breakdown.hpp"
#include "present/tables/sweep.hpp"

namespace sortscope::present {
namespace {
using analyzer::Sweep;
using analyzer::SweepPoint;

constexpr size_t most_sweep_lines = 10;
constexpr const char* nothing_swept =
    "No sort was timed at two or more values of the axis. Collect with --block 32..1024, or with several "
    "values of a parameter, to see a sweep.";

std::string axis_words(const std::string& axis) {
    return axis == "block" ? "block size" : axis == "n" ? "number of keys" : axis;
}

std::string axis_title(const std::string& axis) {
    return axis == "block" ? "block size (threads)" : axis_words(axis);
}

bool power_of_two(int64_t value) { return value > 0 && std::has_single_bit(uint64_t(value)); }

std::string graph_suffix(const Sweep& sweep) { return sweep.mode == TimeMode::graph ? ", graph" : ""; }
}  // namespace

namespace {
/// Draws sectors loaded and stored, for sorts without times.
Chart sectors_chart(std::span<const Sweep> sweeps, std::span<const Condition> compared) {
    const auto& sectors = metric("global_sectors");
    Chart chart{.title = "Time by block size", .empty_text = nothing_swept};
    std::vector<Condition> conditions;
    std::set<Provenance> sources;
    std::vector<const Sweep*> drawn;
    for (const auto& sweep : sweeps) {
        const bool counted = std::ranges::any_of(sweep.points, [&](const SweepPoint& point) {
            return evaluate(sectors, point.input()).has_value();
        });
        if (!counted || sweep.axes.size() != 1 || sweep.axes != sweeps.front().axes ||
            drawn.size() == most_sweep_lines)
            continue;
        drawn.push_back(&sweep);
        conditions.push_back(sweep.condition);
    }
    if (drawn.empty()) return chart;
    const auto& axis = drawn.front()->axes.front();
    chart.title = fmt::format("{} by {}", sectors.title, axis_words(axis));
    chart.x.title = axis_title(axis);
    const bool powers = std::ranges::all_of(drawn, [](const Sweep* sweep) {
        return std::ranges::all_of(sweep->points,
                                   [](const SweepPoint& point) { return power_of_two(point.at.front()); });
    });
    chart.x.scale = powers ? Scale::log2 : Scale::linear;
    const auto colours = line_colours(conditions, compared);
    const ConditionWords words(std::move(conditions));
    chart.conditions = condition_text(words, drawn[0]->condition, false);
    for (const auto* sweep : drawn) {
        Series series{.name = condition_text(words, sweep->condition, true),
                      .dashed = true,
                      .colour = colours[chart.series.size()]};
        if (series.name.empty()) series.name = sweep->condition.subject;
        std::set<Provenance> of_series;
        for (const auto& point : sweep->points) {
            const auto value = evaluate(sectors, point.input());
            if (!value) continue;
            of_series.insert(value->provenance);
            const auto x = double(point.at.front());
            series.points.push_back(
                {.x = powers ? std::log2(x) : x,
                 .y = value->value.as_double(),
                 .case_id = point.from.record->id,
                 .hint = fmt::format("{}\n{} {}: {} sectors ({})", series.name, axis, point.at.front(),
                                     format_figure(value->value.as_double()), name_of(value->provenance))});
        }
        sources.merge(std::set(of_series));
        series.add_sources(of_series);
        chart.series.push_back(std::move(series));
    }
    chart.y.title = titled(sectors.title, sectors.unit, sources);
    chart.y.unit = sectors.unit;
    if (y_extent(chart).exceeds(10)) chart.y.scale = Scale::logarithmic;
    chart.note = sectors_for_times;
    return chart;
}
}  // namespace

Chart sweep_chart(std::span<const Sweep> sweeps, std::span<const Condition> compared) {
    Chart chart;
    std::vector<const Sweep*> drawn;
    for (const auto& sweep : sweeps)
        if (sweep.timed() && sweep.axes.size() == 1 && sweep.axes == sweeps.front().axes)
            drawn.push_back(&sweep);
    if (drawn.empty()) return sectors_chart(sweeps, compared);
    if (drawn.size() > most_sweep_lines) {
        chart.note = fmt::format("{} of {} sweeps: the first.", most_sweep_lines, drawn.size());
        drawn.resize(most_sweep_lines);
    }
    const auto& axis = drawn.front()->axes.front();
    chart.title = fmt::format("Time by {}", axis_words(axis));
    chart.x.title = axis_title(axis);
    Extent times;
    bool powers = true;
    std::vector<Condition> conditions;
    for (const auto* sweep : drawn) {
        conditions.push_back(sweep->condition);
        for (const auto& point : sweep->points) {
            powers = powers && power_of_two(point.at.front());
            if (point.time) times.add(point.time->ns);
        }
    }
    chart.x.scale = powers ? Scale::log2 : Scale::linear;
    const auto scale = time_scale(times.least, times.largest);
    const auto colours = line_colours(conditions, compared);
    const ConditionWords words(std::move(conditions));
    chart.conditions = condition_text(words, drawn[0]->condition, false) + graph_suffix(*drawn[0]);
    for (const auto* sweep : drawn) {
        Series series{.name = condition_text(words, sweep->condition, true),
                      .provenance = Provenance::measured,
                      .intervals = true,
                      .colour = colours[chart.series.size()]};
        if (series.name.empty()) series.name = sweep->condition.subject;
        for (const auto& point : sweep->points) {
            if (!point.time) continue;
            const auto value = point.at.front();
            std::string why;
            for (const auto& reason : point.reasons)
                why += (why.empty() ? "\n" : ", ") + reason_text(reason, point);
            if (sweep->best && &point == &sweep->points[*sweep->best]) series.best = series.points.size();
            const auto x = double(value);
            auto& at = series.points.emplace_back(
                time_point(powers ? std::log2(x) : x, *point.time, scale.ns, point.from.record->id));
            at.hint = fmt::format(
                "{}\n{} {}: {}{}{}", series.name, axis, value, format_time_ns(point.time->ns),
                point.to_best ? fmt::format(", {} of the best", format_ratio(point.to_best->ratio)) : "",
                why);
        }
        if (drawn.size() <= 3)
            add_sentence(chart.note,
                         (drawn.size() > 1 ? series.name + ": " : "") +
                             (sweep->best ? fmt::format("{} {}.", sweep->flat ? "flat; least at" : "best at",
                                                        sweep->points[*sweep->best].at.front())
                                          : "none is best, each block leaves other runs in order."));
        chart.series.push_back(std::move(series));
    }
    chart.y.unit = scale.unit;
    chart.y.title = fmt::format("geometric mean time ({}, measured)", scale.unit);
    if (times.exceeds(10)) chart.y.scale = Scale::logarithmic;  // else times near the best look alike
    return chart;
}

Chart sweep_heat_chart(std::span<const Sweep> sweeps) {
    const auto usable =
        std::ranges::find_if(sweeps, [](const Sweep& sweep) { return sweep.best.has_value(); });
    if (usable == sweeps.end())
        return {.title = "Time by number of keys and block size", .empty_text = nothing_swept};
    Chart chart;
    const bool two_axes = usable->axes.size() == 2;
    HeatCells cells;
    std::set<int64_t> rows;
    size_t left_out = 0;
    const auto add = [&](int64_t row, int64_t column, const Sweep& sweep, const SweepPoint& point,
                         const std::string& row_name) {
        if (!point.time || !point.to_row_best) return;
        rows.insert(row);
        const double ratio = *point.to_row_best;
        cells[{row, column}] = {
            ratio, format_fixed(ratio, 2),
            fmt::format("{}, {} {}\n{}, {} of the best of its row", row_name, sweep.axes.back(), column,
                        format_time_ns(point.time->ns), format_ratio(ratio))};
    };
    const PartNames free{"n"};
    if (two_axes) {
        for (const auto& point : usable->points)
            add(point.at[0], point.at[1], *usable, point, fmt::format("{} {}", usable->axes[0], point.at[0]));
    } else {
        const auto wanted = usable->condition.leaving_free(free);
        for (const auto& sweep : sweeps) {
            if (!sweep.best || sweep.axes != usable->axes) continue;
            if (sweep.condition.leaving_free(free) != wanted || sweep.mode != usable->mode) {
                ++left_out;
                continue;
            }
            for (const auto& point : sweep.points)
                add(int64_t(sweep.condition.keys()), point.at.front(), sweep, point,
                    format_count(sweep.condition.keys()) + " keys");
        }
    }
    const auto& column_axis = usable->axes.back();
    const auto row_axis = two_axes ? usable->axes[0] : "n";
    chart.title =
        fmt::format("Time by {} and {}", two_axes ? row_axis : "number of keys", axis_words(column_axis));
    chart.conditions =
        (two_axes ? usable->condition : usable->condition.leaving_free(free)).label() + graph_suffix(*usable);
    if (left_out > 0) chart.note = fmt::format("{} of other conditions left out.", plural(left_out, "sweep"));
    chart.x.title = axis_title(column_axis);
    chart.y.title = axis_title(row_axis);
    lay_cells(chart, cells, rows,
              [&](int64_t row) { return two_axes ? std::to_string(row) : format_count(uint64_t(row)); });
    chart.colour.title = "time over the best of its row (measured)";
    chart.colour.least = 1;
    chart.colour.largest = 1.02;
    for (size_t cell = 0; cell < chart.heat->values.size(); ++cell) {
        const double ratio = chart.heat->values[cell].value_or(0);
        if (ratio == 1) chart.heat->outlined.push_back(cell);
        chart.colour.largest = std::max(chart.colour.largest, ratio);
    }
    if (chart.colour.largest > 4) chart.colour.scale = Scale::logarithmic;
    return chart;
}
}
