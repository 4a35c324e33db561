#include "present/charts/transactions.hpp"

#include <array>
#include <memory>
#include <string_view>

#include <fmt/core.h>

#include "present/charts/notes.hpp"
#include "present/provenance.hpp"
#include "present/tables/breakdown.hpp"

namespace sortscope::present {
namespace {

struct SizeMetric {
    std::string_view name;
    std::array<std::string_view, 2> now, old_rule;  ///< ids of loads and stores; empty if there is none
};
constexpr SizeMetric size_metrics[] = {
    {"32 bytes", {"gld_32b", "gst_32b"}, {"gld_32b_cc13", "gst_32b_cc13"}},
    {"64 bytes", {"gld_64b", "gst_64b"}, {"gld_64b_cc13", "gst_64b_cc13"}},
    {"96 bytes", {"gld_96b", "gst_96b"}, {}},
    {"128 bytes", {"gld_128b", "gst_128b"}, {"gld_128b_cc13", "gst_128b_cc13"}}};

}  // namespace

Chart transaction_chart(std::span<const OverlayCase> cases, Access access, bool old_rule) {
    Chart chart;
    if (cases.empty()) return chart;
    const char* what = access == Access::loads ? "loads" : "stores";
    const OverlayRows rows(cases);
    const auto grouping = rows.grouping;
    const auto names = overlay_names_of(cases);
    const auto in_row = cases.size();
    chart.title = fmt::format("Transactions of {} by size and {}{}", what, analyzer::name_of(grouping),
                              old_rule ? ", by the rule of compute capability 1.3" : "");
    chart.stacked = true;
    std::vector<std::pair<std::string_view, const Metric*>> sizes;
    for (const auto& size : size_metrics)
        if (const auto id = (old_rule ? size.old_rule : size.now)[access == Access::loads ? 0 : 1];
            !id.empty())
            sizes.emplace_back(size.name, &metric(id));
    std::set<Provenance> all_sources;
    for (std::size_t i = 0; i < in_row; ++i) {
        const auto& breakdown = *cases[i].breakdown;
        std::set<Provenance> sources;
        for (const auto& [name, metric] : sizes)
            for (const auto& row : breakdown.rows)
                if (const auto value = breakdown.value(*metric, row)) sources.insert(value->provenance);
        if (in_row > 1)
            chart.note += (i == 0 ? "" : "; ") + names[i] + (sources.empty() ? " (no sizes)" : "");
        if (sources.empty()) continue;
        all_sources.insert(sources.begin(), sources.end());
        for (std::size_t size = 0; size < sizes.size(); ++size) {
            const auto& metric = *sizes[size].second;
            Series own;
            own.name = sizes[size].first;
            own.add_sources(sources);
            auto series = std::ranges::find(chart.series, own.name, &Series::name);
            if (series == chart.series.end()) {
                own.kind = Series::Kind::bars;
                own.colour = size;
                series = chart.series.insert(series, std::move(own));
            }
            for (const auto& row : breakdown.rows) {
                const auto value = breakdown.value(metric, row);
                const auto at = rows.place(row) * in_row + i;
                auto hint = fmt::format("{}{}\n{} of {}: {}", in_row > 1 ? names[i] + "\n" : "",
                                        row_name(row, grouping), what, sizes[size].first,
                                        value ? format_value(metric, value->value) : "absent");
                if (value) hint += fmt::format(" ({})", name_of(value->provenance));
                series->points.push_back({.x = static_cast<double>(at),
                                          .y = value ? std::optional(value->value.as_double()) : std::nullopt,
                                          .row = at,
                                          .hint = std::move(hint)});
            }
        }
    }
    if (all_sources.empty()) {
        chart.note.clear();
        chart.empty_text = fmt::format(
            "No {} of this case have sizes: GPUs do not count them. Collect with --counting on a GPU, or "
            "with --backend simt without one.",
            what);
        return chart;
    }
    chart.x = rows.axis(names);
    if (in_row > 1) {
        chart.note =
            fmt::format("Bars of each {}, from left to right: {}.", analyzer::name_of(grouping), chart.note);
        for (std::size_t at = 0; at < rows.rows.size(); ++at) chart.x.foremost.push_back(at * in_row);
        for (std::size_t at = 1; at < rows.rows.size(); at += 2)
            chart.bands.push_back(
                {static_cast<double>(at * in_row) - 0.5, static_cast<double>((at + 1) * in_row) - 0.5});
    }
    for (auto& series : chart.series) series.sort_points();
    chart.y.unit = "transactions";
    chart.y.title = titled(fmt::format("transactions of {}", what), {}, all_sources);
    return chart;
}

Chart transaction_chart(const analyzer::Breakdown& breakdown, Access access, bool old_rule) {
    const OverlayCase one{nullptr, {std::shared_ptr<const void>(), &breakdown}};
    return transaction_chart(std::span(&one, 1), access, old_rule);
}

}  // namespace sortscope::present
