#include "present/tables/breakdown.hpp"

#include <algorithm>
#include <limits>

#include <fmt/core.h>

#include "present/cells.hpp"

namespace sortscope::present {
namespace {

using analyzer::Breakdown;
using analyzer::BreakdownRow;
using analyzer::Grouping;
using analyzer::Weight;

/// The window has stage and substage apart, terminals as one text.
Column only_in_window(Column column) {
    column.importance = 0;
    return column;
}

Column stage_column() {
    return make_column("stage", "Stage", "stage", 1000, "Stage of the sort, from 1.").names();
}

Column substage_column() {
    return make_column("substage", "Substage", "substage", 100, "Substage within its stage, from 1.").names();
}

Column step_column(int importance) {
    return make_column("step", "Stage and substage", "stage", importance,
                       "Stage and substage of the sort, each from 1.")
        .left()
        .names()
        .hidden();
}

Column label_column(int importance) {
    return make_column("label", "Label", "name", importance, "The name that the source gives the step.")
        .left()
        .wrap(6)
        .names();
}

Column kernel_column(int importance, int least) {
    return make_column("kernel", "Kernel", "kernel", importance, "The kernel's name.")
        .left()
        .wrap(least)
        .names();
}

Column launches_column(int importance) {
    return make_column("launches", "Launches", "launches", importance, "Kernel launches of the row.");
}

Cell position_cell(int position) { return position > 0 ? count_cell(position) : Cell{}; }

Cell extent_cell(const std::optional<Dim3>& extent) {
    if (!extent) return {};
    if (extent->z > 1) return text_cell(fmt::format("{}x{}x{}", extent->x, extent->y, extent->z));
    if (extent->y > 1) return text_cell(fmt::format("{}x{}", extent->x, extent->y));
    return count_cell(extent->x);
}

/// A block is a setting; a grid follows from it.
Cell block_cell(const std::optional<Dim3>& block) {
    return block && block->y <= 1 && block->z <= 1 ? setting_cell(block->x) : extent_cell(block);
}

Column metric_column(const Metric& metric, const std::vector<const Metric*>& all) {
    Column column = make_column(std::string(metric.id), std::string(metric.title),
                                std::string(metric.head.empty() ? metric.title : metric.head),
                                metric.importance, std::string(metric.sentence))
                        .under(std::string(metric.subhead))
                        .in(std::string(metric.unit));
    if (const auto* stood_for = find_metric(metric.stands_in_for);
        stood_for != nullptr && std::ranges::find(all, stood_for) == all.end())
        column.importance = stood_for->importance;
    column.shown = metric.shown;
    return column;
}

/// "By stage; shares are of the measured kernel time".
std::string breakdown_title(const Breakdown& breakdown) {
    const auto title = fmt::format("By {}", analyzer::name_of(breakdown.grouping));
    switch (breakdown.weight) {
        case Weight::time:
            return title + "; shares are of the measured kernel time";
        case Weight::sectors:
            return fmt::format("{}; shares are of the {} sectors loaded and stored", title,
                               name_of(breakdown.weight_provenance));
        case Weight::none:
            return title + "; nothing was recorded that shares could be of";
    }
    return title;
}

/// What the row "rest" means and its part of the sort; empty without such a row.
std::string rest_note(const Breakdown& breakdown) {
    const auto rest_ns = breakdown.rest_ns();
    if (!rest_ns) return {};
    if (*rest_ns < 0)
        return "rest: the sort's median time minus its kernels' times. It is negative: the traced trial was "
               "slower "
               "than the timed ones.";
    return fmt::format(
        "rest: launch gaps and the host, {} of the sort: its median time minus its kernels' times.",
        format_percent(breakdown.rest_share().value_or(0), 1));
}

/// "3.2"; "3" without a substage.
std::string step_text(const BreakdownRow& row) {
    return row.sums.substage == 0 ? fmt::format("{}", row.sums.stage)
                                  : fmt::format("{}.{}", row.sums.stage, row.sums.substage);
}

}  // namespace

std::string row_tick(const BreakdownRow& row, Grouping grouping) {
    switch (grouping) {
        case Grouping::stage:
            return std::to_string(row.sums.stage);
        case Grouping::substage:
            return step_text(row);
        case Grouping::launch:
            return std::to_string(row.sums.first_launch);
        case Grouping::kernel:
            return row.sums.kernel;
    }
    return {};
}

std::string row_name(const BreakdownRow& row, Grouping grouping) {
    if (grouping == Grouping::kernel) return row.sums.kernel;
    auto text = fmt::format("stage {}", row.sums.stage);
    if (grouping != Grouping::stage) text += fmt::format(", substage {}", row.sums.substage);
    if (grouping == Grouping::launch) text = fmt::format("launch {}, {}", row.sums.first_launch, text);
    return row.sums.label.empty() ? text : fmt::format("{} ({})", text, row.sums.label);
}

BreakdownCells::BreakdownCells(const Breakdown& breakdown)
    : breakdown_(breakdown), metrics_(breakdown.metrics()) {
    if (const auto times = breakdown.times_ns()) scale_ = time_scale(times->first, times->second);
    for (const auto& row : breakdown.rows) largest_share_ = std::max(largest_share_, row.share.value_or(0));
    if (largest_share_ > 0 && largest_share_ < 0.01) share_decimals_ = largest_share_ < 0.001 ? 3 : 2;
    name_columns();
    const auto* of = breakdown.weight == Weight::sectors ? "sectors" : "time";
    const Column share = make_column("share_pct", fmt::format("Share of {}", of), "share", 80,
                                     breakdown.weight == Weight::sectors
                                         ? "The row's part of all 32-byte sectors loaded and stored."
                                         : "The row's part of the time of all launches.")
                             .units("%");
    const Column bar = make_column("bar", "Share, drawn", "", 70, "The row's share over the greatest.")
                           .left()
                           .bar(3)
                           .hidden();
    // Time comes before its share; without times the share is first.
    const auto timed = !metrics_.empty() && metrics_.front() == &time_metric();
    if (timed) {
        columns_.push_back(metric_column(time_metric(), metrics_).scaled(scale_));
        metrics_.erase(metrics_.begin());
    } else {
        scale_ = {};
    }
    has_time_ = timed;
    columns_.push_back(share);
    columns_.push_back(bar);
    has_gap_ = timed && std::ranges::any_of(breakdown.rows, [](const BreakdownRow& row) {
                   return row.gap_ns.value_or(0) > 0;
               });
    if (has_gap_)
        columns_.push_back(make_column("gap_ns", "Gap before (traced)", "gap", 72,
                                       "Time in front of its launches in which none ran, in the activity "
                                       "trial, where gaps are longer than in the sort.")
                               .scaled(scale_));
    auto with_time = metrics_;
    if (timed) with_time.push_back(&time_metric());
    for (const auto* metric : metrics_) columns_.push_back(metric_column(*metric, with_time));
}

void BreakdownCells::name_columns() {
    switch (breakdown_.grouping) {
        case Grouping::stage:
            columns_ = {stage_column(), label_column(76), launches_column(30)};
            break;  // a stage's number alone says little
        case Grouping::substage:
            columns_ = {step_column(1000), only_in_window(stage_column()), only_in_window(substage_column()),
                        label_column(62), launches_column(30)};
            break;
        case Grouping::launch:
            columns_ = {
                make_column("launch", "Launch", "launch", 1000, "Order of launching, from 0.").names(),
                step_column(900),
                only_in_window(stage_column()),
                only_in_window(substage_column()),
                label_column(62),
                kernel_column(35, 10).hidden(),
                make_column("grid", "Grid", "grid", 22, "Blocks of the launch.").units("blocks").hidden(),
                make_column("block", "Block", "block", 21, "Threads of a block.").units("threads").hidden()};
            return;
        case Grouping::kernel:
            columns_ = {kernel_column(1000, 16), launches_column(80)};
            break;
    }
    // Hidden if every row is one launch.
    columns_.back().shown =
        std::ranges::any_of(breakdown_.rows, [](const BreakdownRow& row) { return row.sums.launches != 1; });
}

std::vector<Cell> BreakdownCells::name_cells(const BreakdownRow& row) const {
    const auto& sums = row.sums;
    const auto launches = count_cell(static_cast<std::int64_t>(sums.launches));
    const auto stage = position_cell(sums.stage);
    const auto substage = position_cell(sums.substage);
    switch (breakdown_.grouping) {
        case Grouping::stage:
            return {stage, text_cell(sums.label), launches};
        case Grouping::substage:
            return {text_cell(step_text(row)), stage, substage, text_cell(sums.label), launches};
        case Grouping::launch:
            return {count_cell(sums.first_launch),
                    text_cell(step_text(row)),
                    stage,
                    substage,
                    text_cell(sums.label),
                    text_cell(sums.kernel),
                    extent_cell(row.grid),
                    block_cell(row.block)};
        case Grouping::kernel:
            return {text_cell(sums.kernel), launches};
    }
    return {};
}

/// `text` and the number of launches in place of names.
std::vector<Cell> BreakdownCells::sum_cells(const std::string& text,
                                            std::optional<std::uint64_t> launches) const {
    std::vector<Cell> cells;
    for (const auto& column : columns_) {
        if (cells.empty())
            cells.push_back(text_cell(text));
        else if (column.id == "launches")
            cells.push_back(launches ? count_cell(static_cast<std::int64_t>(*launches)) : blank_cell());
        else if (column.names_row || column.id == "grid" || column.id == "block")
            cells.push_back(blank_cell());
        else
            break;
    }
    return cells;
}

void BreakdownCells::add_values(std::vector<Cell>& cells, const BreakdownRow& row, double bar,
                                const std::vector<bool>& only) const {
    if (has_time_) {
        const auto time =
            row.sums.time_ns ? std::optional(static_cast<double>(*row.sums.time_ns)) : std::nullopt;
        cells.push_back(scaled_time_cell(time, scale_));
    }
    const auto percent = row.share ? std::optional(*row.share * 100) : std::nullopt;
    cells.push_back(fixed_cell(percent, share_decimals_, breakdown_.weight_provenance));
    cells.back().fraction = bar;
    cells.push_back(bar_cell(bar));
    if (has_gap_)
        cells.push_back(scaled_time_cell(
            row.gap_ns ? std::optional(static_cast<double>(*row.gap_ns)) : std::nullopt, scale_));
    for (const auto* metric : metrics_) {
        const bool wanted = only.empty() || only.at(cells.size());
        cells.push_back(wanted ? metric_cell(*metric, breakdown_.value(*metric, row)) : Cell{});
    }
}

Row BreakdownCells::row(const BreakdownRow& row, const std::vector<bool>& only) const {
    auto cells = name_cells(row);
    add_values(cells, row, row.share && largest_share_ > 0 ? *row.share / largest_share_ : 0, only);
    return {Row::Kind::values, std::move(cells)};
}

Row BreakdownCells::others(const BreakdownRow& sum, std::size_t count) const {
    auto cells = sum_cells(fmt::format("{} more", count), sum.sums.launches);
    add_values(cells, sum, 0);
    return {Row::Kind::values, std::move(cells)};
}

Row BreakdownCells::total() const {
    auto cells = sum_cells("total", breakdown_.total.sums.launches);
    add_values(cells, breakdown_.total, 0);
    return {Row::Kind::total, std::move(cells)};
}

std::vector<Row> BreakdownCells::rest() const {
    const auto rest_ns = breakdown_.rest_ns();
    if (!rest_ns || !has_time_) return {};
    std::vector<Row> rows;
    const auto add = [&](const char* name, std::int64_t ns) {
        auto cells = sum_cells(name, std::nullopt);
        cells.push_back(scaled_time_cell(static_cast<double>(ns), scale_));
        while (cells.size() < columns_.size()) cells.push_back(blank_cell());
        rows.push_back({Row::Kind::total, std::move(cells)});
    };
    add("rest", *rest_ns);
    add("sort", *breakdown_.sort_ns);
    return rows;
}

Table breakdown_table(const Breakdown& breakdown, std::size_t most_rows) {
    return breakdown_table(breakdown, analyzer::shortened(breakdown, most_rows));
}

Table breakdown_table(const Breakdown& breakdown, const analyzer::Shortened& shown) {
    const BreakdownCells cells(breakdown);
    Table table;
    table.title = breakdown_title(breakdown);
    table.columns = cells.columns();
    for (const auto* row : shown.rows) table.rows.push_back(cells.row(*row));
    if (shown.others) table.rows.push_back(cells.others(*shown.others, shown.other_rows));
    table.rule();
    table.rows.push_back(cells.total());
    for (auto& row : cells.rest()) table.rows.push_back(std::move(row));
    if (auto note = rest_note(breakdown); !note.empty()) table.notes.push_back(std::move(note));
    return table;
}

}  // namespace sortscope::present
