#include "gui/models/stage_columns.hpp"

#include <algorithm>
#include <utility>

#include "gui/models/text.hpp"

namespace sortscope::gui {
namespace {

using analyzer::Breakdown;
using analyzer::BreakdownRow;
using analyzer::Derived;
using analyzer::Grouping;
using analyzer::Weight;
using Number = std::optional<double>;

StageColumn text_column(const char* title, const char* description,
                        std::function<QString(const BreakdownRow&)> text) {
    StageColumn column;
    column.title = QString::fromLatin1(title);
    column.description = QString::fromLatin1(description);
    column.text = std::move(text);
    column.row_provenance = [](const BreakdownRow&) { return std::optional<Provenance>(); };
    return column;
}

StageColumn number_column(const char* title, const QString& unit, const char* description,
                          std::function<Number(const BreakdownRow&)> value,
                          std::function<QString(double)> write) {
    StageColumn column = text_column(title, description, {});
    column.unit = unit;
    column.value = std::move(value);
    column.text = [read = column.value, write = std::move(write)](const BreakdownRow& row) {
        const auto number = read(row);
        return number ? write(*number) : absent_text();
    };
    return column;
}

QString whole(double value) { return grouped_text(static_cast<std::int64_t>(value)); }
QString percent(double value) { return decimal_text(value, 1) + QStringLiteral(" %"); }

StageColumn counter_column(CounterId id, const std::string& title, bool shown) {
    const auto& info = counter_info(id);
    auto column = number_column(
        title.c_str(), to_qstring(info.unit), "",
        [id](const BreakdownRow& row) -> Number {
            const auto value = analyzer::preferred(row.counters, id);
            return value ? Number(static_cast<double>(value->value)) : std::nullopt;
        },
        whole);
    column.description = to_qstring(info.description);
    column.shown = shown;
    if (!column.title.contains(column.unit, Qt::CaseInsensitive)) column.shown_unit = column.unit;
    column.row_provenance = [id](const BreakdownRow& row) {
        const auto value = analyzer::preferred(row.counters, id);
        return value ? std::optional(value->provenance) : std::nullopt;
    };
    return column;
}

StageColumn derived_column(const char* title, const char* unit, const char* description,
                           std::optional<double> Derived::*member, bool shown = true) {
    const bool is_percent = QByteArray(unit) == "%";
    auto column = number_column(
        title, QString::fromLatin1(unit), description,
        [member](const BreakdownRow& row) { return row.derived.*member; },
        is_percent ? std::function<QString(double)>(percent)
                   : [](double value) { return decimal_text(value, 1); });
    column.shown = shown;
    column.row_provenance = [member](const BreakdownRow& row) {
        return analyzer::provenance_of(member, row.counters);
    };
    return column;
}

StageColumn number_of_row(const char* title, const char* description,
                          std::function<Number(const BreakdownRow&)> value) {
    auto column = number_column(title, {}, description, std::move(value), whole);
    column.names_row = true;
    return column;
}

void add_names(std::vector<StageColumn>& columns, const Breakdown& breakdown) {
    const auto grouping = breakdown.grouping;
    if (grouping == Grouping::launch)
        columns.push_back(number_of_row("Launch", "Order of launching, from 0.", [](const BreakdownRow& row) {
            return Number(static_cast<double>(row.first_launch));
        }));
    if (grouping != Grouping::kernel)
        columns.push_back(number_of_row("Stage", "Stage of the sort, from 1.", [](const BreakdownRow& row) {
            return row.stage > 0 ? Number(row.stage) : std::nullopt;
        }));
    if (grouping == Grouping::substage || grouping == Grouping::launch)
        columns.push_back(number_of_row(
            "Substage", "Substage within its stage, from 1.",
            [](const BreakdownRow& row) { return row.substage > 0 ? Number(row.substage) : std::nullopt; }));
    const bool by_kernel = grouping == Grouping::kernel;
    columns.push_back(text_column(by_kernel ? "Kernel" : "Label",
                                  by_kernel ? "The kernel's name." : "The name the source gives the step.",
                                  [](const BreakdownRow& row) { return to_qstring(row.label); }));
    columns.back().names_row = true;
    columns.push_back(number_column(
        "Launches", {}, "Kernel launches of the row.",
        [](const BreakdownRow& row) { return Number(static_cast<double>(row.launches)); }, whole));
    // One launch a row everywhere says nothing that the rows themselves do not.
    columns.back().shown = std::any_of(breakdown.rows.begin(), breakdown.rows.end(),
                                       [](const BreakdownRow& row) { return row.launches != 1; });
}

void add_weights(std::vector<StageColumn>& columns, const Breakdown& breakdown) {
    std::int64_t largest = 0;
    for (const auto& row : breakdown.rows) largest = std::max(largest, row.time_ns.value_or(0));
    const auto unit = time_unit(static_cast<double>(largest));
    auto time = number_column(
        "Time", unit.name, "Duration of the row's launches, from the activity trial.",
        [factor = unit.ns](const BreakdownRow& row) -> Number {
            return row.time_ns ? Number(static_cast<double>(*row.time_ns) / factor) : std::nullopt;
        },
        [decimals = unit.ns > 1 ? 3 : 0, name = unit.name](double value) {
            return decimal_text(value, decimals) + u' ' + name;
        });
    time.row_provenance = [](const BreakdownRow& row) {
        return row.time_ns ? std::optional(Provenance::measured) : std::nullopt;
    };
    columns.push_back(std::move(time));
    auto share = number_column(
        "Share", QStringLiteral("%"),
        breakdown.weight == Weight::time ? "The row's part of the time of all launches."
                                         : "The row's part of all 32-byte sectors loaded and stored.",
        [](const BreakdownRow& row) { return row.share; }, [](double value) { return percent(100 * value); });
    share.is_share = true;
    share.title = breakdown.weight == Weight::time ? QStringLiteral("Share of time")
                                                   : QStringLiteral("Share of sectors");
    share.row_provenance = [source = breakdown.weight_provenance](const BreakdownRow& row) {
        return row.share ? std::optional(source) : std::nullopt;
    };
    columns.push_back(std::move(share));
}

void add_ratios(std::vector<StageColumn>& columns) {
    using enum CounterId;
    columns.push_back(counter_column(gld_sectors, "Sectors loaded", true));
    columns.push_back(counter_column(gst_sectors, "Sectors stored", true));
    columns.push_back(derived_column("Bytes per load", "bytes/request",
                                     "Bytes that the threads of one load request ask for.",
                                     &Derived::gld_bytes_per_request));
    columns.push_back(derived_column("Bytes per store", "bytes/request",
                                     "Bytes that the threads of one store request write.",
                                     &Derived::gst_bytes_per_request));
    columns.push_back(derived_column("Load efficiency", "%",
                                     "Bytes asked for over bytes moved by global loads, in sectors of 32.",
                                     &Derived::gld_efficiency_pct));
    columns.push_back(derived_column("Store efficiency", "%",
                                     "Bytes written over bytes moved by global stores, in sectors of 32.",
                                     &Derived::gst_efficiency_pct));
    columns.push_back(derived_column("Divergent", "%",
                                     "Conditional branches whose warp had threads going both ways.",
                                     &Derived::divergent_pct));
    columns.push_back(derived_column("Branch efficiency", "%", "Branches whose warp went one way.",
                                     &Derived::branch_efficiency_pct, false));
    columns.push_back(derived_column("Warp execution", "%",
                                     "Threads that took part in an executed warp instruction.",
                                     &Derived::warp_execution_efficiency_pct, false));
    columns.push_back(derived_column("Occupancy", "%", "Warps resident on the SMs, of their warp slots.",
                                     &Derived::occupancy_pct, false));
    columns.push_back(derived_column("rho_l", "N keys' bytes",
                                     "Bytes loaded by the rule of compute capability 1.3 over N key bytes.",
                                     &Derived::rho_l, false));
    columns.push_back(derived_column("rho_s", "N keys' bytes",
                                     "Bytes stored by the rule of compute capability 1.3 over N key bytes.",
                                     &Derived::rho_s, false));
}

/// The one provenance of all the column's values, or nothing where they differ.
std::optional<Provenance> common_provenance(const StageColumn& column, const Breakdown& breakdown) {
    std::optional<Provenance> common;
    for (const auto& row : breakdown.rows) {
        const auto provenance = column.row_provenance(row);
        if (!provenance) continue;
        if (common && *common != *provenance) return std::nullopt;
        common = provenance;
    }
    return common;
}

}  // namespace

QString grouping_text(Grouping grouping) {
    switch (grouping) {
        case Grouping::stage:
            return QStringLiteral("stage");
        case Grouping::substage:
            return QStringLiteral("substage");
        case Grouping::launch:
            return QStringLiteral("launch");
        case Grouping::kernel:
            return QStringLiteral("kernel");
    }
    return {};
}

QString row_text(const BreakdownRow& row, Grouping grouping) {
    const QString label = to_qstring(row.label);
    if (grouping == Grouping::kernel) return label;
    QString text = QStringLiteral("stage %1").arg(row.stage);
    if (grouping != Grouping::stage) text += QStringLiteral(", substage %1").arg(row.substage);
    if (grouping == Grouping::launch) text = QStringLiteral("launch %1, ").arg(row.first_launch) + text;
    return label.isEmpty() ? text : text + QStringLiteral(" (%1)").arg(label);
}

std::vector<StageColumn> stage_columns(const Breakdown& breakdown) {
    std::vector<StageColumn> columns;
    add_names(columns, breakdown);
    add_weights(columns, breakdown);
    add_ratios(columns);
    for (const auto& info : counter_catalogue())
        if (info.id != CounterId::gld_sectors && info.id != CounterId::gst_sectors)
            columns.push_back(counter_column(info.id, std::string(info.name), false));
    std::erase_if(columns, [&](const StageColumn& column) {
        if (column.value)
            return std::none_of(breakdown.rows.begin(), breakdown.rows.end(),
                                [&](const BreakdownRow& row) { return column.value(row).has_value(); });
        return std::all_of(breakdown.rows.begin(), breakdown.rows.end(),
                           [&](const BreakdownRow& row) { return column.text(row).isEmpty(); });
    });
    for (auto& column : columns) column.provenance = common_provenance(column, breakdown);
    return columns;
}

}  // namespace sortscope::gui
