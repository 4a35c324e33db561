#include <fmt/core.h>

#include "present/tables/compare.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::present {
using namespace analyzer;

namespace {
std::string row_place(const SpeedupRow& row) {
    const std::string place = row.best ? "best" : row.worst ? "worst" : "";
    return row.is_base ? join({"base", place}) : place;
}

/// "1.448"; "2.59e-4" for a CPU against a GPU.
std::string factor_text(double factor) {
    return factor < 0.1 ? format_significant(factor, 3) : format_ratio(factor);
}

std::string factor_interval(const SpeedupRow& row) {
    return row.is_base ? std::string()
                       : factor_text(row.interval.low) + " .. " + factor_text(row.interval.high);
}

Cell speedup_cell(double factor) { return {factor_text(factor), Number(factor), Provenance::measured}; }

/// Omits the backend: the device implies it.
Condition without_backend(const SpeedupRow& row) { return row.condition.leaving_free({"backend"}); }

std::vector<const SpeedupRow*> all_rows(const Speedups& speedups) {
    std::vector<const SpeedupRow*> rows;
    for (const auto& size : speedups.sizes)
        for (const auto& row : size.rows) rows.push_back(&row);
    return rows;
}

Fields<SpeedupRow> speedup_fields() {
    return {{make_column("time_ns", "Time", "time", "", "ns", 90, "Median time, as compare has it."),
             &SpeedupRow::time, &TimeEstimate::ns, time_cell},
            {make_column("base_ns", "Time of the base", "base", "time", "ns", 40,
                         "In the same mode, if both have one."),
             &SpeedupRow::base_ns, time_cell},
            {make_column("Speedup", 1000, "Time of the base / time of the variant."), &SpeedupRow::factor,
             speedup_cell},
            {text_column("Interval", 170, "Of the speedup, 99 %."), factor_interval},
            {make_column("speedup_low", "Speedup, at least", "", 0, "Lower end of the interval."),
             &SpeedupRow::interval, &Interval::low, measured_with(4)},
            {make_column("speedup_high", "Speedup, at most", "", 0, "Upper end of the interval."),
             &SpeedupRow::interval, &Interval::high, measured_with(4)},
            {make_column("interval_level", "Level", "", 0, "Of the interval.").hidden(),
             &SpeedupRow::interval, &Interval::level, fixed_with(4)},
            {text_column("Verdict", 900, "Against the base."),
             [](const auto& row) { return row.is_base ? "" : name_of(row.verdict); }},
            {text_column("place", "Place", "", 950, "The best and the worst at this size, and the base."),
             row_place},
            {case_id_column(35), &SpeedupRow::from, &Compared::record, &CaseRecord::id}};
}

void add_notes(Table& table, const Speedups& speedups, const std::string& base) {
    table.note(
        fmt::format("Speedups are times of {} / times of the variant, with intervals of 99 %: above 1 the "
                    "variant is faster. Each variant is shown by its fastest parameters and block.",
                    base));
    std::set<TimeMode> modes;
    size_t few = 0, single = 0;
    for (const auto* row : all_rows(speedups)) {
        modes.insert(row->time.mode);
        single += row->interval.level <= 0;
        few += row->interval.level > 0 && row->interval.level < interval_level;
    }
    if (few > 0) table.note("Too few trials for an interval of 99 %: " + plural(few, "speedup") + ".");
    if (single > 0)
        table.note("A single trial, so the interval is the usual difference between processes: " +
                   plural(single, "speedup") + ".");
    if (modes.contains(TimeMode::host) && modes.size() > 1)
        table.note("Host times are those of CPU sorts. They are compared with GPU times.");
    if (!speedups.left_out.empty())
        table.note(fmt::format("Left out, with no size, input and output in common with {}: {}.", base,
                               join(speedups.left_out)));
}
}  // namespace

Table speedup_table(const Speedups& speedups, const std::string& base) {
    const auto rows = all_rows(speedups);
    if (rows.empty()) return {};
    const ConditionColumns columns(mapped(rows, [](const auto* row) { return without_backend(*row); }), true,
                                   {"backend"});
    auto fields = columns.fields<SpeedupRow>(without_backend);
    append(fields, speedup_fields());
    auto table = table_of(fields, rows, columns.titled("Speedup over " + base) + "; measured");
    add_notes(table, speedups, base);
    return table;
}

Table speedup_rows(const Speedups& speedups) {
    Fields<SpeedupRow> fields;
    for (const auto& part : plain_condition_fields())
        fields.emplace_back(part.column, &SpeedupRow::condition, part.cell);
    fields.emplace_back("time_mode", &SpeedupRow::time, &TimeEstimate::mode);
    append(fields, speedup_fields());
    std::erase_if(fields, [](const auto& field) { return field.column.id == "interval"; });
    return table_of(fields, all_rows(speedups));
}

Table speedup_summary(const Speedups& speedups, const std::string& base) {
    const auto& sizes = speedups.sizes;
    if (sizes.empty()) return {};
    const ConditionColumns columns(mapped(sizes, &SizeSpeedup::condition), false, {"backend"});
    auto fields = columns.fields<SizeSpeedup>(&SizeSpeedup::condition);
    fields.emplace_back(make_column("base_ns", "Time of the base", "base", "time", "ns", 165, "Median time."),
                        [](const auto& size) {
                            return time_cell(std::ranges::find_if(size.rows, &SpeedupRow::is_base)->time.ns);
                        });
    const auto add = [&](const std::string& name, const std::string& title, bool last, int importance) {
        const auto row = [last](const SizeSpeedup& size) {
            return last ? &size.rows.back() : &size.rows.front();
        };
        append(fields, {{text_column(name, title, name, 1000, "Its fastest parameters and block."), row,
                         &SpeedupRow::condition, &Condition::subject},
                        {make_column(name + "_speedup", "Speedup of the " + name, "speedup", importance,
                                     "Time of the base / its time."),
                         row, &SpeedupRow::factor, speedup_cell},
                        {text_column(name + "_interval", "Interval of the " + name, "interval",
                                     importance - 850, "Of the speedup, 99 %."),
                         row, factor_interval}});
    };
    add("best", "The fastest", false, 980);
    add("worst", "The slowest", true, 970);
    append(fields, {{make_column("Variants", 60, "Compared with the base."),
                     [](const auto& size) { return size.rows.size() - 1; }},
                    {make_column("faster", "Faster than the base", "faster", 70, "With that verdict."),
                     [](const auto& size) {
                         return std::ranges::count(size.rows, Verdict::faster, &SpeedupRow::verdict);
                     }}});
    auto table = table_of(fields, sizes, columns.titled("Speedup over " + base) + "; measured");
    add_notes(table, speedups, base);
    return table;
}

namespace {
/// "2^19.4".
std::string exponent(double log2_n) {
    const auto text = format_fixed(log2_n, 1);
    return "2^" + (text.ends_with(".0") ? text.substr(0, text.size() - 2) : text);
}
}  // namespace

std::string crossing_text(const Crossings& crossings) {
    if (crossings.shared == 0) return "no size that both have";
    if (crossings.clear == 0)
        return fmt::format("unclear at the {} that both have", plural(crossings.shared, "size"));
    if (crossings.crossings.empty())
        return fmt::format("no crossing: {} at {} of {} sizes{}",
                           *crossings.first_wins_last ? "slower" : "faster", crossings.clear,
                           crossings.shared,
                           crossings.clear == crossings.shared ? "" : ", neither at the rest");
    return join(crossings.crossings, ", ", [](const auto& one) {
        return fmt::format("{} at {} (between {} and {})", one.first_wins ? "overtaken" : "overtakes",
                           exponent(one.log2_n), exponent(one.clear_below), exponent(one.clear_above));
    });
}

Table crossing_table(std::span<const SideCrossings> crossings, const std::string& base) {
    if (crossings.empty()) return {};
    std::set<std::string> devices;
    for (const auto& one : crossings) devices.insert(one.condition.text("device"));
    devices.erase("");  // "": a CPU compared with a GPU
    const auto condition = [several = devices.size() > 1](const SideCrossings& one) {
        return one.condition.leaving_free(several ? PartNames{"backend"} : PartNames{"backend", "device"});
    };
    const ConditionColumns columns(mapped(crossings, condition), false, {"backend"});
    Fields<SideCrossings> fields{
        {text_column("other", "Compared", "", 1000, "What the base is compared with."),
         &SideCrossings::other}};
    append(fields, columns.fields<SideCrossings>(condition));
    fields.emplace_back(
        text_column("crossing", "Crossing", "as the number of keys grows", 1000,
                    "Where it overtakes the base, or the base it.")
            .wrap(30),
        [](const SideCrossings& one) { return fmt::format("{}{}", crossing_text(one), words_of(one.per)); });
    return table_of(fields, crossings, columns.titled("Crossings with " + base));
}
}
