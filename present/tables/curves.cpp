#include "present/tables/curves.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/cells.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::present {
namespace {

using analyzer::Curve;
using analyzer::CurvePoint;

template <class Curves>
std::vector<Condition> conditions_of(const Curves& curves) {
    std::vector<Condition> conditions;
    for (const Curve& curve : curves) conditions.push_back(curve.condition);
    return conditions;
}

/// Shared parts go to the title, others to columns.
class Conditions {
 public:
    explicit Conditions(const std::vector<Curve>& curves)
        : columns_(conditions_of(curves), true, {"device", "backend"}) {
        for (const auto& curve : curves)
            several_runs_ = several_runs_ || curve.run_id != curves.front().run_id;
    }

    std::string title(const char* what) const {
        return fmt::format("{}{}{}; measured, keys / median time", what,
                           columns_.shared().empty() ? "" : ": ", columns_.shared());
    }

    const std::string& shared() const { return columns_.shared(); }

    /// `above`: a narrow terminal may show them above the curve's rows.
    void add_columns(std::vector<Column>& columns, bool above = false) const {
        const auto from = columns.size();
        columns_.add_columns(columns);
        if (several_runs_)
            columns.push_back(
                make_column("run_id", "Run", "run", 66, "Number of the run in its file.").names());
        for (auto i = from; i < columns.size(); ++i) columns[i].heads_group = above;
    }

    /// Blank after a curve's first point.
    std::vector<Cell> cells(const Curve& curve, bool first) const {
        auto cells = columns_.cells(curve.condition);
        if (several_runs_) cells.push_back(count_cell(static_cast<std::int64_t>(curve.run_id)));
        if (!first)
            for (auto& cell : cells) cell = blank_cell();
        return cells;
    }

 private:
    ConditionColumns columns_;
    bool several_runs_ = false;
};

Column time_column(int importance) {
    return make_column("median_ns", "Median time", "median", importance,
                       "Median of the accepted time trials; of several rounds the median of their medians.")
        .under("time")
        .in("ns");
}

Column rate_column() {
    return make_column("rate_mkeys_per_s", "Rate", "rate", 1000, "Keys over median time.").units("Mkey/s");
}

Column bar_column() {
    return make_column("bar", "Rate, drawn", "", 40, "The rate over the greatest.").left().bar(10).hidden();
}

/// "butterfly-minmax leaves minimum and maximum alone: ..."; empty if all curves are of sorts.
std::string less_than_sorted_note(const std::vector<Curve>& curves) {
    std::vector<std::string> said;
    for (const auto& curve : curves) {
        const auto& name = curve.condition.subject;
        const auto what = analyzer::less_than_sorted(curve.promise);
        if (auto text = fmt::format("{} ({})", name, what);
            !what.empty() && std::ranges::find(said, text) == said.end())
            said.push_back(std::move(text));
    }
    std::string text;
    for (const auto& one : said) text += (text.empty() ? "" : ", ") + one;
    return text.empty()
               ? text
               : fmt::format("Not sorts, by what they leave of the keys, and in no ranking: {}.", text);
}

/// One table for all curves, with bars on one scale.
Table curve_table(const char* what, const std::vector<Curve>& curves, const Column& x,
                  std::string_view advice) {
    Table table;
    if (curves.empty()) return table;
    const Conditions conditions(curves);
    double best = 0;
    for (const auto& curve : curves)
        for (const auto& point : curve.points) best = std::max(best, point.rate_mkeys_per_s);
    table.title = conditions.title(what);
    const bool by_n = x.id == "n";
    const Fields<CurvePoint> fields{
        {x,
         [by_n](const auto& point) {
             const auto at = static_cast<std::uint64_t>(point.x);
             return Cell{by_n ? format_count(at) : std::to_string(at), Number(at), {}};
         }},
        {time_column(80), [](const auto& point) { return time_cell(point.median_ns); }},
        {make_column("spread_pct", "Spread", "spread", 50,
                     "Interquartile range over median of all accepted time trials; nothing of a single one.")
             .units("%"),
         [](const auto& point) { return percent_cell(point.spread, 1); }},
        {make_column(
             "interval_pct", "Interval", "known", "+-%", "%", 55,
             "Half the width of the median's interval (99 %, or what few trials reach) over the median."),
         [](const auto& point) {
             const auto& known = point.interval_ns;
             return percent_cell(
                 known ? std::optional((known->high - known->low) / 2 / point.median_ns) : std::nullopt, 1);
         }},
        {rate_column(), [](const auto& point) { return rate_cell(point.rate_mkeys_per_s); }},
        {make_column("effective_gb_per_s", "Effective bandwidth", "eff.", 45,
                     "Each key read and written once, which any sort must do, over the median time.")
             .units("GB/s"),
         [](const auto& point) { return measured_cell(known(point.effective_gb_per_s), 1); }},
        {make_column("bound_gb_per_s", "Bandwidth of the passes", "passes", 48,
                     "Bytes that the algorithm's own passes must move over the median time.")
             .units("GB/s"),
         [](const auto& point) { return measured_cell(point.bound_gb_per_s, 0); }},
        {make_column("part_of_copy_pct", "Part of the copy bandwidth", "of", "copy %", "%", 58,
                     "That over the bandwidth of a copy, measured on the device: what the bound of the "
                     "passes leaves."),
         [](const auto& point) { return percent_cell(point.part_of_copy, 1); }},
        {bar_column(), [best](const auto& point) { return bar_cell(point.rate_mkeys_per_s / best); }}};
    conditions.add_columns(table.columns, true);
    add_columns(table.columns, fields);
    for (const auto& curve : curves) {
        if (!table.empty()) table.rule();
        for (const auto& point : curve.points) {
            auto cells = conditions.cells(curve, &point == &curve.points.front());
            add_cells(cells, fields, point);
            table.row(std::move(cells));
        }
    }
    if (auto note = repeats_note(curves, advice); !note.empty()) table.notes.push_back(std::move(note));
    if (auto note = less_than_sorted_note(curves); !note.empty()) table.notes.push_back(std::move(note));
    return table;
}

/// Curves from fastest to slowest, at the largest number of keys that two have.
Table ranking_table(const std::vector<Curve>& curves, std::string_view advice) {
    Table table;
    const auto ranked = analyzer::ranking(curves);
    if (ranked.empty()) return table;
    std::vector<Curve> shown;
    for (const auto& one : ranked) shown.push_back(*one.curve);
    const Conditions conditions(shown);
    table.title = fmt::format("Fastest first, at {} keys{}{}",
                              format_count(static_cast<std::uint64_t>(ranked.front().point->x)),
                              conditions.shared().empty() ? "" : ": ", conditions.shared());
    const Fields<analyzer::Ranked> fields{
        {time_column(70), [](const auto& one) { return time_cell(one.point->median_ns); }},
        {rate_column(), [](const auto& one) { return rate_cell(one.point->rate_mkeys_per_s); }},
        {make_column("part_of_fastest", "Of the fastest", "of the", 80, "The rate over the fastest's.")
             .under("fastest"),
         [](const auto& one) { return measured_cell(one.part_of_fastest, 3); }},
        {bar_column(), [](const auto& one) { return bar_cell(one.part_of_fastest); }}};
    conditions.add_columns(table.columns);
    add_columns(table.columns, fields);
    for (const auto& one : ranked) {
        auto cells = conditions.cells(*one.curve, true);
        add_cells(cells, fields, one);
        table.row(std::move(cells));
    }
    std::vector<const CurvePoint*> points;
    for (const auto& one : ranked) points.push_back(one.point);
    const bool of_runs =
        std::ranges::any_of(ranked, [](const auto& one) { return one.curve->run_id != RunId{}; });
    if (auto note = repeats_note(points, of_runs, advice); !note.empty())
        table.notes.push_back(std::move(note));
    return table;
}

/// A single point that differs from a longer curve in its block only belongs to a block sweep.
bool of_block_sweep(const Curve& curve, const std::vector<Curve>& curves) {
    const auto but_block = [](const Curve& one) { return one.condition.leaving_free({"n", "block"}); };
    return curve.points.size() == 1 && std::ranges::any_of(curves, [&](const Curve& other) {
               return other.points.size() > 1 && other.run_id == curve.run_id &&
                      but_block(other) == but_block(curve);
           });
}

}  // namespace

CurveTables curve_tables(const std::vector<Curve>& throughput, const std::vector<Curve>& block_sweeps,
                         std::string_view advice) {
    std::vector<Curve> curves;
    for (const auto& curve : throughput)
        if (!of_block_sweep(curve, throughput)) curves.push_back(curve);
    const Column keys{
        .id = "n", .title = "Keys", .head = "keys", .sentence = "Number of keys, N.", .importance = 1000};
    const Column blocks =
        make_column("block_threads", "Block", "block", 1000, "Threads of a block.").units("threads");
    return {curve_table("Throughput by number of keys", curves, keys, advice), ranking_table(curves, advice),
            curve_table("Throughput by block size", block_sweeps, blocks, advice)};
}

namespace {

std::string exponent(double log2_n) {
    const auto text = format_fixed(log2_n, 1);
    return "2^" + (text.ends_with(".0") ? text.substr(0, text.size() - 2) : text);
}

std::string crossing_text(const analyzer::CurvePair& pair) {
    if (pair.shared == 0) return "no size that both have";
    if (pair.clear == 0) return fmt::format("unclear at the {} that both have", plural(pair.shared, "size"));
    if (pair.crossings.empty())
        return fmt::format("no crossing: {} at {} of {} sizes{}", *pair.first_wins_last ? "slower" : "faster",
                           pair.clear, pair.shared,
                           pair.clear == pair.shared ? "" : ", unclear at the others");
    std::string text;
    for (const auto& one : pair.crossings)
        text += fmt::format("{}{} at {} (between {} and {})", text.empty() ? "" : ", ",
                            one.first_wins ? "overtaken" : "overtakes", exponent(one.log2_n),
                            exponent(one.clear_below), exponent(one.clear_above));
    return text;
}

}  // namespace

std::vector<Table> crossing_tables(std::span<const analyzer::CurvePair> pairs) {
    std::vector<Table> tables;
    for (std::size_t from = 0; from < pairs.size();) {
        std::vector<Curve> others;
        auto to = from;
        for (; to < pairs.size() && pairs[to].first == pairs[from].first; ++to)
            others.push_back(*pairs[to].second);
        const auto& fastest = *pairs[from].first;
        const Conditions conditions(others);
        auto& table = tables.emplace_back();
        table.title =
            fmt::format("Against {}, the fastest at the largest size", fastest.condition.label({"device"}));
        conditions.add_columns(table.columns);
        table.columns.push_back(make_column("crossing", "Crossing", "as the number of keys grows", 1000,
                                            "Where the fastest overtakes it, or it the fastest.")
                                    .left()
                                    .wrap(30));
        for (auto i = from; i < to; ++i) {
            auto cells = conditions.cells(*pairs[i].second, true);
            cells.push_back(text_cell(crossing_text(pairs[i])));
            table.row(std::move(cells));
        }
        from = to;
    }
    return tables;
}

namespace {

/// "1 point shows", "2 points show".
std::string counted(std::size_t points, const char* one, const char* several) {
    return points == 1 ? std::string("1 point ") + one : fmt::format("{} points {}", points, several);
}

/// "2", or "up to 5".
std::string most_of(const std::vector<std::size_t>& counts) {
    const auto [least, most] = std::ranges::minmax(counts);
    return least == most ? std::to_string(most) : fmt::format("up to {}", most);
}

}  // namespace

std::string repeats_note(std::span<const CurvePoint* const> points, bool of_runs, std::string_view advice) {
    std::vector<std::size_t> chosen, merged;
    for (const auto* point : points) {
        if (point->alternatives > 0) chosen.push_back(point->alternatives + 1);
        if (point->cases > 1) merged.push_back(point->cases);
    }
    std::string text;
    if (!merged.empty())
        text = fmt::format(
            "{} merged of {} cases of one condition: the median of their medians; spread is of those "
            "medians.",
            counted(merged.size(), "is", "are"), most_of(merged));
    if (chosen.empty()) return text;
    const auto note = fmt::format("{} the newest of {} cases of one condition",
                                  counted(chosen.size(), "shows", "show"), most_of(chosen));
    return note + (of_runs ? " within a run." : advice.empty() ? "." : fmt::format("; {}.", advice));
}

std::string repeats_note(std::span<const Curve> curves, std::string_view advice) {
    std::vector<const CurvePoint*> points;
    bool of_runs = false;
    for (const auto& curve : curves) {
        of_runs = of_runs || curve.run_id != RunId{};
        for (const auto& point : curve.points) points.push_back(&point);
    }
    return repeats_note(points, of_runs, advice);
}

namespace {

using analyzer::Curve;
using analyzer::CurvePoint;

constexpr std::array<std::pair<std::string_view, const char*>, 10> curve_point_parts{
    {{"variant", "variant"},
     {"parameters", "parameters"},
     {"key", "key"},
     {"n", "n"},
     {"input", "input"},
     {"block", "block_threads"},
     {"device", "device"},
     {"backend", "backend"},
     {"cache", "cache_state"},
     {"time-mode", "time_mode"}}};

}  // namespace

const Fields<CurvePoint>& curve_point_fields() {
    const auto plain = [](const char* id, const char* unit = "") { return make_column(id, id, id).in(unit); };
    /// Of merged cases the least and greatest median.
    const auto end = [](double Interval::*of_interval, double std::pair<double, double>::*of_medians) {
        return [=](const CurvePoint& point) {
            if (point.interval_ns) return time_cell((*point.interval_ns).*of_interval);
            return point.medians_ns ? time_cell((*point.medians_ns).*of_medians) : Cell{};
        };
    };
    static const Fields<CurvePoint> fields{
        {plain("run_id").left().names(), &CurvePoint::run_id},
        {plain("case_id").left().names(), &CurvePoint::case_id},
        {plain("median_ns", "ns"), [](const auto& point) { return time_cell(point.median_ns); }},
        {plain("low_ns", "ns"), end(&Interval::low, &std::pair<double, double>::first)},
        {plain("high_ns", "ns"), end(&Interval::high, &std::pair<double, double>::second)},
        {plain("interval_level"),
         [](const auto& point) {
             return point.interval_ns ? fixed_cell(point.interval_ns->level, 4) : Cell{};
         }},
        {plain("spread_pct", "%"), [](const auto& point) { return percent_cell(point.spread, 3); }},
        {plain("rate_mkeys_per_s", "Mkey/s"),
         [](const auto& point) { return measured_cell(point.rate_mkeys_per_s, 3); }},
        {plain("effective_gb_per_s", "GB/s"),
         [](const auto& point) { return measured_cell(known(point.effective_gb_per_s), 3); }},
        {plain("bound_gb_per_s", "GB/s"),
         [](const auto& point) { return measured_cell(point.bound_gb_per_s, 3); }},
        {plain("part_of_copy_pct", "%"),
         [](const auto& point) { return percent_cell(point.part_of_copy, 3); }},
        {plain("cases_not_shown"), &CurvePoint::alternatives},
        {plain("cases_merged"), &CurvePoint::cases}};
    return fields;
}

Table curve_points(std::span<const Curve> curves) {
    Table table;
    const auto name = [&](const char* id) {
        table.columns.push_back(make_column(id, id, id).left().names());
    };
    name("curve");
    for (const auto& [part, id] : curve_point_parts) name(id);
    name("uuid");
    add_columns(table.columns, curve_point_fields());
    for (const auto& curve : curves)
        for (const auto& point : curve.points) {
            const bool blocks = curve.condition.is_free("block");
            const auto at = static_cast<std::uint64_t>(point.x);
            std::vector<Cell> cells{text_cell(blocks ? "block_sweep" : "throughput")};
            for (const auto& [part, id] : curve_point_parts)
                cells.push_back(part == "n"                 ? cell_of(blocks ? curve.condition.keys() : at)
                                : part == "block" && blocks ? cell_of(at)
                                                            : cell_of(curve.condition.text(part)));
            const auto& device = curve.condition.device;
            cells.push_back(device.has_uuid() ? text_cell(device.id) : Cell{});
            add_cells(cells, curve_point_fields(), point);
            table.row(std::move(cells));
        }
    return table;
}

}  // namespace sortscope::present
