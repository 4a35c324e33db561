#include "present/tables/breakdown.hpp"

#include <fmt/core.h>

#include "present/tables/list.hpp"

namespace sortscope::present {
using namespace analyzer;

namespace {
using RowField = Field<BreakdownRow>;

Cell extent_cell(const std::optional<Dim3>& extent) {
    if (!extent) return {};
    if (extent->z > 1) return text_cell(fmt::format("{}x{}x{}", extent->x, extent->y, extent->z));
    if (extent->y > 1) return text_cell(fmt::format("{}x{}", extent->x, extent->y));
    return count_cell(extent->x);
}

/// Ungrouped digits ("1024"): a block is a setting.
Cell block_cell(const std::optional<Dim3>& block) {
    return block && block->y <= 1 && block->z <= 1 ? setting_cell(block->x) : extent_cell(block);
}

Column column_of(const Metric& metric, const std::vector<const Metric*>& all) {
    auto column = metric_column(metric, metric.importance);
    if (const auto* stood_for = find_metric(metric.substitute_for);
        stood_for != nullptr && !contains(all, stood_for))
        column.importance = stood_for->importance;
    column.shown = metric.shown;
    return column;
}

std::string breakdown_title(const Breakdown& breakdown) {
    const auto title = fmt::format("By {}", name_of(breakdown.grouping));
    if (breakdown.weight == Weight::time) return title + "; shares are of the measured kernel time";
    if (breakdown.weight == Weight::none) return title + "; nothing was recorded that shares could be of";
    return fmt::format("{}; shares are of the {} sectors loaded and stored", title,
                       name_of(breakdown.weight_provenance));
}

std::string rest_note(const Breakdown& breakdown) {
    const auto rest_ns = breakdown.rest_ns();
    if (!rest_ns) return {};
    if (*rest_ns < 0)
        return "rest: the sort's median time minus its kernels' times. It is negative: the traced trial was "
               "slower than the timed ones.";
    return fmt::format("rest: {} of the sort: launch gaps and the host (median time - kernel times).",
                       format_percent(breakdown.rest_share().value_or(0), 1));
}

/// "3.2"; "3" without a substage.
std::string step_text(const BreakdownRow& row) {
    return row.sums.substage == 0 ? fmt::format("{}", row.sums.stage)
                                  : fmt::format("{}.{}", row.sums.stage, row.sums.substage);
}

/// `importance` 0 shows the column in the window only.
RowField stage_field(int importance) {
    return {make_column("Stage", importance, "Stage of the sort, from 1.").names(),
            [](const BreakdownRow& row) { return nonzero(row.sums.stage); }};
}

RowField substage_field() {
    return {make_column("Substage", 0, "Substage within its stage, from 1.").names(),
            [](const BreakdownRow& row) { return nonzero(row.sums.substage); }};
}

RowField step_field(int importance) {
    return {text_column("step", "Stage and substage", "stage", importance,
                        "Stage and substage of the sort, each from 1.")
                .names()
                .hidden(),
            step_text};
}

RowField label_field(int importance) {
    return {text_column("label", "Label", "name", importance, "The name that the source gives the step.")
                .wrap(10)  // "k=67108864": half a number would look like another number
                .names(),
            [](const BreakdownRow& row) { return row.sums.label; }};
}

RowField kernel_field(int importance, int least, bool shown) {
    return {text_column("Kernel", importance, "The kernel's name.").wrap(least).names().shown_if(shown),
            [](const BreakdownRow& row) { return row.sums.kernel; }};
}

RowField launches_field(const Breakdown& breakdown, int importance) {
    const bool shown =
        std::ranges::any_of(breakdown.rows, [](const BreakdownRow& row) { return row.sums.launches != 1; });
    return {make_column("Launches", importance, "Kernel launches of the row.").shown_if(shown),
            [](const BreakdownRow& row) { return row.sums.launches; }};
}

Fields<BreakdownRow> name_fields(const Breakdown& breakdown) {
    switch (breakdown.grouping) {
        case Grouping::stage:  // a stage's number alone says little
            return {stage_field(1000), label_field(76), launches_field(breakdown, 30)};
        case Grouping::substage:
            return {step_field(1000), stage_field(0), substage_field(), label_field(62),
                    launches_field(breakdown, 30)};
        case Grouping::launch:
            return {{make_column("Launch", 1000, "Order of launching, from 0.").names(),
                     [](const BreakdownRow& row) { return row.sums.first_launch; }},
                    step_field(900),
                    stage_field(0),
                    substage_field(),
                    label_field(62),
                    kernel_field(35, 10, false),
                    {make_column("Grid", 22, "Blocks of the launch.").units("blocks").hidden(),
                     [](const BreakdownRow& row) { return extent_cell(row.grid); }},
                    {make_column("Block", 21, "Threads of a block.").units("threads").hidden(),
                     [](const BreakdownRow& row) { return block_cell(row.block); }}};
        case Grouping::kernel:
            return {kernel_field(1000, 16, true), launches_field(breakdown, 80)};
    }
    return {};
}
}  // namespace

std::string row_tick(const BreakdownRow& row, Grouping grouping) {
    if (grouping == Grouping::kernel) return row.sums.kernel;
    if (grouping == Grouping::launch) return std::to_string(row.sums.first_launch);
    return grouping == Grouping::stage ? std::to_string(row.sums.stage) : step_text(row);
}

std::string row_name(const BreakdownRow& row, Grouping grouping) {
    if (grouping == Grouping::kernel) return row.sums.kernel;
    auto text = fmt::format("stage {}", row.sums.stage);
    if (grouping != Grouping::stage) text += fmt::format(", substage {}", row.sums.substage);
    if (grouping == Grouping::launch) text = fmt::format("launch {}, {}", row.sums.first_launch, text);
    return row.sums.label.empty() ? text : fmt::format("{} ({})", text, row.sums.label);
}

BreakdownCells::BreakdownCells(const Breakdown& breakdown)
    : breakdown_(breakdown), names_(name_fields(breakdown)) {
    auto metrics = breakdown.metrics();
    const auto all = metrics;
    has_time_ = !metrics.empty() && metrics.front() == &time_metric();
    if (const auto times = breakdown.times_ns(); times && has_time_)
        scale_ = time_scale(times->first, times->second);
    if (has_time_) {
        metrics.erase(metrics.begin());
        values_.emplace_back(column_of(time_metric(), all).scaled(scale_), [scale = scale_](const auto& row) {
            return scaled_time_cell(row.sums.time_ns, scale);
        });
    }
    double largest = 0;
    for (const auto& row : breakdown.rows) largest = std::max(largest, row.share.value_or(0));
    // Small shares have more decimals.
    const int decimals = largest <= 0 || largest >= 0.01 ? 1 : largest < 0.001 ? 3 : 2;
    const auto bar = [largest](const BreakdownRow& row) {
        return largest > 0 ? row.share.value_or(0) / largest : 0;
    };
    const bool sectors = breakdown.weight == Weight::sectors;
    append(values_,
           {{make_column("share_pct", sectors ? "Share of sectors" : "Share of time", "share", 80,
                         sectors ? "The row's part of all 32-byte sectors loaded and stored."
                                 : "The row's part of the time of all launches.")
                 .units("%"),
             [=, of = breakdown.weight_provenance](const auto& row) {
                 auto cell = percent_cell(row.share, decimals, of);
                 cell.fraction = bar(row);
                 return cell;
             }},
            {text_column("bar", "Share, drawn", "", 70, "The row's share over the greatest.").bar(3).hidden(),
             [bar](const auto& row) { return bar_cell(bar(row)); }}});
    if (has_time_ &&
        std::ranges::any_of(breakdown.rows, [](const auto& row) { return row.gap_ns.value_or(0) > 0; }))
        values_.emplace_back(
            make_column("gap_ns", "Gap before (traced)", "gap", 72,
                        "Time in front of its launches in which none ran, in the activity "
                        "trial, where gaps are longer than in the sort.")
                .scaled(scale_),
            [scale = scale_](const auto& row) { return scaled_time_cell(row.gap_ns, scale); });
    for (const auto* metric : metrics)
        values_.emplace_back(column_of(*metric, all), [&breakdown, metric](const auto& row) {
            return metric_cell(*metric, breakdown.value(*metric, row));
        });
    add_columns(columns_, names_);
    add_columns(columns_, values_);
}

std::vector<Cell> BreakdownCells::sum_names(const std::string& text, std::optional<uint64_t> launches) const {
    std::vector<Cell> cells(names_.size(), blank_cell());
    if (names_.back().column.id == "launches" && launches) cells.back() = cell_of(*launches);
    cells.front() = text_cell(text);
    return cells;
}

std::vector<Cell> BreakdownCells::sum_cells(const std::string& text, const BreakdownRow& sum) const {
    auto cells = cells_of(values_, sum, sum_names(text, sum.sums.launches));
    for (auto& cell : cells) cell.fraction = 0;
    return cells;
}

Row BreakdownCells::row(const BreakdownRow& row, const std::vector<bool>& only) const {
    auto cells = cells_of(names_, row);
    for (const auto& field : values_) {
        const bool wanted = only.empty() || only.at(cells.size());
        cells.push_back(wanted ? field.cell(row) : Cell{});
    }
    return {Row::Kind::values, std::move(cells)};
}

Row BreakdownCells::others(const BreakdownRow& sum, size_t count) const {
    return {Row::Kind::values, sum_cells(fmt::format("{} more", count), sum)};
}

Row BreakdownCells::total() const { return {Row::Kind::total, sum_cells("total", breakdown_.total)}; }

std::vector<Row> BreakdownCells::rest() const {
    const auto rest_ns = breakdown_.rest_ns();
    if (!rest_ns || !has_time_) return {};
    std::vector<Row> rows;
    const auto add = [&](const char* name, int64_t ns) {
        auto cells = sum_names(name, std::nullopt);
        cells.push_back(scaled_time_cell(double(ns), scale_));
        cells.resize(columns_.size(), blank_cell());
        rows.push_back({Row::Kind::total, std::move(cells)});
    };
    add("rest", *rest_ns);
    add("sort", *breakdown_.sort_ns);
    return rows;
}

Table breakdown_table(const Breakdown& breakdown, size_t most_rows) {
    return breakdown_table(breakdown, shortened(breakdown, most_rows));
}

Table breakdown_table(const Breakdown& breakdown, const Shortened& shown) {
    const BreakdownCells cells(breakdown);
    Table table{.title = breakdown_title(breakdown)};
    table.columns = cells.columns();
    for (const auto* row : shown.rows) table.rows.push_back(cells.row(*row));
    if (shown.others) table.rows.push_back(cells.others(*shown.others, shown.other_rows));
    table.rule();
    table.rows.push_back(cells.total());
    for (auto& row : cells.rest()) table.rows.push_back(std::move(row));
    table.note(rest_note(breakdown));
    return table;
}

Table costliest_stages_table(std::span<const CaseStages> cases, size_t all) {
    const std::array shown{"case_id", "variant", "n", "key", "median_ns", "rate_mkeys_per_s"};
    Fields<CaseStages> fields;
    for (const auto& field : case_fields(mapped(cases, &CaseStages::record)))
        if (contains(shown, field.column.id))
            fields.emplace_back(field.column, &CaseStages::record, field.cell);
    const auto of_costliest = [](auto cell) {
        return [cell](const CaseStages& one) {
            const auto row = std::ranges::max_element(one.by_stage->rows, {}, &BreakdownRow::share);
            return row == one.by_stage->rows.end() || !row->share ? Cell{} : cell(*row, *one.by_stage);
        };
    };
    append(fields,
           {{text_column("costliest_stage", "Costliest stage", "costliest stage", 500,
                         "The stage with the greatest share of the kernel time, or else of the sectors.")
                 .wrap(16),
             of_costliest(
                 [](const auto& row, const auto& by) { return text_cell(row_name(row, by.grouping)); })},
            {make_column("share_pct", "Share", "share", 400, "Of the costliest stage.").units("%"),
             of_costliest([](const auto& row, const auto& by) {
                 return percent_cell(row.share, 1,
                                     by.weight == Weight::time ? Provenance::measured : by.weight_provenance);
             })}});
    const auto which = cases.size() < all
                           ? fmt::format("The {} longest of {}", cases.size(), plural(all, "case"))
                           : "Longest cases";
    return table_of(fields, cases, which + "; each variant by its largest case");
}

Table matrix_table(const StageMatrix& matrix) {
    if (matrix.cells.empty()) return {};
    const auto scale =
        scale_of(mapped(matrix.cells, [](const auto& cell) { return cell.second.value.as_double(); }));
    const MetricUnit unit{*matrix.metric, matrix.metric == &time_metric() ? scale : TimeScale{}};
    const auto column = [&](std::string id, const std::string& head, int importance) {
        auto made = make_column(std::move(id), head, head, importance).in(unit.name());
        if (unit.is_time()) made.unit_ns = scale.ns;
        return made;
    };
    const auto cell_at = [&](const auto& values, const auto& place) {
        const auto found = values.find(place);
        if (found == values.end()) return blank_cell();
        const auto& value = found->second;
        return unit.is_time() ? scaled_time_cell(value.value.as_double(), scale, value.provenance)
                              : metric_cell(unit.metric, value);
    };
    std::set<int> stages, substages;
    for (const auto& [place, value] : matrix.cells) {
        stages.insert(place.first);
        substages.insert(place.second);
    }
    Table table{.title = fmt::format("{}{}: rows are stages, columns substages", unit.metric.title,
                                     unit.name().empty() ? "" : " (" + unit.name() + ")")};
    table.columns = {make_column("stage", 1000).names(), column("whole", "whole", 900).names()};
    for (const int one : substages)
        table.columns.push_back(column(fmt::format("substage_{}", one), std::to_string(one), 100));
    for (const int stage : stages) {
        std::vector<Cell> row{count_cell(stage), cell_at(matrix.stages, stage)};
        for (const int one : substages) row.push_back(cell_at(matrix.cells, std::pair(stage, one)));
        table.row(std::move(row));
    }
    return table;
}

std::string no_matrix_sentence(const Metric& metric) {
    return fmt::format(
        "No launch of the case has a value of '{}'. 'sortscope metrics {}' says what gives one.", metric.id,
        metric.id);
}
}
