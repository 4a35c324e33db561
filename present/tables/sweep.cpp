#include "present/tables/sweep.hpp"

#include <numeric>

#include <fmt/core.h>

#include "present/tables/compare.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::present {
using namespace analyzer;

namespace {
/// "block 256, max_keys=16".
std::string place_text(const Sweep& sweep, const SweepPoint& point) {
    return join(sweep.axes, ", ", [&](const std::string& axis) {
        const auto at = point.at[size_t(&axis - sweep.axes.data())];
        return axis + (is_parameter(axis) ? "=" : " ") + std::to_string(at);
    });
}

TimeScale scale_of(const Sweep& sweep) {
    return present::scale_of(
        mapped(sweep.points, [](const SweepPoint& point) { return point.time ? point.time->ns : 0; }));
}

constexpr std::string_view counter_ids[] = {"global_sectors", "shared_ld_conflicts", "shared_st_conflicts",
                                            "warp_instructions"};

/// Blank cells for the best point itself.
Fields<SweepPoint> ratio_fields(const Sweep& sweep, const TimeScale& scale) {
    const auto to_best = [](auto get) {
        return [get](const SweepPoint& point) {
            return point.to_best ? cell_of(get(*point.to_best)) : blank_cell();
        };
    };
    const auto* best = sweep.best ? &sweep.points[*sweep.best] : nullptr;
    return {{text_column("case_output", "Output", "output", 990,
                         "Part of the keys that the case sorts, if not all."),
             &SweepPoint::from, &Compared::record, output_of},
            {make_column("time_ns", "Geometric mean time", "time", 1000,
                         "Geometric mean of the rounds' median times; list has their median.")
                 .scaled(scale),
             &SweepPoint::time, &TimeEstimate::ns, scaled_with(scale)},
            {make_column("ratio", "To the best", "to the", 900, "Time over the best's.").under("best"),
             [best](const auto& point) {
                 return &point == best  ? measured_cell(1, 3)
                        : point.to_best ? measured_cell(point.to_best->ratio, 3)
                                        : Cell{};
             }},
            {text_column("Interval", 70, "Of that ratio, 99 %."),
             to_best([](const auto& ratio) { return interval_text(ratio.interval); })},
            {make_column("ratio_low", "Ratio, at least", "least", 0, "Lower end of that interval.").hidden(),
             to_best([](const auto& ratio) { return measured_cell(ratio.interval.low, 3); })},
            {make_column("ratio_high", "Ratio, at most", "most", 0, "Upper end of that interval.").hidden(),
             to_best([](const auto& ratio) { return measured_cell(ratio.interval.high, 3); })},
            {text_column("Verdict", 800, "Against the best."), [best](const auto& point) {
                 return &point == best  ? text_cell("best")
                        : point.verdict ? text_cell(name_of(*point.verdict))
                                        : Cell{};
             }}};
}

Field<SweepPoint> axis_field(const Sweep& sweep, size_t i) {
    const auto& axis = sweep.axes[i];
    return {make_column(axis == "block" ? "block_threads" : axis, axis, axis, 1000, "What is swept over.")
                .names(),
            [i](const auto& point) { return setting_cell(point.at[i]); }};
}

Fields<SweepPoint> counter_fields() {
    Fields<SweepPoint> fields{
        {make_column("occupancy_pct", "Theoretical occupancy", "occup.", 68,
                     "Warp slots of an SM that the heaviest kernel's launch can fill, by its registers, "
                     "shared memory and block.")
             .units("%"),
         &SweepPoint::fill, [](const auto& fill) { return fixed_cell(100 * fill.part(), 0); }},
        {text_column("limited_by", "Limited by", "limited by", 60, "What keeps more blocks off an SM."),
         &SweepPoint::fill, [](const auto& fill) { return limiters_text(fill.occupancy.limiters); }},
        {make_column("Waves", 65, "Blocks of that launch over what the device holds at once."),
         &SweepPoint::fill, [](const auto& fill) { return fixed_cell(fill.waves, 2); }}};
    int importance = 50;
    for (const auto id : counter_ids)
        fields.emplace_back(metric_column(metric(id), --importance), [&one = metric(id)](const auto& point) {
            return metric_cell(one, evaluate(one, point.input()));
        });
    append(fields, {{text_column("why", "Why slower", "why slower", 95,
                                 "What is worse than the best's, the worst first.")
                         .wrap(26),
                     [](const auto& point) {
                         const auto why = join(point.reasons, ", ", [&](const auto& reason) {
                             return reason_text(reason, point);
                         });
                         return !why.empty()                       ? text_cell(why)
                                : point.verdict == Verdict::slower ? text_cell("no counter says")
                                                                   : blank_cell();
                     }},
                    {case_id_column(30), &SweepPoint::from, &Compared::record, &CaseRecord::id}});
    return fields;
}
}  // namespace

std::string sweep_heading(const Sweep& sweep) {
    return join({sweep.condition.label(), sweep.mode == TimeMode::graph ? "graph" : ""});
}

std::string limiters_text(std::span<const OccupancyLimiter> limiters) {
    return join(limiters, ", ", [](auto limiter) { return sortscope::name_of(limiter); });
}

std::string reason_text(const SweepReason& reason, const SweepPoint& point) {
    using Kind = SweepReason::Kind;
    using Counted = std::pair<Kind, const char*>;
    constexpr Counted counted[] = {{Kind::sectors, "sectors"},
                                   {Kind::conflicts, "bank conflicts"},
                                   {Kind::divergence, "divergent branches"},
                                   {Kind::instructions, "instructions"},
                                   {Kind::launches, "launches"}};
    if (const auto* what = find_or_null(counted, reason.kind, &Counted::first)) {
        if (const auto ratio = reason.ratio())
            return fmt::format("{} {}", format_factor(*ratio), what->second);
        return fmt::format("{} {}, the best none", format_grouped(int64_t(reason.value)), what->second);
    }
    const auto part = format_percent(reason.value);
    if (reason.kind == Kind::tail) return part + " idle in the tail";
    if (reason.kind == Kind::too_few) return fmt::format("fills {} of one wave", part);
    return fmt::format("occupancy {} ({})", part,
                       point.fill ? limiters_text(point.fill->occupancy.limiters) : "");
}

std::string sweep_sentence(const Sweep& sweep, double min_effect) {
    if (sweep.outputs_differ())
        return "No best block: each block size sorts tiles of its own length. 'sortscope compare --across "
               "block --per-work' compares times per unit of work.";
    if (sweep.items_differ())
        return "No best point: the points differ in the number of items. 'sortscope report --over' compares "
               "their rates.";
    if (!sweep.best) return "No point has a time (modelled cases have none): the counters are below.";
    const auto& best = sweep.points[*sweep.best];
    const auto time = format_time_ns(best.time->ns);
    if (!sweep.runner_up) return fmt::format("{} alone has a time: {}.", place_text(sweep, best), time);
    if (sweep.flat)
        return fmt::format("Flat: all points are within {} of {} ({}); which is taken does not matter.",
                           format_percent_short(min_effect), place_text(sweep, best), time);
    const auto& next = sweep.points[*sweep.runner_up];
    auto text =
        fmt::format("Best: {}, {}. The next, {}, takes {} times as long: {}.", place_text(sweep, best), time,
                    place_text(sweep, next), ratio_text(*next.to_best), name_of(*next.verdict));
    const auto as_good = [&](bool same) {
        return join(sweep.as_good, "; ", [&](size_t i) {
            const auto& point = sweep.points[i];
            return (point.verdict == Verdict::same) == same ? place_text(sweep, point) : std::string();
        });
    };
    if (const auto same = as_good(true); !same.empty())
        text += fmt::format(" As good within {}: {}.", format_percent_short(min_effect), same);
    if (const auto unclear = as_good(false); !unclear.empty())
        text += fmt::format(" Unclear against it: {}.", unclear);
    return text;
}

std::string limiter_sentence(const Sweep& sweep) {
    if (!sweep.best || !sweep.points[*sweep.best].fill) return {};
    const auto& fill = sweep.points[*sweep.best].fill;
    const auto limiters = limiters_text(fill->occupancy.limiters);
    return fmt::format("Occupancy of the best: {}{}.", format_percent(fill->part()),
                       limiters.empty() ? "" : ", limited by " + limiters);
}

Table sweep_table(const Sweep& sweep) {
    Fields<SweepPoint> fields;
    for (size_t i = 0; i < sweep.axes.size(); ++i) fields.push_back(axis_field(sweep, i));
    if (sweep.timed()) append(fields, ratio_fields(sweep, scale_of(sweep)));
    append(fields, counter_fields());
    auto table = table_of(fields, sweep.points);
    const auto older =
        std::ranges::count_if(sweep.points, [](const auto& point) { return point.from.older > 0; });
    if (older > 0)
        table.note(plural(size_t(older), "point") + ": several cases of the condition; the newest is used.");
    return table;
}

Table sweep_points(const std::vector<Sweep>& sweeps) {
    const auto parts = plain_condition_fields();
    Table all;
    for (const auto& sweep : sweeps) {
        Fields<SweepPoint> fields;
        for (const auto& part : parts)
            fields.emplace_back(part.column, [&](const auto&) { return part.cell(sweep.condition); });
        fields.emplace_back("time_mode", [&](const auto&) { return sweep.mode; });
        append(fields, ratio_fields(sweep, {}));
        std::erase_if(fields, [](const auto& field) { return field.column.id == "interval"; });
        for (size_t i = 0; i < sweep.axes.size(); ++i) {
            auto axis = axis_field(sweep, i);
            const auto part =
                std::ranges::find(fields, axis.column.id, [](const auto& one) { return one.column.id; });
            if (part == fields.end())
                fields.push_back(std::move(axis));
            else
                part->cell = axis.cell;
        }
        append(fields, counter_fields());
        auto table = table_of(fields, sweep.points);
        all.columns = std::move(table.columns);
        std::ranges::move(table.rows, std::back_inserter(all.rows));
    }
    return all;
}

Table sweep_matrix(const Sweep& sweep) {
    Table table;
    if (sweep.axes.size() != 2 || !sweep.best) return table;
    const auto scale = scale_of(sweep);
    std::set<int64_t> columns;
    std::map<int64_t, std::map<int64_t, std::optional<double>>> rows;
    for (const auto& point : sweep.points) {
        columns.insert(point.at[1]);
        if (point.time) rows[point.at[0]][point.at[1]] = point.time->ns;
    }
    table.title = fmt::format("Geometric mean time ({}): rows {}, columns {}", scale.unit, sweep.axes[0],
                              sweep.axes[1]);
    table.columns.push_back(make_column(sweep.axes[0], sweep.axes[0], sweep.axes[0], 1000).names());
    for (const auto value : columns) {
        const auto text = std::to_string(value);
        table.columns.push_back(make_column(sweep.axes[1] + "_" + text, text, text).scaled(scale).under(""));
    }
    for (auto& [at, times] : rows) {
        std::vector<Cell> cells{setting_cell(at)};
        for (const auto value : columns) cells.push_back(scaled_time_cell(times[value], scale));
        table.row(std::move(cells));
    }
    return table;
}

namespace {
std::string value_text(const TunedSort& sort, double value) {
    return sort.by_sectors ? format_grouped(int64_t(value)) + "* sectors" : format_time_ns(value);
}

/// Sorts candidates: the last to leave the search first, then by value.
std::vector<size_t> order_of(const TuneResult& result, const std::vector<size_t>& rounds) {
    std::vector<size_t> order(result.latest.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, [&](size_t a, size_t b) {
        if (rounds[a] != rounds[b]) return rounds[a] > rounds[b];
        const auto &x = result.latest[a], &y = result.latest[b];
        if (!x || !y) return x.has_value() && !y;
        return x->ns < y->ns;
    });
    return order;
}

/// Last round of each candidate, from 1; 0 for a candidate without rounds.
std::vector<size_t> last_rounds(const TuneResult& result) {
    std::vector<size_t> last(result.latest.size(), 0);
    for (size_t r = 0; r < result.rounds.size(); ++r)
        for (size_t i = 0; i < result.rounds[r].entered.size(); ++i)
            if (result.rounds[r].values[i]) last[result.rounds[r].entered[i]] = r + 1;
    return last;
}

/// "block 256, max_keys=16".
std::string config_words(const LaunchConfig& config) {
    const auto text = join({config.block == 0 ? "" : fmt::format("block {}", config.block),
                            parameters_text(parameters_of(config))});
    return text.empty() ? "its only configuration" : text;
}
}  // namespace

std::string tune_sentence(const TunedSort& sort, const TuneResult& result) {
    if (!result.best) return "Nothing could be measured.";
    auto text = fmt::format("Best: {}, {}.", config_words(sort.configs[*result.best]),
                            value_text(sort, result.latest[*result.best]->ns));
    if (sort.by_sectors) {
        text +=
            " By modelled sectors: the interpreter measures no times, and fewer sectors need not be faster.";
        const auto least = result.latest[*result.best]->ns;
        const auto equal =
            std::ranges::count_if(result.latest,
                                  [&](const auto& value) { return value && value->ns == least; }) -
            1;
        if (equal > 0)
            return text + fmt::format(" {} as few.",
                                      equal == 1 ? "One other moves" : fmt::format("{} others move", equal));
        if (result.next)
            text += fmt::format(" The next, {}, moves {}* times as many.",
                                config_words(sort.configs[*result.next]), format_ratio(result.margin->ratio));
        return text;
    }
    if (!result.next) return text + " There is no other.";
    return text +
           fmt::format(" The next, {}, takes {} times as long: {}. Certainty that no other is faster: {}.",
                       config_words(sort.configs[*result.next]), ratio_text(*result.margin),
                       name_of(*result.verdict), format_percent(std::floor(100 * result.certainty) / 100));
}

std::string tune_saving(const TunedSort& sort, const TuneResult& result) {
    if (sort.by_sectors && result.stopped)
        return fmt::format(
            "It was stopped before its end: {} of {} were modelled.",
            std::ranges::count_if(result.latest, [](const auto& value) { return value.has_value(); }),
            plural(sort.configs.size(), "configuration"));
    if (sort.by_sectors && sort.configs.size() == 1)
        return "The only configuration was modelled once; there was none to choose from.";
    if (sort.by_sectors)
        return fmt::format("Each of {} was modelled once; modelled values are exact, so none was skipped.",
                           plural(sort.configs.size(), "configuration"));
    if (sort.configs.size() == 1)
        return fmt::format("{} of the only configuration were measured; there was none to choose from{}.",
                           plural(result.trials, "trial"),
                           result.stopped ? ", and it was stopped before its end" : "");
    auto text = fmt::format(
        "{} of {} trials {}, {} saved; {} of {} were measured to the end.",
        format_grouped(int64_t(result.trials)), format_grouped(int64_t(result.all_trials)),
        sort.replayed ? "would have been measured" : "were measured", format_percent(result.saved_part()),
        result.to_the_end, plural(sort.configs.size(), "configuration"));
    if (result.stopped) text += " It was stopped before its end.";
    return text;
}

Table tune_table(const TunedSort& sort, const TuneResult& result) {
    const auto rounds = last_rounds(result);
    const auto latest = [&](size_t i) -> const auto& { return result.latest[i]; };
    const auto provenance = sort.by_sectors ? Provenance::modelled : Provenance::measured;
    Fields<size_t> fields{{make_column("block_threads", "Block", "block", 1000).names(),
                           [&](auto i) {
                               const auto block = sort.configs[i].block;
                               return block == 0 ? Cell{} : setting_cell(block);
                           }},
                          {text_column("Parameters", 950).names(),
                           [&](auto i) { return parameters_text(parameters_of(sort.configs[i])); }}};
    if (sort.by_sectors)
        fields.emplace_back(make_column("Sectors", 1000).in("sectors"), [&](auto i) {
            return latest(i) ? count_cell(int64_t(latest(i)->ns), provenance) : Cell{};
        });
    else
        append(fields, {{make_column("median_ns", "Median time", "median", 1000).in("ns"),
                         [&](auto i) { return latest(i) ? time_cell(latest(i)->ns) : Cell{}; }},
                        {make_column("interval_pct", "Interval", "median", "+-%", "%", 500,
                                     "Half the width of the median's interval."),
                         [&](auto i) {
                             if (!latest(i) || latest(i)->ns <= 0) return Cell{};
                             const auto& [low, high, level] = latest(i)->interval_ns;
                             return fixed_cell(50 * (high - low) / latest(i)->ns, 1, provenance);
                         }}});
    append(fields,
           {{make_column("ratio", "To the best", "to the", 900).under("best"),
             [&](auto i) { return fixed_cell(result.ratio_to_best(i), 3, provenance); }},
            {make_column("round", "Last halving", "last", 800, "Halving in which it was measured last.")
                 .under("halving"),
             [&](auto i) { return nonzero(rounds[i]); }},
            {make_column("Trials", 700, "All together."),
             [&](auto i) { return latest(i) ? cell_of(latest(i)->trials) : Cell{}; }}});
    return table_of(fields, order_of(result, rounds),
                    sort.by_sectors ? "By modelled sectors, the fewest first"
                                    : "Fastest first; candidates dropped early come last");
}
}
