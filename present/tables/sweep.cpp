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
    return make_column("time_ns", "Median time", "median", 1000,
                       "Median time; of several rounds the geometric mean of their medians.")
        .scaled(scale);
}

constexpr std::string_view counter_ids[] = {"global_sectors", "shared_ld_conflicts", "shared_st_conflicts",
                                            "warp_instructions"};

Column metric_column(const Metric& metric, int importance) {
    return make_column(std::string(metric.id), std::string(metric.title),
                       std::string(metric.head.empty() ? metric.title : metric.head), importance,
                       std::string(metric.sentence))
        .under(std::string(metric.subhead))
        .in(std::string(metric.unit));
}

/// Against the best; blank for the best itself.
Fields<SweepPoint> ratio_fields(const Sweep& sweep) {
    const auto to_best = [](auto get) {
        return [get](const SweepPoint& point) {
            return point.to_best ? cell_of(get(*point.to_best)) : blank_cell();
        };
    };
    const auto* best = &sweep.points[*sweep.best];
    const auto scale = scale_of(sweep);
    return {
        {time_column(scale),
         [scale](const auto& point) {
             return scaled_time_cell(point.time ? std::optional(point.time->ns) : std::nullopt, scale);
         }},
        {make_column("ratio", "To the best", "to the", 900, "Time over the best's.").under("best"),
         [best](const auto& point) {
             return &point == best  ? measured_cell(1, 3)
                    : point.to_best ? measured_cell(point.to_best->ratio, 3)
                                    : Cell{};
         }},
        {text_column("interval", "Interval", "interval", 70, "Of that ratio, 99 %."),
         to_best([](const auto& ratio) { return compare_parts::interval_text(ratio.interval); })},
        {make_column("ratio_low", "Ratio, at least", "least", 0, "Lower end of that interval.").hidden(),
         to_best([](const auto& ratio) { return measured_cell(ratio.interval.low, 3); })},
        {make_column("ratio_high", "Ratio, at most", "most", 0, "Upper end of that interval.").hidden(),
         to_best([](const auto& ratio) { return measured_cell(ratio.interval.high, 3); })},
        {text_column("verdict", "Verdict", "verdict", 800, "Against the best."), [best](const auto& point) {
             return &point == best  ? text_cell("best")
                    : point.verdict ? text_cell(analyzer::name_of(*point.verdict))
                                    : Cell{};
         }}};
}

Fields<SweepPoint> sweep_fields(const Sweep& sweep) {
    auto fields = sweep.best ? ratio_fields(sweep) : Fields<SweepPoint>{};
    const auto of_fill = [](auto get) {
        return [get](const SweepPoint& point) { return point.fill ? cell_of(get(*point.fill)) : Cell{}; };
    };
    fields.emplace_back(make_column("occupancy_pct", "Occupancy that can be had", "occup.", 68,
                                    "Warp slots of an SM that the heaviest kernel's launch can fill, by "
                                    "its registers, shared memory and block.")
                            .units("%"),
                        of_fill([](const auto& fill) { return fixed_cell(100 * fill.part(), 0); }));
    fields.emplace_back(
        text_column("limited_by", "Limited by", "by", 60, "What keeps more blocks off an SM."),
        of_fill([](const auto& fill) { return limiters_text(fill.occupancy.limiters); }));
    fields.emplace_back(make_column("waves", "Waves", "waves", 65,
                                    "Blocks of that launch over what the device holds at once."),
                        of_fill([](const auto& fill) { return fixed_cell(fill.waves, 2); }));
    int importance = 50;
    for (const auto id : counter_ids)
        fields.emplace_back(metric_column(metric(id), --importance), [&one = metric(id)](const auto& point) {
            return metric_cell(
                one, evaluate(one, {point.total.counters, point.total.time_ns, point.from.record->bytes(),
                                    point.total.required_bytes, point.total.launches}));
        });
    fields.emplace_back(
        text_column("why", "Why slower", "why slower", 95, "What is worse than the best's, the worst first.")
            .wrap(26),
        [](const auto& point) {
            std::vector<std::string> texts;
            for (const auto& reason : point.reasons) texts.push_back(reason_text(reason, point));
            if (texts.empty() && point.verdict == Verdict::slower) texts.emplace_back("no counter says");
            return texts.empty() ? blank_cell() : text_cell(join(texts));
        });
    fields.emplace_back(make_column("case_id", "Case", "case", 30, "Number of the case in its file."),
                        [](const auto& point) { return point.from.record->id; });
    return fields;
}

}  // namespace

std::string sweep_heading(const Sweep& sweep) {
    auto text = sweep.condition.label();
    if (sweep.mode == TimeMode::graph) text += ", graph";
    return text;
}

std::string limiters_text(std::span<const OccupancyLimiter> limiters) {
    std::vector<std::string> names;
    for (const auto limiter : limiters) names.emplace_back(sortscope::name_of(limiter));
    return join(names);
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
                               point.fill ? limiters_text(point.fill->occupancy.limiters) : "");
        case Kind::too_few:
            return fmt::format("fills {} of one wave", format_percent(reason.value));
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
    if (!same.empty())
        text += fmt::format(" As good within {}: {}.", format_percent_short(min_effect), join(same, "; "));
    if (!unclear.empty()) text += fmt::format(" Unclear against it: {}.", join(unclear, "; "));
    return text;
}

std::string limiter_sentence(const Sweep& sweep) {
    if (!sweep.best) return {};
    const auto& fill = sweep.points[*sweep.best].fill;
    if (!fill) return {};
    const auto limiters = limiters_text(fill->occupancy.limiters);
    return fmt::format("Occupancy of the best: {}{}.", format_percent(fill->part()),
                       limiters.empty() ? "" : ", limited by " + limiters);
}

Table sweep_table(const Sweep& sweep) {
    Table table;
    for (const auto& axis : sweep.axes)
        table.columns.push_back(
            make_column(axis == "block" ? "block_threads" : axis, axis, axis, 1000, "What is swept over.")
                .names());
    const auto fields = sweep_fields(sweep);
    add_columns(table.columns, fields);
    for (const auto& point : sweep.points) {
        std::vector<Cell> cells;
        for (const auto at : point.at) cells.push_back(setting_cell(at));
        add_cells(cells, fields, point);
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
        all.columns.push_back(make_column(name, name, name).left().names());
    }
    all.columns.push_back(make_column("time_mode", "Time mode", "time mode").left().names());
    // The columns are the same whether points are timed or not.
    all.columns.push_back(time_column(TimeScale{}));
    for (const char* id : {"ratio", "ratio_low", "ratio_high", "verdict"})
        all.columns.push_back(make_column(id, id, id));
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
    table.columns.push_back(make_column(sweep.axes[0], sweep.axes[0], sweep.axes[0], 1000).names());
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
