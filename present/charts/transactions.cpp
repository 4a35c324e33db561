#include "present/charts/transactions.hpp"

#include <array>
#include <set>
#include <string_view>

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/charts/breakdown.hpp"
#include "present/provenance.hpp"
#include "present/tables/breakdown.hpp"

namespace sortscope::present {
namespace {

struct SizeMetric {
    const char* name;
    std::string_view id;
};

std::vector<SizeMetric> sizes_of(Access access, bool old_rule) {
    const bool loads = access == Access::loads;
    if (old_rule)
        return {{"32 bytes", loads ? "gld_32b_cc13" : "gst_32b_cc13"},
                {"64 bytes", loads ? "gld_64b_cc13" : "gst_64b_cc13"},
                {"128 bytes", loads ? "gld_128b_cc13" : "gst_128b_cc13"}};
    return {{"32 bytes", loads ? "gld_32b" : "gst_32b"},
            {"64 bytes", loads ? "gld_64b" : "gst_64b"},
            {"96 bytes", loads ? "gld_96b" : "gst_96b"},
            {"128 bytes", loads ? "gld_128b" : "gst_128b"}};
}

}  // namespace

std::set<Provenance> transaction_sources(const analyzer::Breakdown& breakdown, Access access, bool old_rule) {
    std::set<Provenance> sources;
    for (const auto& size : sizes_of(access, old_rule))
        for (const auto& row : breakdown.rows)
            if (const auto value = breakdown.value(metric(size.id), row)) sources.insert(value->provenance);
    return sources;
}

std::string transactions_title(Access access, const std::set<Provenance>& sources) {
    return fmt::format("transactions of {} ({})", access == Access::loads ? "loads" : "stores",
                       provenance_names(sources));
}

Chart transaction_chart(const analyzer::Breakdown& breakdown, Access access, bool old_rule) {
    Chart chart;
    const char* what = access == Access::loads ? "loads" : "stores";
    chart.title =
        fmt::format("Transactions of {} by size and {}{}", what, analyzer::name_of(breakdown.grouping),
                    old_rule ? ", by the rule of compute capability 1.3" : "");
    chart.stacked = true;
    std::vector<std::string> ticks;
    for (const auto& row : breakdown.rows) ticks.push_back(row_tick(row, breakdown.grouping));
    chart.x = row_axis(breakdown.grouping, std::move(ticks));
    const auto sources = transaction_sources(breakdown, access, old_rule);
    std::vector<std::vector<std::string>> hints;
    std::vector<double> totals(breakdown.rows.size());
    for (const auto& size : sizes_of(access, old_rule)) {
        Series series;
        series.kind = Series::Kind::bars;
        series.name = size.name;
        series.sentence = std::string(metric(size.id).sentence);
        series.colour = chart.series.size();
        auto& texts = hints.emplace_back();
        for (std::size_t at = 0; at < breakdown.rows.size(); ++at) {
            const auto value = breakdown.value(metric(size.id), breakdown.rows[at]);
            Point point;
            point.x = static_cast<double>(at);
            point.row = at;
            if (value) {
                point.y = value->value.as_double();
                totals[at] += *point.y;
            }
            texts.push_back(fmt::format("{}\n{} of {}: {}{}",
                                        row_name(breakdown.rows[at], breakdown.grouping), what, size.name,
                                        value ? format_value(metric(size.id), value->value) : "absent",
                                        value ? fmt::format(" ({})", name_of(value->provenance)) : ""));
            series.points.push_back(std::move(point));
        }
        chart.series.push_back(std::move(series));
    }
    if (sources.empty()) {
        chart.series.clear();
        chart.empty_text = fmt::format(
            "No {} of this case have sizes: GPUs do not count them. Collect with --counting on a GPU, or "
            "with --backend simt without one.",
            what);
        return chart;
    }
    for (auto& series : chart.series) {
        if (sources.size() == 1) series.provenance = *sources.begin();
        if (sources != std::set{Provenance::measured})
            series.name += fmt::format(" ({})", provenance_names(sources));
    }
    for (const double total : totals) chart.y.largest = std::max(chart.y.largest, total);
    chart.y.unit = "transactions";
    chart.y.title = transactions_title(access, sources);
    chart.tooltip = tooltip_of(std::move(hints));
    return chart;
}

}  // namespace sortscope::present
