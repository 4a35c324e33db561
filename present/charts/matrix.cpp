#include "present/charts/matrix.hpp"
#include "present/cells.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include <fmt/core.h>

#include "analyzer/timing/difference.hpp"
#include "core/text.hpp"
#include "present/chart.hpp"
#include "present/provenance.hpp"
#include "present/tables/condition_columns.hpp"
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

std::vector<std::string> names_of_matrices(std::span<const MatrixCase> cases) {
    std::vector<const CaseRecord*> records;
    for (const auto& one : cases) records.push_back(one.record);
    return overlay_names(records);
}

struct MatrixBlock {
    std::map<std::pair<int, int>, double> values;  ///< by stage and substage, in the unit of the colours
    std::map<std::pair<int, int>, std::string> texts, hints;
};

/// Stages of all blocks are rows; each block has its own columns, with an empty one between blocks.
void lay_blocks(Chart& chart, const std::vector<MatrixBlock>& blocks, std::span<const std::string> names) {
    std::set<int> stages;
    for (const auto& block : blocks)
        for (const auto& [place, value] : block.values) stages.insert(place.first);
    struct Column {
        const MatrixBlock* block = nullptr;
        int substage = 0;
    };
    std::vector<Column> columns;
    for (const auto& block : blocks) {
        std::set<int> substages;
        for (const auto& [place, value] : block.values) substages.insert(place.second);
        if (substages.empty()) continue;
        if (!columns.empty()) columns.push_back({});
        for (const int substage : substages) columns.push_back({&block, substage});
    }
    chart.x.title = "substage";
    chart.y.title = "stage";
    chart.x.scale = chart.y.scale = Scale::categories;
    for (const auto& column : columns)
        chart.x.ticks.push_back(column.block == nullptr ? "" : std::to_string(column.substage));
    for (const int stage : stages) chart.y.ticks.push_back(std::to_string(stage));
    chart.x.largest = static_cast<double>(columns.size()) - 1;
    chart.y.largest = static_cast<double>(stages.size()) - 1;
    chart.heat.emplace();
    for (const auto& column : columns)
        if (!names.empty())
            chart.heat->cases.push_back(
                column.block == nullptr ? "" : names[static_cast<std::size_t>(column.block - blocks.data())]);
    std::vector<std::string> hints;
    const auto at = [](const auto& cells, const std::pair<int, int>& place) {
        return cells.contains(place) ? cells.at(place) : std::string();
    };
    for (const int stage : stages)
        for (const auto& column : columns) {
            const std::pair place(stage, column.substage);
            const bool there = column.block != nullptr && column.block->values.contains(place);
            chart.heat->values.push_back(there ? std::optional(column.block->values.at(place))
                                               : std::nullopt);
            chart.heat->texts.push_back(there ? at(column.block->texts, place) : std::string());
            hints.push_back(there ? at(column.block->hints, place) : std::string());
        }
    chart.tooltip = [hints = std::move(hints)](std::size_t, std::size_t cell) { return hints.at(cell); };
}

/// Format and colours of all cells.
struct MatrixScale {
    TimeScale time;
    double unit = 1;
    std::string unit_name;
};

MatrixScale colour_matrices(Chart& chart, std::span<const MatrixCase> cases) {
    const auto& metric = *cases.front().matrix.metric;
    double least = std::numeric_limits<double>::infinity(), largest = -least;
    std::set<Provenance> sources;
    for (const auto& one : cases)
        for (const auto& [place, value] : one.matrix.cells) {
            const double number = value.value.as_double();
            least = std::min(least, number);
            largest = std::max(largest, number);
            sources.insert(value.provenance);
        }
    MatrixScale scale;
    const bool time = &metric == &time_metric();
    if (time) scale.time = cell_scale(largest), scale.unit = scale.time.ns;
    scale.unit_name = time ? scale.time.unit : std::string(metric.unit);
    chart.colour = value_colours(
        least / scale.unit, largest / scale.unit, scale.unit_name,
        fmt::format("{} ({}{})", metric.title, scale.unit_name.empty() ? "" : scale.unit_name + ", ",
                    provenance_names(sources)));
    return scale;
}

MatrixBlock block_of(const analyzer::StageMatrix& matrix, const MatrixScale& scale, const std::string& name) {
    const auto& metric = *matrix.metric;
    MatrixBlock block;
    for (const auto& [place, value] : matrix.cells) {
        const double number = value.value.as_double() / scale.unit;
        const auto text = &metric == &time_metric() ? format_fixed(number, scale.time.decimals)
                                                    : format_value(metric, value.value);
        block.values[place] = number;
        block.texts[place] = text;
        block.hints[place] = fmt::format("{}stage {}, substage {}\n{}: {} {} ({})",
                                         name.empty() ? "" : name + "\n", place.first, place.second,
                                         metric.title, text, scale.unit_name, name_of(value.provenance));
    }
    return block;
}

std::string whole_text(const Metric& metric, const MetricValue& value) {
    const auto number =
        &metric == &time_metric()
            ? format_time_ns(value.value.as_double())
            : format_value(metric, value.value) + (metric.unit.empty() ? "" : " " + std::string(metric.unit));
    return fmt::format("{} ({})", number, name_of(value.provenance));
}

}  // namespace

Chart matrix_chart(const analyzer::StageMatrix& matrix) {
    Chart chart;
    chart.title = fmt::format("{} by stage and substage", matrix.metric->title);
    if (matrix.cells.empty()) {
        chart.empty_text = no_matrix_sentence(*matrix.metric);
        return chart;
    }
    const std::vector<MatrixCase> cases{{nullptr, matrix}};
    const auto scale = colour_matrices(chart, cases);
    lay_blocks(chart, {block_of(matrix, scale, {})}, {});
    return chart;
}

Chart matrices_chart(std::span<const MatrixCase> cases) {
    if (cases.empty()) return {};
    Chart chart;
    const auto& metric = *cases.front().matrix.metric;
    chart.title = fmt::format("{} by stage and substage", metric.title);
    if (std::ranges::all_of(cases, [](const MatrixCase& one) { return one.matrix.cells.empty(); })) {
        chart.empty_text = no_matrix_sentence(metric);
        return chart;
    }
    const auto names = names_of_matrices(cases);
    const auto scale = colour_matrices(chart, cases);
    std::vector<MatrixBlock> blocks;
    std::vector<std::string> drawn, without;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        (cases[i].matrix.cells.empty() ? without : drawn).push_back(names[i]);
        blocks.push_back(block_of(cases[i].matrix, scale, names[i]));
    }
    lay_blocks(chart, blocks, names);
    chart.note = fmt::format("From left to right: {}.", join(drawn, "; "));
    if (!without.empty()) chart.note += fmt::format(" Without such values: {}.", join(without, "; "));
    return chart;
}

Chart matrix_ratio_chart(std::span<const MatrixCase> cases) {
    if (cases.empty()) return {};
    if (cases.size() == 1) return matrix_chart(cases.front().matrix);
    Chart chart;
    const auto& metric = *cases.front().matrix.metric;
    chart.title = fmt::format("{} by stage and substage, compared", metric.title);
    const auto names = names_of_matrices(cases);
    std::vector<MatrixBlock> blocks;
    std::vector<std::string> drawn, without;
    double furthest = 1;
    bool apart = false, zero = false;
    std::set<Provenance> sources;
    for (std::size_t i = 1; i < cases.size(); ++i) {
        MatrixBlock block;
        std::size_t met = 0;
        for (const auto& [place, value] : cases[i].matrix.cells) {
            const auto base = cases.front().matrix.cells.find(place);
            if (base == cases.front().matrix.cells.end()) {
                apart = true;
                continue;
            }
            ++met;
            const auto ratio = analyzer::ratio_to(base->second, value);
            if (!ratio || *ratio <= 0) {
                zero = true;  // no multiple of it, or none that a logarithmic scale has
                continue;
            }
            sources.insert({base->second.provenance, value.provenance});
            furthest = std::max({furthest, *ratio, 1 / *ratio});
            block.values[place] = *ratio;
            block.texts[place] = format_fixed(*ratio, 2);
            block.hints[place] =
                fmt::format("stage {}, substage {}\n{}: {} of {}\n{}: {}\n{}: {}", place.first, place.second,
                            metric.title, format_ratio(*ratio), names[0], names[i], whole_text(metric, value),
                            names[0], whole_text(metric, base->second));
        }
        apart = apart || met < cases.front().matrix.cells.size();
        (block.values.empty() ? without : drawn).push_back(names[i]);
        blocks.push_back(std::move(block));
    }
    if (drawn.empty()) {
        chart.empty_text = fmt::format(
            "No stage and substage of {} has a value of \u201c{}\u201d that one of {} could be compared "
            "with. Draw them beside each other, or choose another measure.",
            join(without, "; "), metric.title, names[0]);
        return chart;
    }
    lay_blocks(chart, blocks, std::span(names).subspan(1));  // ratios are of the others
    chart.colour = ratio_colours(furthest, fmt::format("{}, times that of {} ({})", metric.title, names[0],
                                                       provenance_names(sources)));
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

}  // namespace sortscope::present
