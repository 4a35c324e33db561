#include "present/tables/curves.hpp"

#include <fmt/core.h>

#include "present/tables/compare.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::present {
using namespace analyzer;

namespace {
/// Columns for parts in which curves differ, then `more`.
template <class T, class CurveOf>
Fields<T> with_conditions(const ConditionColumns& columns, const std::vector<Curve>& curves,
                          const CurveOf& curve_of, Fields<T> more) {
    auto fields =
        columns.fields<T>([curve_of](const T& row) -> const Condition& { return curve_of(row).condition; });
    if (std::ranges::any_of(curves, [&](const Curve& one) { return one.run_id != curves.front().run_id; }))
        fields.emplace_back(make_column("run_id", "Run", "run", 66, "Number of the run in its file.").names(),
                            [curve_of](const T& row) { return curve_of(row).run_id; });
    append(fields, std::move(more));
    return fields;
}

ConditionColumns columns_of(const std::vector<Curve>& curves) {
    return {mapped(curves, &Curve::condition), true, {"device", "backend"}};
}

Column rate_column() {
    return make_column("rate_mkeys_per_s", "Rate", "rate", 1000, "Keys over median time.").units("Mkey/s");
}

Column bar_column() {
    return make_column("bar", "Rate, drawn", "", 40, "The rate over the greatest.").left().bar(10).hidden();
}

double half_width(const Interval& interval) { return (interval.high - interval.low) / 2; }

std::string less_than_sorted_note(const std::vector<Curve>& curves) {
    std::vector<std::string> said;
    for (const auto& curve : curves)
        if (const auto what = less_than_sorted(curve.promise); !what.empty())
            if (auto text = fmt::format("{} ({})", curve.condition.subject, what); !contains(said, text))
                said.push_back(std::move(text));
    return said.empty() ? std::string()
                        : fmt::format("Not ranked, because they do not sort all keys: {}.", join(said));
}

Table curve_table(const std::string& what, const std::vector<Curve>& curves, const Column& x,
                  std::string_view advice) {
    if (curves.empty()) return {};
    const auto columns = columns_of(curves);
    double best = 0;
    for (const auto& curve : curves)
        for (const auto& point : curve.points) best = std::max(best, point.rate_mkeys_per_s);
    const bool by_n = x.id == "n";
    Table table{.title = columns.titled(what) + "; measured, keys / median time"};
    const auto conditions = with_conditions<Curve>(columns, curves, std::identity(), {});
    add_columns(table.columns, conditions);
    for (auto& column : table.columns) column.heads_group = true;
    const Fields<CurvePoint> fields{
        {x,
         [by_n](const auto& point) {
             const auto at = uint64_t(point.x);
             if (double(at) != point.x) return Cell{fmt::format("{}", point.x), Number(point.x), {}};
             return Cell{by_n ? format_count(at) : std::to_string(at), Number(at), {}};
         }},
        {median_column(80), &CurvePoint::median_ns, time_cell},
        {spread_column(50), &CurvePoint::spread, percent_with(1)},
        {make_column(
             "interval_pct", "Interval", "median", "+-%", "%", 55,
             "Half the width of the median's interval (99 %, or what few trials reach) over the median."),
         [](const auto& point) {
             return point.interval_ns ? percent_cell(half_width(*point.interval_ns) / point.median_ns, 1)
                                      : Cell{};
         }},
        {rate_column(), &CurvePoint::rate_mkeys_per_s, rate_cell},
        {make_column("effective_gb_per_s", "Effective bandwidth", "eff.", 45,
                     "Each key read and written once, which any sort must do, over the median time.")
             .units("GB/s"),
         &CurvePoint::effective_gb_per_s, nonzero, measured_with(1)},
        {make_column("bound_gb_per_s", "Bandwidth of the passes", "needed", 48,
                     "Bytes that the algorithm's own passes must move over the median time.")
             .units("GB/s"),
         &CurvePoint::required_gb_per_s, measured_with(0)},
        {make_column("part_of_copy_pct", "Part of the copy bandwidth", "of", "copy %", "%", 58,
                     "That over the bandwidth of a copy, measured on the device: what the bound of the "
                     "passes leaves."),
         &CurvePoint::part_of_copy, percent_with(1)},
        {bar_column(), [best](const auto& point) { return bar_cell(point.rate_mkeys_per_s / best); }}};
    add_columns(table.columns, fields);
    for (const auto& curve : curves) {
        if (!table.empty()) table.rule();
        auto names = cells_of(conditions, curve);
        for (const auto& point : curve.points) {
            table.row(cells_of(fields, point, names));
            std::ranges::fill(names, blank_cell());  // the first row names the curve
        }
    }
    table.note(repeats_note(curves, advice));
    table.note(less_than_sorted_note(curves));
    return table;
}

/// Ranks curves at the largest size that two curves share.
Table ranking_table(const std::vector<Curve>& curves, std::string_view advice) {
    const auto ranked = ranking(curves);
    if (ranked.empty()) return {};
    const auto shown = mapped(ranked, [](const Ranked& one) { return *one.curve; });
    const auto points = mapped(ranked, &Ranked::point);
    const auto columns = columns_of(shown);
    const auto fields = with_conditions<Ranked>(
        columns, shown, [](const Ranked& one) -> const Curve& { return *one.curve; },
        {{median_column(70), &Ranked::point, &CurvePoint::median_ns, time_cell},
         {rate_column(), &Ranked::point, &CurvePoint::rate_mkeys_per_s, rate_cell},
         {make_column("part_of_fastest", "Of the fastest", "of the", 80, "The rate over the fastest's.")
              .under("fastest"),
          &Ranked::part_of_fastest, measured_with(3)},
         {bar_column(), &Ranked::part_of_fastest, bar_cell}});
    auto table = table_of(
        fields, ranked,
        columns.titled(fmt::format("Fastest first, at {} keys", format_count(uint64_t(points.front()->x)))));
    const bool of_runs = std::ranges::any_of(shown, [](const Curve& one) { return one.run_id != RunId{}; });
    table.note(repeats_note(points, of_runs, advice));
    return table;
}

/// Returns whether `curve` is one point, and a longer curve differs in the block only.
bool of_block_sweep(const Curve& curve, const std::vector<Curve>& curves) {
    const auto but_block = [](const Curve& one) {
        return one.condition.leaving_free({"n", "block", "output"});
    };
    return curve.points.size() == 1 && std::ranges::any_of(curves, [&](const Curve& other) {
               return other.points.size() > 1 && other.run_id == curve.run_id &&
                      but_block(other) == but_block(curve);
           });
}
}  // namespace

CurveTables curve_tables(const std::vector<Curve>& throughput, const std::vector<Curve>& sweeps,
                         std::string_view advice, const std::string& over) {
    auto curves = throughput;
    std::erase_if(curves, [&](const Curve& curve) { return of_block_sweep(curve, throughput); });
    const Column keys{
        .id = "n", .title = "Keys", .head = "n", .sentence = "Number of keys, N.", .importance = 1000};
    const bool blocks = over == "block";
    const Column swept =
        blocks ? make_column("block_threads", "Block", "block", 1000, "Threads of a block.").units("threads")
               : make_column(over, over, over, 1000, "What is swept over.");
    return {curve_table("Throughput by number of keys", curves, keys, advice), ranking_table(curves, advice),
            curve_table("Throughput by " + (blocks ? "block size" : over), sweeps, swept, advice)};
}

std::vector<Table> crossing_tables(std::span<const CurvePair> pairs) {
    std::vector<Table> tables;
    while (!pairs.empty()) {
        const auto end = std::ranges::find_if(
            pairs, [&](const CurvePair& one) { return one.first != pairs.front().first; });
        const auto rows = pairs.first(size_t(end - pairs.begin()));
        pairs = pairs.subspan(rows.size());
        const auto others = mapped(rows, [](const CurvePair& one) { return *one.second; });
        const auto columns = columns_of(others);
        const auto fields = with_conditions<CurvePair>(
            columns, others, [](const CurvePair& pair) -> const Curve& { return *pair.second; },
            {{text_column("crossing", "Crossing", "as the number of keys grows", 1000,
                          "Where the fastest overtakes it, or it the fastest.")
                  .wrap(30),
              crossing_text}});
        tables.push_back(table_of(fields, rows,
                                  fmt::format("Against {}, the fastest at the largest size",
                                              rows.front().first->condition.label({"device"}))));
    }
    return tables;
}

namespace {
std::string counted(size_t points, const char* one, const char* several) {
    return points == 1 ? std::string("1 point ") + one : fmt::format("{} points {}", points, several);
}

/// "2", or "up to 5".
std::string most_of(const std::vector<size_t>& counts) {
    const auto [least, most] = std::ranges::minmax(counts);
    return least == most ? std::to_string(most) : fmt::format("up to {}", most);
}
}  // namespace

std::string repeats_note(std::span<const CurvePoint* const> points, bool of_runs, std::string_view advice) {
    std::vector<size_t> chosen, merged;
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

const Fields<CurvePoint>& curve_point_fields() {
    /// Least or greatest median of merged cases.
    const auto end = [](double Interval::*of_interval, double std::pair<double, double>::*of_medians) {
        return [=](const CurvePoint& point) {
            if (point.interval_ns) return time_cell((*point.interval_ns).*of_interval);
            return point.medians_ns ? time_cell((*point.medians_ns).*of_medians) : Cell{};
        };
    };
    static const Fields<CurvePoint> fields{
        {"run_id", &CurvePoint::run_id},
        {"case_id", &CurvePoint::case_id},
        {"median_ns", &CurvePoint::median_ns, time_cell},
        {"low_ns", end(&Interval::low, &std::pair<double, double>::first)},
        {"high_ns", end(&Interval::high, &std::pair<double, double>::second)},
        {"interval_level", &CurvePoint::interval_ns, &Interval::level, fixed_with(4)},
        {plain_column("spread_pct", "%"), &CurvePoint::spread, percent_with(3)},
        {plain_column("rate_mkeys_per_s", "Mkey/s"), &CurvePoint::rate_mkeys_per_s, measured_with(3)},
        {plain_column("effective_gb_per_s", "GB/s"), &CurvePoint::effective_gb_per_s, nonzero,
         measured_with(3)},
        {plain_column("bound_gb_per_s", "GB/s"), &CurvePoint::required_gb_per_s, measured_with(3)},
        {plain_column("part_of_copy_pct", "%"), &CurvePoint::part_of_copy, percent_with(3)},
        {"cases_not_shown", &CurvePoint::alternatives},
        {"cases_merged", &CurvePoint::cases}};
    return fields;
}

Table curve_points(std::span<const Curve> curves) {
    const auto parts = plain_condition_fields();
    Table table;
    table.columns.push_back(plain_column("curve"));
    add_columns(table.columns, parts);
    for (const char* id : {"time_mode", "uuid"}) table.columns.push_back(plain_column(id));
    add_columns(table.columns, curve_point_fields());
    for (const auto& curve : curves)
        for (const auto& point : curve.points) {
            const auto& condition = curve.condition;
            const bool blocks = condition.is_free("block"), keys = condition.is_free("n");
            const auto free = condition.free_parts();
            const auto axis = std::ranges::find_if(free, [](const auto& name) { return name != "output"; });
            std::vector<Cell> cells{text_cell(blocks ? "block_sweep" : keys ? "throughput" : "sweep")};
            for (const auto& part : parts)
                if (part.column.id == (blocks ? "block_threads" : keys ? "n" : ""))
                    cells.push_back(cell_of(uint64_t(point.x)));
                else if (!blocks && !keys && part.column.id == "parameters")
                    cells.push_back(
                        text_cell(join({part.cell(condition).text, fmt::format("{}={}", *axis, point.x)})));
                else
                    cells.push_back(part.cell(condition));
            cells.push_back(text_cell(condition.text("time-mode")));
            cells.push_back(condition.device.has_uuid() ? text_cell(condition.device.id) : Cell{});
            table.row(cells_of(curve_point_fields(), point, std::move(cells)));
        }
    return table;
}
}
