#include "present/charts/matrix.hpp"

#include <algorithm>
#include <vector>

#include <fmt/core.h>

#include "analyzer/timing/difference.hpp"
#include "core/text.hpp"
#include "present/cells.hpp"
#include "present/charts/notes.hpp"
#include "present/provenance.hpp"
#include "present/tables/matrix.hpp"

namespace sortscope::present {
namespace {

/// The longest time has three digits.
TimeScale cell_scale(double largest_ns) {
    static constexpr TimeScale units[] = {{"ns", 1, 0}, {"us", 1e3, 0}, {"ms", 1e6, 0}, {"s", 1e9, 0}};
    auto scale = units[0];
    for (const auto& unit : units)
        if (largest_ns >= unit.ns) scale = unit;
    const double largest = largest_ns / scale.ns;
    if (scale.ns > 1) scale.decimals = largest < 10 ? 2 : largest < 100 ? 1 : 0;
    return scale;
}

/// One map a block, all with the stages of all as rows. A block without cells gives a chart without a map.
std::vector<Chart> block_charts(const std::string& title, const std::vector<HeatCells>& blocks) {
    std::set<std::int64_t> stages;
    for (const auto& block : blocks)
        for (const auto& [place, cell] : block) stages.insert(place.first);
    std::vector<Chart> charts;
    for (const auto& block : blocks) {
        auto& chart = charts.emplace_back();
        chart.title = title;
        if (block.empty()) continue;
        chart.x.title = "substage";
        chart.y.title = "stage";
        lay_cells(chart, block, stages, [](std::int64_t stage) { return std::to_string(stage); });
    }
    return charts;
}

std::string value_text(const Metric& metric, const MetricValue& value) {
    const auto number =
        &metric == &time_metric()
            ? format_time_ns(value.value.as_double())
            : format_value(metric, value.value) + (metric.unit.empty() ? "" : " " + std::string(metric.unit));
    return fmt::format("{} ({})", number, name_of(value.provenance));
}

}  // namespace

void lay_cells(Chart& chart, const HeatCells& cells, const std::set<std::int64_t>& rows,
               const std::function<std::string(std::int64_t)>& row_name) {
    std::set<std::int64_t> columns;
    for (const auto& [place, cell] : cells) columns.insert(place.second);
    chart.x.scale = chart.y.scale = Scale::categories;
    for (const auto column : columns) chart.x.ticks.push_back(std::to_string(column));
    auto& heat = chart.heat.emplace();
    for (const auto row : rows) {
        chart.y.ticks.push_back(row_name(row));
        for (const auto column : columns) {
            const auto found = cells.find({row, column});
            const auto cell = found == cells.end() ? HeatCell{} : found->second;
            heat.values.push_back(found == cells.end() ? std::nullopt : std::optional(cell.value));
            heat.texts.push_back(cell.text);
            heat.hints.push_back(cell.hint);
        }
    }
}

Chart matrix_chart(const analyzer::StageMatrix& matrix) {
    return matrices_chart(std::vector<MatrixCase>{{nullptr, matrix}});
}

Chart matrices_chart(std::span<const MatrixCase> cases) {
    if (cases.empty()) return {};
    const auto& metric = *cases.front().matrix.metric;
    const auto title = fmt::format("{} by stage and substage", metric.title);
    Extent extent;
    std::set<Provenance> sources;
    for (const auto& one : cases)
        for (const auto& [place, value] : one.matrix.cells) {
            extent.add(value.value.as_double());
            sources.insert(value.provenance);
        }
    if (sources.empty()) {
        Chart chart;
        chart.title = title;
        chart.empty_text = no_matrix_sentence(metric);
        return chart;
    }
    const bool time = &metric == &time_metric();
    const auto scale = time ? cell_scale(extent.largest) : TimeScale{};
    const std::string unit(time ? scale.unit : metric.unit);
    std::vector<HeatCells> blocks;
    for (const auto& one : cases) {
        auto& block = blocks.emplace_back();
        for (const auto& [place, value] : one.matrix.cells) {
            const double number = value.value.as_double() / scale.ns;
            auto text = time ? format_fixed(number, scale.decimals) : format_value(metric, value.value);
            auto hint = fmt::format("stage {}, substage {}\n{}: {} {} ({})", place.first, place.second,
                                    metric.title, text, unit, name_of(value.provenance));
            block[place] = {number, std::move(text), std::move(hint)};
        }
    }
    const auto charts = block_charts(title, blocks);
    auto chart = cases.size() == 1 ? charts.front() : heat_charts_beside(charts, overlay_names_of(cases));
    chart.colour = value_colours(extent.least / scale.ns, extent.largest / scale.ns, unit,
                                 titled(metric.title, unit, sources));
    return chart;
}

Chart matrix_ratio_chart(std::span<const MatrixCase> cases) {
    if (cases.empty()) return {};
    if (cases.size() == 1) return matrices_chart(cases);
    const auto& metric = *cases.front().matrix.metric;
    const auto& base_cells = cases.front().matrix.cells;
    const auto names = overlay_names_of(cases);
    std::vector<HeatCells> blocks;
    std::vector<std::string> drawn, without;
    double furthest = 1;
    bool apart = false, zero = false;
    std::set<Provenance> sources;
    for (std::size_t i = 1; i < cases.size(); ++i) {
        auto& block = blocks.emplace_back();
        std::size_t met = 0;
        for (const auto& [place, value] : cases[i].matrix.cells) {
            const auto base = base_cells.find(place);
            if (base == base_cells.end()) {
                apart = true;
                continue;
            }
            ++met;
            const auto ratio = analyzer::ratio_to(base->second, value);
            if (!ratio || *ratio <= 0) {
                zero = true;  // a logarithmic scale has no such multiple
                continue;
            }
            sources.insert({base->second.provenance, value.provenance});
            furthest = std::max({furthest, *ratio, 1 / *ratio});
            block[place] = {
                *ratio, format_fixed(*ratio, 2),
                fmt::format("stage {}, substage {}\n{}: {} of {}\n{}: {}\n{}: {}", place.first, place.second,
                            metric.title, format_ratio(*ratio), names[0], names[i], value_text(metric, value),
                            names[0], value_text(metric, base->second))};
        }
        apart = apart || met < base_cells.size();
        (block.empty() ? without : drawn).push_back(names[i]);
    }
    const auto title = fmt::format("{} by stage and substage, compared", metric.title);
    if (drawn.empty()) {
        Chart chart;
        chart.title = title;
        chart.empty_text = fmt::format(
            "No stage and substage of {} has a value of \u201c{}\u201d that one of {} could be compared "
            "with. Draw them beside each other, or choose another measure.",
            join(without, "; "), metric.title, names[0]);
        return chart;
    }
    auto chart = heat_charts_beside(block_charts(title, blocks), std::span(names).subspan(1));
    chart.colour = ratio_colours(
        furthest, titled(fmt::format("{}, times that of {}", metric.title, names[0]), {}, sources));
    chart.note = fmt::format("{}{}, as a multiple of {}.", drawn.size() > 1 ? "From left to right: " : "",
                             join(drawn, "; "), names[0]);
    if (apart || zero)
        chart.note +=
            fmt::format(" What {} is left out.", !zero    ? "one of them alone has"
                                                 : !apart ? "is 0 in one of them"
                                                          : "one of them alone has, or is 0 in one,");
    if (!without.empty()) chart.note += fmt::format(" Nothing alike in {}.", join(without, "; "));
    return chart;
}

Chart heat_charts_beside(std::span<const Chart> charts, std::span<const std::string> names) {
    if (charts.empty()) return {};
    // The first map gives title, axes and rows; the case shown may have none.
    const auto first = std::ranges::find_if(charts, [](const Chart& one) { return one.heat.has_value(); });
    if (first == charts.end()) return charts.front();
    auto chart = *first;
    chart.x.ticks.clear();
    auto& heat = chart.heat.emplace();
    std::vector<std::string> drawn, without;
    std::string notes;
    for (std::size_t i = 0; i < charts.size(); ++i) {
        const auto& one = charts[i];
        (one.heat ? drawn : without).push_back(names[i]);
        if (!one.heat) continue;
        if (one.title != chart.title) chart.title = "Heat maps";
        if (one.conditions != chart.conditions) chart.conditions.clear();  // names tell what differs
        if (!one.note.empty()) notes += fmt::format(" {}: {}", names[i], one.note);
        if (!chart.x.ticks.empty()) {
            chart.x.ticks.emplace_back();
            heat.cases.emplace_back();
        }
        heat.cases.insert(heat.cases.end(), one.x.ticks.size(), names[i]);
        chart.x.ticks.insert(chart.x.ticks.end(), one.x.ticks.begin(), one.x.ticks.end());
        for (const auto& tick : one.y.ticks)
            if (std::ranges::find(chart.y.ticks, tick) == chart.y.ticks.end()) chart.y.ticks.push_back(tick);
        chart.colour.least = std::min(chart.colour.least, one.colour.least);
        chart.colour.largest = std::max(chart.colour.largest, one.colour.largest);
        if (one.colour.scale == Scale::logarithmic) chart.colour.scale = Scale::logarithmic;
    }
    const auto columns = chart.x.ticks.size(), cells = columns * chart.y.ticks.size();
    heat.values.resize(cells);
    heat.texts.resize(cells);
    heat.hints.resize(cells);
    std::size_t left = 0;
    for (std::size_t i = 0; i < charts.size(); ++i) {
        if (!charts[i].heat) continue;
        const auto& one = *charts[i].heat;
        const auto width = charts[i].x.ticks.size();
        const auto place = [&](std::size_t cell) {
            const auto row = static_cast<std::size_t>(
                std::ranges::find(chart.y.ticks, charts[i].y.ticks[cell / width]) - chart.y.ticks.begin());
            return row * columns + left + cell % width;
        };
        for (std::size_t cell = 0; cell < one.values.size(); ++cell) {
            const auto at = place(cell);
            heat.values[at] = one.values[cell];
            heat.texts[at] = one.texts[cell];
            if (!one.hints[cell].empty()) heat.hints[at] = names[i] + "\n" + one.hints[cell];
        }
        for (const auto cell : one.outlined) heat.outlined.push_back(place(cell));
        left += width + 1;
    }
    chart.note = fmt::format("{}: {}.", drawn.size() > 1 ? "From left to right" : "Drawn", join(drawn, "; "));
    if (!without.empty()) chart.note += fmt::format(" Without such values: {}.", join(without, "; "));
    chart.note += notes;
    return chart;
}

}  // namespace sortscope::present
