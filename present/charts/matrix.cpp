#include "present/charts/matrix.hpp"

#include <fmt/core.h>

#include "analyzer/timing/difference.hpp"
#include "present/charts/notes.hpp"
#include "present/tables/breakdown.hpp"

namespace sortscope::present {
namespace {
/// Unit and decimals that give the longest time three digits.
TimeScale cell_scale(double largest_ns) {
    TimeScale scale;
    for (const auto& unit : {TimeScale{"us", 1e3}, {"ms", 1e6}, {"s", 1e9}})
        if (largest_ns >= unit.ns) scale = unit;
    const double largest = largest_ns / scale.ns;
    if (scale.ns > 1) scale.decimals = largest < 10 ? 2 : largest < 100 ? 1 : 0;
    return scale;
}

/// `names`: of `blocks`; empty for a single one.
Chart maps_of(const std::string& title, const std::vector<HeatCells>& blocks,
              std::span<const std::string> names) {
    std::set<int64_t> stages;
    for (const auto& block : blocks)
        for (const auto& [place, cell] : block) stages.insert(place.first);
    std::vector<Chart> charts;
    for (const auto& block : blocks) {
        auto& chart = charts.emplace_back(Chart{.title = title});
        if (block.empty()) continue;
        chart.x.title = "substage";
        chart.y.title = "stage";
        lay_cells(chart, block, stages, [](int64_t stage) { return std::to_string(stage); });
    }
    return names.size() == 1 && names[0].empty() ? charts.front() : heat_charts_beside(charts, names);
}
}  // namespace

void lay_cells(Chart& chart, const HeatCells& cells, const std::set<int64_t>& rows,
               const std::function<std::string(int64_t)>& row_name) {
    std::set<int64_t> columns;
    for (const auto& [place, cell] : cells) columns.insert(place.second);
    chart.x.scale = chart.y.scale = Scale::categories;
    for (const auto column : columns) chart.x.ticks.push_back(std::to_string(column));
    auto& heat = chart.heat.emplace();
    for (const auto row : rows) {
        chart.y.ticks.push_back(row_name(row));
        for (const auto column : columns) {
            const auto found = cells.find({row, column});
            const auto cell = found == cells.end() ? HeatCell{} : found->second;
            heat.values.push_back(cell.value);
            heat.texts.push_back(cell.text);
            heat.hints.push_back(cell.hint);
        }
    }
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
    if (sources.empty()) return {.title = title, .empty_text = no_matrix_sentence(metric)};
    const auto scale = &metric == &time_metric() ? cell_scale(extent.largest) : TimeScale{};
    const MetricUnit unit{metric, scale};
    std::vector<HeatCells> blocks;
    for (const auto& one : cases) {
        auto& block = blocks.emplace_back();
        for (const auto& [place, value] : one.matrix.cells) {
            auto text = unit.text(value);
            auto hint = fmt::format("stage {}, substage {}\n{}: {} {} ({})", place.first, place.second,
                                    metric.title, text, unit.name(), name_of(value.provenance));
            block[place] = {unit.number(value), std::move(text), std::move(hint)};
        }
    }
    auto chart = maps_of(title, blocks, overlay_names_of(cases));
    chart.colour = value_colours(extent.least / scale.ns, extent.largest / scale.ns, unit.name(),
                                 titled(metric.title, unit.name(), sources));
    return chart;
}

Chart matrix_ratio_chart(std::span<const MatrixCase> cases) {
    if (cases.size() < 2) return matrices_chart(cases);
    const auto& metric = *cases.front().matrix.metric;
    const auto& base_cells = cases.front().matrix.cells;
    const auto names = overlay_names_of(cases);
    const auto text_of = [&](const MetricValue& value) {
        auto text = &metric == &time_metric() ? format_time_ns(value.value.as_double())
                                              : format_value(metric, value.value);
        if (&metric != &time_metric() && !metric.unit.empty()) text += fmt::format(" {}", metric.unit);
        return fmt::format("{} ({})", text, name_of(value.provenance));
    };
    std::vector<HeatCells> blocks;
    std::vector<std::string> drawn, without;
    double furthest = 1;
    bool apart = false, zero = false;
    std::set<Provenance> sources;
    for (size_t i = 1; i < cases.size(); ++i) {
        auto& block = blocks.emplace_back();
        size_t met = 0;
        for (const auto& [place, value] : cases[i].matrix.cells) {
            const auto base = base_cells.find(place);
            if (base == base_cells.end()) continue;
            ++met;
            const auto ratio = analyzer::ratio_to(base->second, value);
            if (!ratio || *ratio <= 0) {
                zero = true;  // a logarithmic scale has no 0
                continue;
            }
            sources.insert({base->second.provenance, value.provenance});
            furthest = std::max({furthest, *ratio, 1 / *ratio});
            block[place] = {*ratio, format_fixed(*ratio, 2),
                            fmt::format("stage {}, substage {}\n{}: {} of {}\n{}: {}\n{}: {}", place.first,
                                        place.second, metric.title, format_ratio(*ratio), names[0], names[i],
                                        text_of(value), names[0], text_of(base->second))};
        }
        apart = apart || met < std::max(base_cells.size(), cases[i].matrix.cells.size());
        (block.empty() ? without : drawn).push_back(names[i]);
    }
    const auto title = fmt::format("{} by stage and substage, compared", metric.title);
    if (drawn.empty())
        return {.title = title,
                .empty_text = fmt::format(
                    "No stage and substage of {} has a value of \u201c{}\u201d that one of {} could be "
                    "compared with. Draw them beside each other, or choose another measure.",
                    join(without, "; "), metric.title, names[0])};
    auto chart = maps_of(title, blocks, std::span(names).subspan(1));
    chart.colour = ratio_colours(
        furthest, titled(fmt::format("{}, times that of {}", metric.title, names[0]), {}, sources));
    chart.note = fmt::format("{}{}, as a multiple of {}.", drawn.size() > 1 ? "From left to right: " : "",
                             join(drawn, "; "), names[0]);
    if (apart || zero)
        chart.note +=
            fmt::format(" Cells that are {} are left out.", !zero    ? "in one of them only"
                                                            : !apart ? "0 in one of them"
                                                                     : "in one of them only, or 0 in one,");
    if (!without.empty()) chart.note += fmt::format(" Nothing to compare in {}.", join(without, "; "));
    return chart;
}

Chart heat_charts_beside(std::span<const Chart> charts, std::span<const std::string> names) {
    if (charts.empty()) return {};
    // The case shown may have no map.
    const auto first = std::ranges::find_if(charts, [](const Chart& one) { return one.heat.has_value(); });
    if (first == charts.end()) return charts.front();
    auto chart = *first;
    chart.x.ticks.clear();
    auto& heat = chart.heat.emplace();
    std::vector<std::string> drawn, without;
    std::string notes;
    size_t columns = 0;
    for (size_t i = 0; i < charts.size(); ++i) {
        const auto& one = charts[i];
        (one.heat ? drawn : without).push_back(names[i]);
        if (!one.heat) continue;
        if (one.title != chart.title) chart.title = "Heat maps";
        if (one.conditions != chart.conditions) chart.conditions.clear();  // the names show the differences
        if (!one.note.empty()) notes += fmt::format(" {}: {}", names[i], one.note);
        for (const auto& tick : one.y.ticks)
            if (!contains(chart.y.ticks, tick)) chart.y.ticks.push_back(tick);
        columns += one.x.ticks.size() + 1;
        chart.colour.least = std::min(chart.colour.least, one.colour.least);
        chart.colour.largest = std::max(chart.colour.largest, one.colour.largest);
        if (one.colour.scale == Scale::logarithmic) chart.colour.scale = Scale::logarithmic;
    }
    --columns;  // no free column after the last map
    heat.values.resize(columns * chart.y.ticks.size());
    heat.texts.resize(heat.values.size());
    heat.hints.resize(heat.values.size());
    for (size_t i = 0; i < charts.size(); ++i) {
        if (!charts[i].heat) continue;
        const auto& one = *charts[i].heat;
        const auto &x = charts[i].x.ticks, &y = charts[i].y.ticks;
        if (!chart.x.ticks.empty()) chart.x.ticks.emplace_back(), heat.cases.emplace_back();
        const auto left = chart.x.ticks.size();
        chart.x.ticks.insert(chart.x.ticks.end(), x.begin(), x.end());
        heat.cases.insert(heat.cases.end(), x.size(), names[i]);
        const auto place = [&](size_t cell) {
            const auto row = std::ranges::find(chart.y.ticks, y[cell / x.size()]) - chart.y.ticks.begin();
            return size_t(row) * columns + left + cell % x.size();
        };
        for (size_t cell = 0; cell < one.values.size(); ++cell) {
            const auto at = place(cell);
            heat.values[at] = one.values[cell];
            heat.texts[at] = one.texts[cell];
            if (!one.hints[cell].empty()) heat.hints[at] = names[i] + "\n" + one.hints[cell];
        }
        for (const auto cell : one.outlined) heat.outlined.push_back(place(cell));
    }
    chart.note = fmt::format("{}: {}.", drawn.size() > 1 ? "From left to right" : "Drawn", join(drawn, "; "));
    add_without(chart.note, "such values", without);
    chart.note += notes;
    return chart;
}

namespace {
using analyzer::Curve;
using analyzer::CurvePoint;

PartNames free_parts(const std::string& axis) { return {"variant", "parameters", "block", axis}; }
constexpr double mkeys_a_gkey = 1000;

std::string rate_text(double mkeys_per_s) {
    return mkeys_per_s >= mkeys_a_gkey ? format_significant(mkeys_per_s / mkeys_a_gkey, 3) + " G"
                                       : format_significant(mkeys_per_s, 3) + " M";
}

struct Best {
    const CurvePoint* point = nullptr;
    const Curve* curve = nullptr;
};
}  // namespace

std::vector<std::string> size_axes(std::span<const CaseRecord> cases) {
    std::vector<std::string> axes{"n"};
    for (const auto& record : cases)
        for (const auto& [name, value] : record.axes)
            if (record.is_program() && record.axes.number(name) && name != "block" && !contains(axes, name))
                axes.push_back(name);
    return axes;
}

std::vector<Condition> overview_groups(std::span<const Curve> curves, const std::string& axis) {
    std::vector<std::pair<Condition, size_t>> groups;
    for (const auto& curve : curves) {
        if (curve.promise != Promise::sorted) continue;
        const auto condition = curve.condition.leaving_free(free_parts(axis));
        auto known = std::ranges::find(groups, condition, &std::pair<Condition, size_t>::first);
        if (known == groups.end()) known = groups.insert(groups.end(), {condition, 0});
        known->second += curve.points.size();
    }
    std::ranges::stable_sort(groups, std::greater{}, &std::pair<Condition, size_t>::second);
    return mapped(groups, &std::pair<Condition, size_t>::first);
}

Chart overview_chart(std::span<const Curve> curves, const Condition& group, const std::string& axis) {
    Chart chart{
        .title = "Rate of each variant, against the fastest of its size",
        .empty_text = "No sort with a number of keys has a measured time: there are no rates to compare."};
    const auto free = free_parts(axis);
    const auto size = [&](double x) {
        return axis == "n" ? fmt::format("{} keys", format_count(uint64_t(x)))
                           : fmt::format("{} {}", axis, format_figure(x));
    };
    std::map<std::string, std::map<double, Best>> rows;
    std::map<double, double> fastest;  // rate by size
    for (const auto& curve : curves) {
        if (curve.promise != Promise::sorted || curve.condition.leaving_free(free) != group) continue;
        for (const auto& point : curve.points) {
            auto& best = rows[curve.condition.subject][point.x];
            if (best.point == nullptr || point.rate_mkeys_per_s > best.point->rate_mkeys_per_s)
                best = {&point, &curve};
            fastest[point.x] = std::max(fastest[point.x], point.rate_mkeys_per_s);
        }
    }
    std::vector<std::pair<double, std::string>> order;  // mean of rate / fastest rate, name
    for (const auto& [name, points] : rows) {
        double sum = 0;
        for (const auto& [x, best] : points) sum += best.point->rate_mkeys_per_s / fastest[x];
        order.emplace_back(sum / double(points.size()), name);
    }
    if (order.empty()) return chart;
    std::ranges::sort(order, std::greater{});
    chart.x.title = fmt::format("{} (cells: rate in key/s)", axis == "n" ? "keys" : axis);
    chart.x.scale = chart.y.scale = Scale::categories;
    chart.y.names = true;
    for (const auto& [x, rate] : fastest)
        chart.x.ticks.push_back(axis == "n" ? format_count(uint64_t(x)) : format_figure(x));
    auto& heat = chart.heat.emplace();
    for (const auto& [part, name] : order) {
        chart.y.ticks.push_back(name);
        for (const auto& [x, rate] : fastest) {
            const auto [point, curve] = rows[name][x];
            auto& value = heat.values.emplace_back();
            auto& text = heat.texts.emplace_back();
            auto& hint = heat.hints.emplace_back();
            heat.case_ids.push_back(point != nullptr ? point->case_id : CaseId{});
            if (point == nullptr) continue;
            if (point->rate_mkeys_per_s >= rate) heat.outlined.push_back(heat.values.size() - 1);
            value = 100 * point->rate_mkeys_per_s / rate;
            text = rate_text(point->rate_mkeys_per_s);
            hint = fmt::format("{}, {}\n{}key/s, {} of the fastest\n{}", name, size(x), text,
                               format_percent(*value / 100), curve->label());
        }
    }
    chart.colour = value_colours(0, 100, "%", "rate, % of the fastest (measured)");
    chart.conditions = group.label();
    return chart;
}

std::string overview_sentence(std::span<const CaseRecord> cases, size_t runs) {
    std::set<std::string> variants, devices;
    size_t failed = 0;
    for (const auto& record : cases) {
        variants.insert(record.subject.name);
        if (!record.device.name.empty()) devices.insert(record.device.name);
        failed += record.status != CaseStatus::ok;
    }
    auto text = fmt::format("{} of {} on {}, in {}.", plural(cases.size(), "case"),
                            plural(variants.size(), "variant"), devices.empty() ? "no device" : join(devices),
                            plural(runs, "run"));
    if (failed > 0) text += fmt::format(" {} did not end well.", plural(failed, "case"));
    return text;
}
}
