#include "present/tables/sweep.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/cells.hpp"
#include "present/tables/compare.hpp"

namespace sortscope::present {
namespace {

using namespace analyzer;

std::string place_text(const Sweep& sweep, const SweepPoint& point) {
    std::string text;
    for (std::size_t i = 0; i < sweep.axes.size(); ++i)
        text += (i == 0 ? "" : ", ") + sweep.axes[i] + (is_parameter(sweep.axes[i]) ? "=" : " ") +
                std::to_string(point.at[i]);
    return text;
}

TimeScale scale_of(const Sweep& sweep) {
    double least = 0, most = 0;
    for (const auto& point : sweep.points) {
        if (!point.time) continue;
        least = least == 0 ? point.time->ns : std::min(least, point.time->ns);
        most = std::max(most, point.time->ns);
    }
    return most == 0 ? TimeScale{} : time_scale(least, most);
}

Column time_column(const TimeScale& scale) {
    return {.id = "time_ns",
            .title = "Median time",
            .head = "median",
            .subhead = scale.unit,
            .unit = scale.unit,
            .unit_ns = scale.ns,
            .sentence = "Median time; of several rounds the geometric mean of their medians.",
            .importance = 1000};
}

constexpr std::string_view counter_ids[] = {"global_sectors", "shared_ld_conflicts", "shared_st_conflicts",
                                            "warps_active_pct", "warp_instructions"};

Column metric_column(const Metric& metric, int importance) {
    return {.id = std::string(metric.id),
            .title = std::string(metric.title),
            .head = std::string(metric.head.empty() ? metric.title : metric.head),
            .subhead = std::string(metric.subhead),
            .unit = std::string(metric.unit),
            .sentence = std::string(metric.sentence),
            .importance = importance};
}

}  // namespace

std::string sweep_heading(const Sweep& sweep) {
    auto text = sweep.condition.label();
    if (sweep.mode == TimeMode::graph) text += ", graph";
    return text;
}

std::string limiters_text(const Occupancy& occupancy) {
    std::string text;
    for (const auto limiter : occupancy.limiters)
        text += (text.empty() ? "" : ", ") + std::string(sortscope::name_of(limiter));
    return text;
}

std::string reason_text(const SweepReason& reason, const SweepPoint& point) {
    using Kind = SweepReason::Kind;
    const auto times = [&](const char* what) {
        const auto ratio = reason.ratio();
        return ratio ? fmt::format("{} {}", format_factor(*ratio), what)
                     : fmt::format("{} {}, the best none",
                                   format_grouped(static_cast<std::int64_t>(reason.value)), what);
    };
    switch (reason.kind) {
        case Kind::sectors:
            return times("sectors");
        case Kind::conflicts:
            return times("bank conflicts");
        case Kind::divergence:
            return times("divergent branches");
        case Kind::occupancy:
            return fmt::format("occupancy {} ({})", format_percent(reason.value),
                               point.fill ? limiters_text(point.fill->occupancy) : "");
        case Kind::too_few:
            return fmt::format("blocks for {} of the device", format_percent(reason.value));
        case Kind::tail:
            return fmt::format("{} idle in the tail", format_percent(reason.value));
        case Kind::instructions:
            return times("instructions");
        case Kind::launches:
            return times("launches");
    }
    return {};
}

std::string sweep_sentence(const Sweep& sweep, double min_effect) {
    if (!sweep.best) return "No point has a time (modelled cases have none): the counters are below.";
    const auto& best = sweep.points[*sweep.best];
    const auto time = format_time_ns(best.time->ns);
    if (!sweep.runner_up) return fmt::format("{} alone has a time: {}.", place_text(sweep, best), time);
    if (sweep.flat)
        return fmt::format("Flat: all points are within {} of {} ({}); which is taken does not matter.",
                           format_percent_short(min_effect), place_text(sweep, best), time);
    const auto& next = sweep.points[*sweep.runner_up];
    auto text =
        fmt::format("Best: {}, {}. The next, {}, takes {} of its time: {}.", place_text(sweep, best), time,
                    place_text(sweep, next), ratio_text(*next.to_best), analyzer::name_of(*next.verdict));
    std::vector<std::string> same, unclear;
    for (const auto i : sweep.as_good)
        (sweep.points[i].verdict == Verdict::same ? same : unclear)
            .push_back(place_text(sweep, sweep.points[i]));
    const auto list = [](const std::vector<std::string>& names) {
        std::string all;
        for (const auto& name : names) all += (all.empty() ? "" : "; ") + name;
        return all;
    };
    if (!same.empty())
        text += fmt::format(" As good within {}: {}.", format_percent_short(min_effect), list(same));
    if (!unclear.empty()) text += fmt::format(" Not told apart from it: {}.", list(unclear));
    return text;
}

std::string limiter_sentence(const Sweep& sweep) {
    if (!sweep.best) return {};
    const auto& fill = sweep.points[*sweep.best].fill;
    if (!fill) return {};
    const auto limiters = limiters_text(fill->occupancy);
    return fmt::format("Occupancy of the best: {}{}.", format_percent(fill->part()),
                       limiters.empty() ? "" : ", limited by " + limiters);
}

Table sweep_table(const Sweep& sweep) {
    Table table;
    for (const auto& axis : sweep.axes)
        table.columns.push_back({.id = axis == "block" ? "block_threads" : axis,
                                 .title = axis,
                                 .head = axis,
                                 .sentence = "What is swept over.",
                                 .importance = 1000,
                                 .names_row = true});
    const auto scale = scale_of(sweep);
    if (sweep.best) {
        table.columns.push_back(time_column(scale));
        table.columns.insert(table.columns.end(), {{.id = "ratio",
                                                    .title = "To the best",
                                                    .head = "to the",
                                                    .subhead = "best",
                                                    .sentence = "Time over the best's.",
                                                    .importance = 900},
                                                   {.id = "interval",
                                                    .title = "Interval",
                                                    .head = "interval",
                                                    .sentence = "Of that ratio, 99 %.",
                                                    .align = Align::left,
                                                    .importance = 70},
                                                   {.id = "ratio_low",
                                                    .title = "Ratio, at least",
                                                    .head = "least",
                                                    .sentence = "Lower end of that interval.",
                                                    .importance = 0,
                                                    .shown = false},
                                                   {.id = "ratio_high",
                                                    .title = "Ratio, at most",
                                                    .head = "most",
                                                    .sentence = "Upper end of that interval.",
                                                    .importance = 0,
                                                    .shown = false},
                                                   {.id = "verdict",
                                                    .title = "Verdict",
                                                    .head = "verdict",
                                                    .sentence = "Against the best.",
                                                    .align = Align::left,
                                                    .importance = 800}});
    }
    table.columns.insert(table.columns.end(),
                         {{.id = "occupancy_pct",
                           .title = "Occupancy that can be had",
                           .head = "occup.",
                           .subhead = "%",
                           .unit = "%",
                           .sentence = "Warp slots of an SM that the heaviest kernel's launch can fill, by "
                                       "its registers, shared memory and block.",
                           .importance = 68},
                          {.id = "limited_by",
                           .title = "Limited by",
                           .head = "by",
                           .sentence = "What keeps more blocks off an SM.",
                           .align = Align::left,
                           .importance = 60},
                          {.id = "waves",
                           .title = "Waves",
                           .head = "waves",
                           .sentence = "Blocks of that launch over what the device holds at once.",
                           .importance = 65}});
    std::vector<const Metric*> metrics;
    for (const auto id : counter_ids)
        if (const auto* metric = find_metric(id))
            metrics.push_back(metric),
                table.columns.push_back(metric_column(*metric, 50 - static_cast<int>(metrics.size())));
    Column why{.id = "why",
               .title = "Why slower",
               .head = "why slower",
               .sentence = "What is worse than the best's, the worst first.",
               .align = Align::left,
               .importance = 95,
               .fit = Fit::wrap,
               .least = 26};
    table.columns.push_back(std::move(why));
    table.columns.push_back({.id = "case_id",
                             .title = "Case",
                             .head = "case",
                             .sentence = "Number of the case in its file.",
                             .importance = 30});
    for (std::size_t i = 0; i < sweep.points.size(); ++i) {
        const auto& point = sweep.points[i];
        std::vector<Cell> cells;
        for (const auto at : point.at) cells.push_back(setting_cell(at));
        if (sweep.best) {
            cells.push_back(
                scaled_time_cell(point.time ? std::optional(point.time->ns) : std::nullopt, scale));
            const bool is_best = i == *sweep.best;
            cells.push_back(
                is_best ? fixed_cell(1, 3, Provenance::measured)
                        : fixed_cell(point.to_best ? std::optional(point.to_best->ratio) : std::nullopt, 3,
                                     Provenance::measured));
            cells.push_back(point.to_best ? text_cell(compare_parts::interval_text(point.to_best->interval))
                                          : blank_cell());
            for (const auto end : {&Interval::low, &Interval::high})
                cells.push_back(point.to_best
                                    ? fixed_cell(point.to_best->interval.*end, 3, Provenance::measured)
                                    : blank_cell());
            cells.push_back(is_best         ? text_cell("best")
                            : point.verdict ? text_cell(analyzer::name_of(*point.verdict))
                                            : Cell{});
        }
        const auto& fill = point.fill;
        cells.push_back(fixed_cell(fill ? std::optional(100 * fill->part()) : std::nullopt, 0));
        cells.push_back(fill ? text_cell(limiters_text(fill->occupancy)) : Cell{});
        cells.push_back(fixed_cell(fill ? std::optional(fill->waves) : std::nullopt, 2));
        for (const auto* metric : metrics)
            cells.push_back(metric_cell(
                *metric,
                evaluate(*metric, {point.total.counters, point.total.time_ns, point.from.record->bytes(),
                                   point.total.bound_bytes, point.total.launches})));
        std::string texts;
        for (const auto& reason : point.reasons)
            texts += (texts.empty() ? "" : ", ") + reason_text(reason, point);
        if (texts.empty() && point.verdict == Verdict::slower) texts = "no counter says";
        cells.push_back(texts.empty() ? blank_cell() : text_cell(texts));
        cells.push_back(count_cell(static_cast<std::int64_t>(point.from.record->id)));
        table.row(std::move(cells));
    }
    std::size_t older = 0;
    for (const auto& point : sweep.points) older += point.from.older > 0 ? 1 : 0;
    if (older > 0)
        table.notes.push_back(
            fmt::format("{}: several cases of the condition; the newest is used.", plural(older, "point")));
    return table;
}

Table sweep_points(const std::vector<Sweep>& sweeps) {
    constexpr std::array<std::string_view, 9> parts{"variant", "parameters", "key",     "n",    "input",
                                                    "block",   "device",     "backend", "cache"};
    Table all;
    for (const auto part : parts) {
        const std::string name(part == "block" ? "block_threads" : part == "cache" ? "cache_state" : part);
        all.columns.push_back(
            {.id = name, .title = name, .head = name, .align = Align::left, .names_row = true});
    }
    all.columns.push_back({.id = "time_mode",
                           .title = "Time mode",
                           .head = "time mode",
                           .align = Align::left,
                           .names_row = true});
    // The columns are the same whether points are timed or not.
    all.columns.push_back(time_column(TimeScale{}));
    for (const char* id : {"ratio", "ratio_low", "ratio_high", "verdict"})
        all.columns.push_back({.id = id, .title = id, .head = id});
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < all.columns.size(); ++i) places.emplace(all.columns[i].id, i);
    for (const Sweep& sweep : sweeps) {
        const auto table = sweep_table(sweep);
        std::vector<std::optional<std::size_t>> place;
        for (const auto& column : table.columns) {
            if (column.id == "interval") {
                place.emplace_back();
                continue;
            }
            const auto [found, is_new] = places.try_emplace(column.id, all.columns.size());
            if (is_new) all.columns.push_back(column);
            place.push_back(found->second);
        }
        std::vector<Cell> head;
        for (const auto part : parts) {
            const auto text = part == "n" && sweep.condition.keys() > 0
                                  ? std::to_string(sweep.condition.keys())
                                  : sweep.condition.text(part);
            head.push_back(text.empty() ? Cell{} : text_cell(text));
        }
        head.push_back(text_cell(name_of(sweep.mode)));
        for (const auto& row : table.rows) {
            auto cells = head;
            for (std::size_t i = 0; i < row.cells.size(); ++i) {
                if (!place[i]) continue;
                const auto at = *place[i];
                if (cells.size() <= at) cells.resize(at + 1);
                auto& cell = cells[at] = row.cells[i];
                const double unit = table.columns[i].unit_ns, first = all.columns[at].unit_ns;
                if (cell.number && unit > 0 && unit != first)
                    cell.number = cell.number->as_double() * unit / first;
            }
            all.row(std::move(cells));
        }
    }
    return all;
}

Table sweep_matrix(const Sweep& sweep) {
    Table table;
    if (sweep.axes.size() != 2 || !sweep.best) return table;
    const auto scale = scale_of(sweep);
    std::set<std::int64_t> columns;
    std::map<std::int64_t, std::map<std::int64_t, double>> rows;
    for (const auto& point : sweep.points) {
        columns.insert(point.at[1]);
        if (point.time) rows[point.at[0]][point.at[1]] = point.time->ns;
    }
    table.title =
        fmt::format("Median time ({}): rows {}, columns {}", scale.unit, sweep.axes[0], sweep.axes[1]);
    table.columns.push_back({.id = sweep.axes[0],
                             .title = sweep.axes[0],
                             .head = sweep.axes[0],
                             .importance = 1000,
                             .names_row = true});
    for (const auto value : columns)
        table.columns.push_back({.id = fmt::format("{}_{}", sweep.axes[1], value),
                                 .title = std::to_string(value),
                                 .head = std::to_string(value),
                                 .unit = scale.unit,
                                 .unit_ns = scale.ns,
                                 .importance = 100});
    for (const auto& [at, times] : rows) {
        std::vector<Cell> cells{setting_cell(at)};
        for (const auto value : columns) {
            const auto found = times.find(value);
            cells.push_back(
                scaled_time_cell(found == times.end() ? std::nullopt : std::optional(found->second), scale));
        }
        table.row(std::move(cells));
    }
    return table;
}

}  // namespace sortscope::present
