#include "present/charts/sweep.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/palette.hpp"
#include "present/tables/breakdown.hpp"
#include "present/tables/condition_columns.hpp"
#include "present/tables/sweep.hpp"

namespace sortscope::present {
namespace {

using analyzer::Sweep;
using analyzer::SweepPoint;

constexpr std::size_t most_sweep_lines = 10;
constexpr const char* nothing_swept =
    "No sort was timed at two or more values of the axis. Collect with --block 32..1024, or with several "
    "values of a parameter, to see a sweep.";

/// "block size", "number of keys", or the parameter's name.
std::string axis_words(const std::string& axis) {
    return axis == "block" ? "block size" : axis == "n" ? "number of keys" : axis;
}

std::string axis_title(const std::string& axis) {
    return axis == "block" ? "block size (threads)" : axis_words(axis);
}

bool power_of_two(std::int64_t value) {
    return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value));
}

/// Names sweeps by their differences and gives shared conditions.
class SweepNames {
 public:
    explicit SweepNames(std::span<const Sweep* const> sweeps) : words_(conditions_of(sweeps)) {}
    std::string name(const Sweep& sweep, bool all_alike) const {
        std::string text;
        for (const auto part : condition_parts) {
            if (words_.differs(part) == all_alike) continue;
            const auto words = words_.words(sweep.condition, part);
            if (!words.empty()) text += (text.empty() ? "" : ", ") + words;
        }
        return text;
    }

 private:
    static std::vector<Condition> conditions_of(std::span<const Sweep* const> sweeps) {
        std::vector<Condition> conditions;
        for (const auto* sweep : sweeps) conditions.push_back(sweep->condition);
        return conditions;
    }
    ConditionWords words_;
};

std::string graph_suffix(const Sweep& sweep) { return sweep.mode == TimeMode::graph ? ", graph" : ""; }

}  // namespace

Chart sweep_chart(std::span<const Sweep> sweeps) {
    Chart chart;
    std::vector<const Sweep*> drawn;
    std::size_t all = 0;
    for (const auto& sweep : sweeps) {
        if (!sweep.best || sweep.axes.size() != 1 || sweep.axes.front() != sweeps.front().axes.front())
            continue;
        if (++all <= most_sweep_lines) drawn.push_back(&sweep);
    }
    if (drawn.empty()) {
        chart.title = "Time by block size";
        chart.empty_text = nothing_swept;
        return chart;
    }
    if (all > drawn.size()) chart.note = fmt::format("{} of {} sweeps: the first.", drawn.size(), all);
    const auto& axis = drawn.front()->axes.front();
    chart.title = fmt::format("Time by {}", axis_words(axis));
    chart.x.title = axis_title(axis);
    double least_ns = std::numeric_limits<double>::infinity(), most_ns = 0;
    bool powers = true;
    for (const auto* sweep : drawn)
        for (const auto& point : sweep->points) {
            powers = powers && power_of_two(point.at.front());
            if (point.time)
                least_ns = std::min(least_ns, point.time->ns), most_ns = std::max(most_ns, point.time->ns);
        }
    chart.x.scale = powers ? Scale::log2 : Scale::linear;
    const auto scale = time_scale(least_ns, most_ns);
    const SweepNames names(drawn);
    chart.conditions = names.name(*drawn.front(), true) + graph_suffix(*drawn.front());
    std::vector<std::vector<std::string>> hints;
    bool first = true;
    std::vector<std::string> variants;
    for (const auto* sweep : drawn) variants.push_back(sweep->condition.subject);
    const auto colours = variant_colours(variants);
    for (const auto* sweep : drawn) {
        Series series;
        series.name = names.name(*sweep, false);
        if (series.name.empty()) series.name = sweep->condition.subject;
        series.sentence = sweep_heading(*sweep);
        series.provenance = Provenance::measured;
        series.intervals = true;
        series.colour = colours[chart.series.size()];
        auto& texts = hints.emplace_back();
        for (const auto& point : sweep->points) {
            if (!point.time) continue;
            Point at;
            at.x = powers ? std::log2(static_cast<double>(point.at.front()))
                          : static_cast<double>(point.at.front());
            at.y = point.time->ns / scale.ns;
            at.low = point.time->interval_ns.low / scale.ns;
            at.high = point.time->interval_ns.high / scale.ns;
            at.case_id = point.from.record->id;
            chart.x.least = first ? at.x : std::min(chart.x.least, at.x);
            chart.x.largest = first ? at.x : std::max(chart.x.largest, at.x);
            first = false;
            std::string why;
            for (const auto& reason : point.reasons)
                why += (why.empty() ? "\n" : ", ") + reason_text(reason, point);
            texts.push_back(fmt::format(
                "{}\n{} {}: {}{}{}", series.name, axis, point.at.front(), format_time_ns(point.time->ns),
                point.to_best ? fmt::format(", {} of the best", format_ratio(point.to_best->ratio)) : "",
                why));
            if (&point == &sweep->points[*sweep->best]) series.best = series.points.size();
            series.points.push_back(std::move(at));
        }
        const auto& best = sweep->points[*sweep->best];
        if (drawn.size() <= 3)
            chart.note += fmt::format("{}{}{} {}.", chart.note.empty() ? "" : " ",
                                      drawn.size() > 1 ? series.name + ": " : "",
                                      sweep->flat ? "flat; least at" : "best at", best.at.front());
        chart.series.push_back(std::move(series));
    }
    chart.y.unit = scale.unit;
    chart.y.title = fmt::format("median time ({}, measured)", scale.unit);
    chart.y.least = least_ns / scale.ns;
    chart.y.largest = most_ns / scale.ns;
    if (most_ns / least_ns > 10)
        chart.y.scale = Scale::logarithmic;  // else what lies near the best could not be told apart
    chart.tooltip = tooltip_of(std::move(hints));
    return chart;
}

Chart sweep_heat_chart(std::span<const Sweep> sweeps) {
    Chart chart;
    const auto usable =
        std::ranges::find_if(sweeps, [](const Sweep& sweep) { return sweep.best.has_value(); });
    if (usable == sweeps.end()) {
        chart.title = "Time by number of keys and block size";
        chart.empty_text = nothing_swept;
        return chart;
    }
    const bool two_axes = usable->axes.size() == 2;
    struct Timed {
        double to_row_best = 1;
        std::string hint;
    };
    std::map<std::pair<std::int64_t, std::int64_t>, Timed> cells;
    std::set<std::int64_t> rows, columns;
    std::size_t left_out = 0;
    const auto add = [&](std::int64_t row, std::int64_t column, const Sweep& sweep, const SweepPoint& point,
                         const std::string& row_name) {
        if (!point.time || !point.to_row_best) return;
        rows.insert(row);
        columns.insert(column);
        cells[{row, column}] = {*point.to_row_best, fmt::format("{}, {} {}\n{}", row_name, sweep.axes.back(),
                                                                column, format_time_ns(point.time->ns))};
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
                add(static_cast<std::int64_t>(sweep.condition.keys()), point.at.front(), sweep, point,
                    format_count(sweep.condition.keys()) + " keys");
        }
    }
    const auto& column_axis = usable->axes.back();
    chart.title = fmt::format("Time by {} and {}", two_axes ? usable->axes[0] : "number of keys",
                              axis_words(column_axis));
    chart.conditions =
        (two_axes ? usable->condition : usable->condition.leaving_free(free)).label() + graph_suffix(*usable);
    if (left_out > 0) chart.note = fmt::format("{} of other conditions left out.", plural(left_out, "sweep"));
    chart.x.title = axis_title(column_axis);
    chart.y.title = two_axes ? axis_title(usable->axes[0]) : "number of keys";
    chart.x.scale = chart.y.scale = Scale::categories;
    for (const auto column : columns) chart.x.ticks.push_back(std::to_string(column));
    for (const auto row : rows)
        chart.y.ticks.push_back(two_axes ? std::to_string(row)
                                         : format_count(static_cast<std::uint64_t>(row)));
    chart.x.largest = static_cast<double>(columns.size()) - 1;
    chart.y.largest = static_cast<double>(rows.size()) - 1;
    chart.colour.title = "time over the best of its row (measured)";
    chart.colour.least = 1;
    chart.heat.emplace();
    std::vector<std::string> hints;
    for (const auto row : rows) {
        for (const auto column : columns) {
            const auto found = cells.find({row, column});
            if (found == cells.end()) {
                chart.heat->values.emplace_back();
                chart.heat->texts.emplace_back();
                hints.emplace_back();
                continue;
            }
            const double ratio = found->second.to_row_best;
            if (ratio == 1) chart.heat->outlined.push_back(chart.heat->values.size());
            chart.heat->values.emplace_back(ratio);
            chart.heat->texts.push_back(format_fixed(ratio, 2));
            hints.push_back(
                fmt::format("{}, {} of the best of its row", found->second.hint, format_ratio(ratio)));
            chart.colour.largest = std::max(chart.colour.largest, ratio);
        }
    }
    if (chart.colour.largest > 4) chart.colour.scale = Scale::logarithmic;
    if (chart.colour.largest < 1.02) chart.colour.largest = 1.02;
    chart.tooltip = [hints = std::move(hints)](std::size_t, std::size_t cell) { return hints.at(cell); };
    return chart;
}

Chart heat_charts_beside(std::vector<Chart> charts, std::span<const std::string> names) {
    if (charts.empty()) return {};
    struct Origin {
        std::size_t chart = 0, cell = 0;
    };
    auto all = std::make_shared<std::vector<Chart>>(std::move(charts));
    // The first map gives title, axes and rows; the case shown may have none.
    const auto first = std::ranges::find_if(*all, [](const Chart& one) { return one.heat.has_value(); });
    if (first == all->end()) return all->front();
    auto chart = *first;
    chart.x.ticks.clear();
    chart.note.clear();
    chart.heat.emplace();
    std::string drawn, without, notes;
    std::vector<std::size_t> used;
    for (std::size_t i = 0; i < all->size(); ++i) {
        const auto& one = (*all)[i];
        auto& list = one.heat ? drawn : without;
        list += (list.empty() ? "" : "; ") + names[i];
        if (!one.heat) continue;
        used.push_back(i);
        if (one.title != chart.title) chart.title = "Heat maps";
        if (one.conditions != chart.conditions)
            chart.conditions.clear();  // those of one are not said of all: names tell what differs
        if (!one.note.empty()) notes += fmt::format(" {}: {}", names[i], one.note);
        if (!chart.x.ticks.empty()) {
            chart.x.ticks.emplace_back();
            chart.heat->cases.emplace_back();
        }
        chart.heat->cases.insert(chart.heat->cases.end(), one.x.ticks.size(), names[i]);
        chart.x.ticks.insert(chart.x.ticks.end(), one.x.ticks.begin(), one.x.ticks.end());
        for (const auto& tick : one.y.ticks)
            if (std::ranges::find(chart.y.ticks, tick) == chart.y.ticks.end()) chart.y.ticks.push_back(tick);
        chart.colour.least = std::min(chart.colour.least, one.colour.least);
        chart.colour.largest = std::max(chart.colour.largest, one.colour.largest);
        if (one.colour.scale == Scale::logarithmic) chart.colour.scale = Scale::logarithmic;
    }
    const auto columns = chart.x.ticks.size();
    std::vector<std::optional<Origin>> origins(columns * chart.y.ticks.size());
    chart.heat->values.resize(origins.size());
    chart.heat->texts.resize(origins.size());
    std::size_t left = 0;
    for (const auto i : used) {
        const auto& one = (*all)[i];
        const auto width = one.x.ticks.size();
        const auto place = [&](std::size_t cell) {
            const auto row = static_cast<std::size_t>(
                std::ranges::find(chart.y.ticks, one.y.ticks[cell / width]) - chart.y.ticks.begin());
            return row * columns + left + cell % width;
        };
        for (std::size_t cell = 0; cell < one.heat->values.size(); ++cell) {
            const auto at = place(cell);
            chart.heat->values[at] = one.heat->values[cell];
            if (cell < one.heat->texts.size()) chart.heat->texts[at] = one.heat->texts[cell];
            origins[at] = Origin{i, cell};
        }
        for (const auto cell : one.heat->outlined) chart.heat->outlined.push_back(place(cell));
        left += width + 1;
    }
    chart.x.largest = static_cast<double>(columns) - 1;
    chart.y.largest = static_cast<double>(chart.y.ticks.size()) - 1;
    chart.note =
        used.size() > 1 ? fmt::format("From left to right: {}.", drawn) : fmt::format("Drawn: {}.", drawn);
    if (!without.empty()) chart.note += fmt::format(" Without such a map: {}.", without);
    chart.note += notes;
    std::vector<std::string> of(names.begin(), names.end());
    chart.tooltip = [all, origins = std::move(origins), of = std::move(of)](std::size_t, std::size_t cell) {
        const auto& origin = origins.at(cell);
        if (!origin) return std::string();
        const auto& from = (*all)[origin->chart];
        return of.at(origin->chart) + "\n" + from.tooltip(from.series.size(), origin->cell);
    };
    return chart;
}

}  // namespace sortscope::present
