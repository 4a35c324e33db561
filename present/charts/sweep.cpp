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

Chart sweep_chart(std::span<const Sweep> sweeps, std::span<const Condition> compared) {
    const auto& sectors = metric("global_sectors");
    const auto swept = [&](auto has_values) {
        std::vector<const Sweep*> found;
        for (const auto& sweep : sweeps)
            if (sweep.axes.size() == 1 && sweep.axes == sweeps.front().axes && has_values(sweep))
                found.push_back(&sweep);
        return found;
    };
    auto drawn = swept([](const Sweep& sweep) { return sweep.timed(); });
    const bool timed = !drawn.empty();
    if (!timed)
        drawn = swept([&](const Sweep& sweep) {
            return std::ranges::any_of(sweep.points, [&](const SweepPoint& point) {
                return evaluate(sectors, point.input()).has_value();
            });
        });
    if (drawn.empty()) return {.title = "Time by block size", .empty_text = nothing_swept};
    Chart chart;
    if (drawn.size() > most_sweep_lines) {
        if (timed) chart.note = fmt::format("{} of {} sweeps: the first.", most_sweep_lines, drawn.size());
        drawn.resize(most_sweep_lines);
    }
    const auto& axis = drawn.front()->axes.front();
    chart.title = fmt::format("{} by {}", timed ? "Time" : sectors.title, axis_words(axis));
    chart.x.title = axis_title(axis);
    Extent times;
    bool powers = true;
    for (const auto* sweep : drawn)
        for (const auto& point : sweep->points) {
            powers = powers && power_of_two(point.at.front());
            if (point.time) times.add(point.time->ns);
        }
    chart.x.scale = powers ? Scale::log2 : Scale::linear;
    const auto scale = time_scale(times.least, times.largest);
    const auto conditions = mapped(drawn, &Sweep::condition);
    const auto colours = line_colours(conditions, compared);
    const ConditionWords words(conditions);
    chart.conditions = words.all_words(drawn[0]->condition, false) + (timed ? graph_suffix(*drawn[0]) : "");
    std::set<Provenance> sources;
    for (const auto* sweep : drawn) {
        Series series{.name = words.all_words(sweep->condition, true),
                      .intervals = timed,
                      .dashed = !timed,
                      .colour = colours[chart.series.size()]};
        if (series.name.empty()) series.name = sweep->condition.subject;
        std::set<Provenance> own;
        for (const auto& point : sweep->points) {
            const auto value = timed ? std::nullopt : evaluate(sectors, point.input());
            if (!point.time && !value) continue;
            own.insert(value ? value->provenance : Provenance::measured);
            if (sweep->best && &point == &sweep->points[*sweep->best]) series.best = series.points.size();
            const auto x = double(point.at.front());
            auto& at = series.points.emplace_back(point.time ? time_point(0, *point.time, scale.ns, {})
                                                             : Point{.y = value->value.as_double()});
            at.x = powers ? std::log2(x) : x;
            at.case_id = point.from.record->id;
            at.hint = fmt::format("{}\n{} {}: ", series.name, axis, point.at.front());
            if (value) {
                at.hint += fmt::format("{} sectors ({})", format_figure(*at.y), name_of(value->provenance));
                continue;
            }
            at.hint += format_time_ns(point.time->ns);
            if (point.to_best) at.hint += fmt::format(", {} of the best", format_ratio(point.to_best->ratio));
            for (const auto& reason : point.reasons)
                at.hint += (&reason == &point.reasons.front() ? "\n" : ", ") + reason_text(reason, point);
        }
        if (timed && drawn.size() <= 3)
            add_sentence(chart.note,
                         (drawn.size() > 1 ? series.name + ": " : "") +
                             (sweep->best ? fmt::format("{} {}.", sweep->flat ? "flat; least at" : "best at",
                                                        sweep->points[*sweep->best].at.front())
                                          : "no best value: the outputs differ."));
        series.add_sources(own);
        sources.merge(own);
        chart.series.push_back(std::move(series));
    }
    chart.y.unit = timed ? scale.unit : sectors.unit;
    chart.y.title = titled(timed ? "geometric mean time" : sectors.title, chart.y.unit, sources);
    // On a linear axis, times near the best look alike.
    if (y_extent(chart).exceeds(10)) chart.y.scale = Scale::logarithmic;
    if (!timed) chart.note = sectors_for_times;
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
