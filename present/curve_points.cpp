// Curves as rows of a spreadsheet.
#include <array>

#include "present/cells.hpp"
#include "present/curves.hpp"

namespace sortscope::present {
namespace {

using analyzer::Curve;
using analyzer::CurvePoint;
using enum ConditionPart;

constexpr std::array<std::pair<ConditionPart, const char*>, 10> curve_point_parts{{{variant, "variant"},
                                                                                   {parameters, "parameters"},
                                                                                   {key, "key"},
                                                                                   {n, "n"},
                                                                                   {input, "input"},
                                                                                   {block, "block_threads"},
                                                                                   {device, "device"},
                                                                                   {backend, "backend"},
                                                                                   {cache, "cache_state"},
                                                                                   {time_mode, "time_mode"}}};

std::vector<Column> curve_point_columns() {
    std::vector<Column> columns;
    const auto name = [&](const char* id) {
        columns.push_back({.id = id, .title = id, .head = id, .align = Align::left, .names_row = true});
    };
    name("curve");
    for (const auto& [part, id] : curve_point_parts) name(id);
    name("uuid");
    name("run_id");
    name("case_id");
    const auto value = [&](const char* id, const char* unit) {
        columns.push_back({.id = id, .title = id, .head = id, .unit = unit});
    };
    value("median_ns", "ns");
    value("low_ns", "ns");
    value("high_ns", "ns");
    value("interval_level", "");
    value("spread_pct", "%");
    value("rate_mkeys_per_s", "Mkey/s");
    value("effective_gb_per_s", "GB/s");
    value("bound_gb_per_s", "GB/s");
    value("part_of_copy_pct", "%");
    value("cases_not_shown", "");
    value("cases_merged", "");
    return columns;
}

std::vector<Cell> curve_point_cells(const Curve& curve, const CurvePoint& point) {
    const bool blocks = curve.condition.free_parts().contains(block);
    const auto at = static_cast<std::int64_t>(point.x);
    std::vector<Cell> cells{text_cell(blocks ? "block_sweep" : "throughput")};
    for (const auto& [part, id] : curve_point_parts) {
        if (part == n)
            cells.push_back(count_cell(blocks ? static_cast<std::int64_t>(curve.condition.n) : at));
        else if (part == block && blocks)
            cells.push_back(count_cell(at));
        else if (const auto text = curve.condition.text(part); text.empty())
            cells.emplace_back();
        else
            cells.push_back(text_cell(text));
    }
    const auto& key_of_device = curve.condition.device;
    cells.push_back(key_of_device.has_uuid() ? text_cell(key_of_device.id) : Cell{});
    cells.push_back(count_cell(static_cast<std::int64_t>(point.run_id)));
    cells.push_back(count_cell(static_cast<std::int64_t>(point.case_id)));
    const auto of = curve.provenance;
    const auto& interval = point.interval_ns;
    const auto ns = [&](std::optional<double> value) { cells.push_back(time_cell(value, of)); };
    const auto figure = [&](std::optional<double> value) { cells.push_back(fixed_cell(value, 3, of)); };
    ns(point.median_ns);
    ns(interval           ? std::optional(interval->low)
       : point.medians_ns ? std::optional(point.medians_ns->first)
                          : std::nullopt);
    ns(interval           ? std::optional(interval->high)
       : point.medians_ns ? std::optional(point.medians_ns->second)
                          : std::nullopt);
    cells.push_back(interval ? fixed_cell(interval->level, 4) : Cell{});
    figure(point.spread ? std::optional(100 * *point.spread) : std::nullopt);
    figure(point.rate_mkeys_per_s);
    figure(point.effective_gb_per_s > 0 ? std::optional(point.effective_gb_per_s) : std::nullopt);
    figure(point.bound_gb_per_s);
    figure(point.part_of_copy ? std::optional(100 * *point.part_of_copy) : std::nullopt);
    cells.push_back(count_cell(static_cast<std::int64_t>(point.alternatives)));
    cells.push_back(count_cell(static_cast<std::int64_t>(point.cases)));
    return cells;
}

}  // namespace

Table curve_points(std::span<const Curve> curves) {
    Table table;
    table.columns = curve_point_columns();
    for (const auto& curve : curves)
        for (const auto& point : curve.points) table.row(curve_point_cells(curve, point));
    return table;
}

}  // namespace sortscope::present
