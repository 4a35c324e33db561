#include "cli/breakdown_table.hpp"

#include <algorithm>
#include <limits>

#include <fmt/core.h>

#include "cli/cells.hpp"
#include "core/text.hpp"

namespace sortscope::cli {
namespace {

using analyzer::Breakdown;
using analyzer::BreakdownRow;
using analyzer::Derived;
using analyzer::Grouping;
using analyzer::Weight;

/// A ratio that the table shows, with its place in the order of what is left out first.
struct Ratio {
    const char* title;
    const char* unit;
    std::optional<double> Derived::*member;
    int decimals;
    int importance;
};

constexpr auto ratios = std::to_array<Ratio>({
    {"load", "B/req", &Derived::gld_bytes_per_request, 1, 60},
    {"store", "B/req", &Derived::gst_bytes_per_request, 1, 40},
    {"load", "eff %", &Derived::gld_efficiency_pct, 1, 67},
    {"store", "eff %", &Derived::gst_efficiency_pct, 1, 66},
    {"diverg.", "%", &Derived::divergent_pct, 1, 65},
    {"branch", "eff %", &Derived::branch_efficiency_pct, 1, 28},
    {"warp", "eff %", &Derived::warp_execution_efficiency_pct, 1, 27},
    {"occup.", "%", &Derived::occupancy_pct, 1, 26},
    {"rho_l", "x data", &Derived::rho_l, 3, 25},
    {"rho_s", "x data", &Derived::rho_s, 3, 24},
});

std::vector<Column> key_columns(Grouping grouping) {
    const Column name{"name", "", Align::left, 50, Fit::shorten, 6, true};
    switch (grouping) {
        case Grouping::stage: return {{"stage", "", Align::right, 1000}, name, {"launches", "", Align::right, 30}};
        case Grouping::substage: return {{"stage", "", Align::left, 1000}, name, {"launches", "", Align::right, 30}};
        case Grouping::launch:
            return {{"launch", "", Align::right, 1000}, {"stage", "", Align::left, 900}, name,
                    {"kernel", "", Align::left, 35, Fit::shorten, 10},
                    {"grid", "blocks", Align::right, 22},
                    {"block", "threads", Align::right, 21}};
        case Grouping::kernel:
            return {{"kernel", "", Align::left, 1000, Fit::shorten, 16}, {"launches", "", Align::right, 80}};
    }
    return {};
}

std::string stage_text(const BreakdownRow& row) {
    return row.substage == 0 ? fmt::format("{}", row.stage) : fmt::format("{}.{}", row.stage, row.substage);
}

Cell extent_cell(const Dim3& extent) {
    if (extent.z > 1) return {fmt::format("{}x{}x{}", extent.x, extent.y, extent.z), std::nullopt, 0};
    if (extent.y > 1) return {fmt::format("{}x{}", extent.x, extent.y), std::nullopt, 0};
    return count_cell(extent.x);
}

std::vector<Cell> key_cells(const BreakdownRow& row, Grouping grouping, const CaseRecord& record) {
    const Cell launches = count_cell(static_cast<std::int64_t>(row.launches));
    switch (grouping) {
        case Grouping::stage:
        case Grouping::substage: return {text_cell(stage_text(row)), text_cell(row.label), launches};
        case Grouping::launch: {
            const auto found = std::ranges::find(record.launches, row.first_launch, &LaunchRecord::index);
            std::vector<Cell> cells{count_cell(static_cast<std::int64_t>(row.first_launch)),
                                    text_cell(stage_text(row)), text_cell(row.label)};
            if (found == record.launches.end()) return {cells[0], cells[1], cells[2], {}, {}, {}};
            return {cells[0], cells[1], cells[2], text_cell(found->kernel), extent_cell(found->grid),
                    extent_cell(found->block)};
        }
        case Grouping::kernel: return {text_cell(row.label), launches};
    }
    return {};
}

/// The first cells of a row that sums up others: `text`, and the number of launches in its place.
std::vector<Cell> sum_cells(const std::string& text, const BreakdownRow& sum, Grouping grouping) {
    const Cell launches = count_cell(static_cast<std::int64_t>(sum.launches));
    const Cell blank{" ", std::nullopt, 0};
    switch (grouping) {
        case Grouping::stage:
        case Grouping::substage: return {text_cell(text), blank, launches};
        case Grouping::launch: return {text_cell(text), blank, blank, blank, blank, blank};
        case Grouping::kernel: return {text_cell(text), launches};
    }
    return {};
}

TimeScale scale_of(const Breakdown& breakdown) {
    double smallest = std::numeric_limits<double>::infinity();
    for (const auto& row : breakdown.rows)
        if (row.time_ns && *row.time_ns > 0) smallest = std::min(smallest, static_cast<double>(*row.time_ns));
    return time_scale(smallest, static_cast<double>(breakdown.total.time_ns.value_or(0)));
}

void add_values(std::vector<Cell>& cells, const BreakdownRow& row, const Breakdown& breakdown, const TimeScale& scale,
                double largest_share) {
    const auto time = row.time_ns ? std::optional(static_cast<double>(*row.time_ns) / scale.ns) : std::nullopt;
    cells.push_back(fixed_cell(time, scale.decimals, Provenance::measured));
    const auto percent = row.share ? std::optional(*row.share * 100) : std::nullopt;
    cells.push_back(fixed_cell(percent, 1, breakdown.weight_provenance));
    const bool whole = &row == &breakdown.total;
    cells.push_back(bar_cell(row.share && !whole && largest_share > 0 ? *row.share / largest_share : 0));
    const auto sectors = analyzer::global_sectors(row.counters);
    cells.push_back(sectors ? count_cell(sectors->value, sectors->provenance) : Cell{});
    for (const auto& ratio : ratios)
        cells.push_back(fixed_cell(row.derived.*ratio.member, ratio.decimals,
                                   analyzer::provenance_of(ratio.member, row.counters)));
}

/// The rows of greatest share, in their own order, and whether there are others.
std::vector<const BreakdownRow*> greatest(const Breakdown& breakdown, std::size_t most_rows) {
    std::vector<const BreakdownRow*> rows;
    for (const auto& row : breakdown.rows) rows.push_back(&row);
    if (most_rows == 0 || rows.size() <= most_rows) return rows;
    const auto share = [](const BreakdownRow* row) { return row->share.value_or(0); };
    std::ranges::stable_sort(rows, std::ranges::greater{}, share);
    rows.resize(most_rows - 1);
    std::ranges::sort(rows);  // rows lie side by side: the order of their addresses is that of the breakdown
    return rows;
}

/// The rows that are not in `shown` as one row.
BreakdownRow others(const Breakdown& breakdown, const std::vector<const BreakdownRow*>& shown,
                    std::uint64_t data_bytes) {
    BreakdownRow sum;
    sum.time_ns = 0;
    sum.share = 0;
    std::vector<LaunchRecord> rows;  // each row stands for one launch that did all its work
    for (const auto& row : breakdown.rows) {
        if (std::ranges::find(shown, &row) != shown.end()) continue;
        sum.launches += row.launches;
        sum.time_ns = sum.time_ns && row.time_ns ? std::optional(*sum.time_ns + *row.time_ns) : std::nullopt;
        sum.share = sum.share && row.share ? std::optional(*sum.share + *row.share) : std::nullopt;
        rows.emplace_back();
        rows.back().counters = row.counters;
        rows.back().duration_ns = row.time_ns;
    }
    sum.counters = analyzer::sum_counters(rows);
    sum.derived = analyzer::derive(sum.counters, data_bytes);
    return sum;
}

}  // namespace

std::string breakdown_title(const Breakdown& breakdown) {
    std::string title;
    switch (breakdown.grouping) {
        case Grouping::stage: title = "By stage"; break;
        case Grouping::substage: title = "By substage"; break;
        case Grouping::launch: title = "By launch"; break;
        case Grouping::kernel: title = "By kernel"; break;
    }
    switch (breakdown.weight) {
        case Weight::time: return title + "; shares are of the measured kernel time";
        case Weight::sectors:
            return fmt::format("{}; shares are of the {} sectors loaded and stored", title,
                               name_of(breakdown.weight_provenance));
        case Weight::none: return title + "; nothing was recorded that shares could be of";
    }
    return title;
}

Table breakdown_table(const Breakdown& breakdown, const CaseRecord& record, std::size_t most_rows) {
    const auto scale = scale_of(breakdown);
    auto columns = key_columns(breakdown.grouping);
    columns.push_back({"time", scale.unit, Align::right, 90});
    columns.push_back({"share", "%", Align::right, 80});
    columns.push_back({"", "", Align::left, 70, Fit::bar, 6});
    columns.push_back({"sectors", "32 B", Align::right, 75});
    const bool divergence = std::ranges::any_of(
        breakdown.rows, [](const BreakdownRow& row) { return row.derived.divergent_pct.has_value(); });
    for (const auto& ratio : ratios) {
        // Hardware without the count of divergent warps still has the efficiency of its branches.
        const bool instead = ratio.member == &Derived::branch_efficiency_pct && !divergence;
        columns.push_back({ratio.title, ratio.unit, Align::right, instead ? 65 : ratio.importance});
    }

    double largest = 0;
    for (const auto& row : breakdown.rows) largest = std::max(largest, row.share.value_or(0));
    Table table(std::move(columns));
    const auto shown = greatest(breakdown, most_rows);
    for (const auto* row : shown) {
        auto cells = key_cells(*row, breakdown.grouping, record);
        add_values(cells, *row, breakdown, scale, largest);
        table.row(std::move(cells));
    }
    if (shown.size() < breakdown.rows.size()) {
        const auto rest = others(breakdown, shown, record.workload.bytes());
        auto cells = sum_cells(fmt::format("{} more", breakdown.rows.size() - shown.size()), rest, breakdown.grouping);
        add_values(cells, rest, breakdown, scale, 0);
        table.row(std::move(cells));
    }
    table.rule();
    auto cells = sum_cells("total", breakdown.total, breakdown.grouping);
    add_values(cells, breakdown.total, breakdown, scale, 0);
    table.row(std::move(cells));
    return table;
}

}  // namespace sortscope::cli
