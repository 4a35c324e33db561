#include "present/charts/breakdown_overlay.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/core.h>

#include "analyzer/devices.hpp"
#include "analyzer/timing/difference.hpp"
#include "core/condition.hpp"
#include "core/text.hpp"
#include "present/charts/breakdown.hpp"
#include "present/charts/transactions.hpp"
#include "present/palette.hpp"
#include "present/provenance.hpp"
#include "present/tables/breakdown.hpp"
#include "present/tables/condition_columns.hpp"
#include "present/tables/metrics.hpp"

namespace sortscope::present {
namespace {

using analyzer::BreakdownRow;
using analyzer::Grouping;

/// Rows of two cases with one key are the same row.
using OverlayRowKey = std::tuple<int, int, std::string>;
OverlayRowKey overlay_key_of(const BreakdownRow& row, Grouping grouping) {
    switch (grouping) {
        case Grouping::stage:
            return {row.sums.stage, 0, {}};
        case Grouping::substage:
            return {row.sums.stage, row.sums.substage, {}};
        case Grouping::launch:
            return {static_cast<int>(row.sums.first_launch), 0, {}};
        case Grouping::kernel:
            return {0, 0, row.sums.kernel};
    }
    return {};
}

struct OverlayRows {
    std::vector<const BreakdownRow*> rows;
    std::map<OverlayRowKey, std::size_t> places;
};

OverlayRows overlay_rows_of(std::span<const OverlayCase> cases, Grouping grouping) {
    OverlayRows all;
    for (const auto& one : cases)
        for (const auto& row : one.breakdown->rows)
            if (all.places.emplace(overlay_key_of(row, grouping), all.rows.size()).second)
                all.rows.push_back(&row);
    return all;
}

std::vector<std::string> names_of_cases(std::span<const OverlayCase> cases) {
    std::vector<const CaseRecord*> records;
    for (const auto& one : cases) records.push_back(one.record);
    return overlay_names(records);
}

void set_up_overlay_rows(Chart& chart, const OverlayRows& rows, Grouping grouping) {
    std::vector<std::string> ticks;
    for (const auto* row : rows.rows) ticks.push_back(row_tick(*row, grouping));
    chart.x = row_axis(grouping, std::move(ticks));
}

/// Colours of variants, or of places if two variants share one.
std::vector<std::size_t> overlay_colours(std::span<const OverlayCase> cases) {
    std::vector<std::size_t> colours, places;
    for (const auto& one : cases) {
        colours.push_back(variant_colour(one.record->subject.name));
        places.push_back(places.size());
    }
    return std::set(colours.begin(), colours.end()).size() == colours.size() ? colours : places;
}

}  // namespace

Chart breakdown_overlay_chart(std::span<const OverlayCase> cases, const Metric& metric) {
    Chart chart;
    if (cases.empty()) return chart;
    const auto grouping = cases.front().breakdown->grouping;
    const auto names = names_of_cases(cases);
    const auto rows = overlay_rows_of(cases, grouping);
    const bool time = &metric == &time_metric();
    chart.title = fmt::format("{} by {}", metric.title, analyzer::name_of(grouping));
    set_up_overlay_rows(chart, rows, grouping);
    double shortest = std::numeric_limits<double>::infinity(), longest = 0, most = 0;
    std::set<Provenance> sources;
    std::vector<std::string> without;
    std::vector<std::vector<std::optional<MetricValue>>> values(cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
        values[i].resize(rows.rows.size());
        bool any = false;
        for (const auto& row : cases[i].breakdown->rows)
            if (const auto value = cases[i].breakdown->value(metric, row)) {
                values[i][rows.places.at(overlay_key_of(row, grouping))] = value;
                most = std::max(most, value->value.as_double());
                sources.insert(value->provenance);
                any = true;
            }
        if (!any) without.push_back(names[i]);
    }
    if (sources.empty()) {
        chart.x.ticks.clear();
        chart.empty_text = fmt::format(
            "None of these cases has values for \u201c{}\u201d. Choose another measure.", metric.title);
        return chart;
    }
    // Each case alone decides the unit, so that bars keep it when others are added.
    for (const auto& one : cases)
        if (const auto times = one.breakdown->times_ns(); time && times)
            shortest = std::min(shortest, times->first), longest = std::max(longest, times->second);
    const auto scale = time_scale(std::min(shortest, longest), longest);
    const double unit = time ? scale.ns : 1;
    const auto colours = overlay_colours(cases);
    std::vector<Condition> conditions;
    std::vector<Condition*> shown;
    for (const auto& one : cases) conditions.push_back(condition_of(*one.record));
    for (auto& condition : conditions) shown.push_back(&condition);
    analyzer::disambiguate_devices(shown);
    std::vector<std::vector<std::string>> hints;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        Series series;
        series.kind = Series::Kind::bars;
        series.name = names[i];
        series.sentence = conditions[i].label();
        series.emphasised = i == 0;
        series.colour = colours[i];
        std::set<Provenance> own;
        auto& texts = hints.emplace_back();
        for (std::size_t at = 0; at < rows.rows.size(); ++at) {
            Point point;
            point.x = static_cast<double>(at);
            point.row = at;
            std::string text = fmt::format("{}\n{}: ", names[i], row_name(*rows.rows[at], grouping));
            if (const auto& value = values[i][at]) {
                point.y = value->value.as_double() / unit;
                own.insert(value->provenance);
                text += fmt::format(
                    "{} {} ({})", metric.title,
                    time ? format_time_ns(value->value.as_double()) : format_value(metric, value->value),
                    name_of(value->provenance));
                if (const auto& base = values[0][at]; i > 0 && base)
                    if (const auto ratio = analyzer::ratio_to(*base, *value))
                        text += fmt::format("\n{} of {}", format_ratio(*ratio), names[0]);
            } else {
                text += "absent";
            }
            texts.push_back(std::move(text));
            series.points.push_back(std::move(point));
        }
        if (own.size() == 1) series.provenance = *own.begin();
        if (!own.empty() && own != std::set{Provenance::measured})
            series.name += fmt::format(" ({})", provenance_names(own));
        chart.series.push_back(std::move(series));
    }
    if (!without.empty()) {
        std::string list;
        for (const auto& name : without) list += (list.empty() ? "" : "; ") + name;
        chart.note = fmt::format("Without such values: {}.", list);
    }
    chart.y.unit = time ? scale.unit : std::string(metric.unit);
    chart.y.largest = most / unit;
    chart.y.title = fmt::format("{} ({}{})", metric.title, chart.y.unit.empty() ? "" : chart.y.unit + ", ",
                                provenance_names(sources));
    chart.tooltip = tooltip_of(std::move(hints));
    return chart;
}

Chart transaction_overlay_chart(std::span<const OverlayCase> cases, Access access, bool old_rule) {
    if (cases.empty()) return {};
    const auto grouping = cases.front().breakdown->grouping;
    const auto names = names_of_cases(cases);
    const auto rows = overlay_rows_of(cases, grouping);
    std::vector<Chart> charts;
    for (const auto& one : cases) charts.push_back(transaction_chart(*one.breakdown, access, old_rule));
    const auto usable = std::ranges::find_if(charts, [](const Chart& one) { return !one.empty(); });
    if (usable == charts.end()) return charts.front();
    Chart chart = *usable;
    std::vector<std::vector<std::string>> hints;
    std::set<Provenance> sources;
    chart.series.clear();
    chart.x.ticks.clear();
    chart.bands.clear();
    const auto in_row = cases.size();
    for (const auto* row : rows.rows)
        for (std::size_t i = 0; i < in_row; ++i)
            chart.x.ticks.push_back(row_tick(*row, grouping) + (i == 0 ? "" : ", " + names[i]));
    for (std::size_t at = 1; at < rows.rows.size(); at += 2) {
        Band band;
        band.from = static_cast<double>(at * in_row) - 0.5;
        band.to = static_cast<double>((at + 1) * in_row) - 0.5;
        chart.bands.push_back(band);
    }
    chart.note = fmt::format("Bars of each {}, from left to right: ", analyzer::name_of(grouping));
    for (std::size_t i = 0; i < in_row; ++i) {
        chart.note += (i == 0 ? "" : "; ") + names[i];
        if (charts[i].empty()) {
            chart.note += " (no sizes)";
            continue;
        }
        sources.merge(transaction_sources(*cases[i].breakdown, access, old_rule));
        for (std::size_t s = 0; s < charts[i].series.size(); ++s) {
            const auto& own = charts[i].series[s];
            // One series for each size and provenance.
            auto same = static_cast<std::size_t>(std::ranges::find(chart.series, own.name, &Series::name) -
                                                 chart.series.begin());
            if (same == chart.series.size()) {
                auto& added = chart.series.emplace_back(own);
                added.points.clear();
                hints.emplace_back();
            }
            for (std::size_t p = 0; p < own.points.size(); ++p) {
                auto point = own.points[p];
                const auto place =
                    rows.places.at(overlay_key_of(cases[i].breakdown->rows[point.row], grouping));
                point.x = static_cast<double>(place * in_row + i);
                point.row = place * in_row + i;
                chart.series[same].points.push_back(point);
                hints[same].push_back(names[i] + "\n" + charts[i].tooltip(s, p));
            }
        }
        chart.y.largest = std::max(chart.y.largest, charts[i].y.largest);
    }
    chart.y.title = transactions_title(access, sources);
    // Points are ordered by position, with their hints.
    for (std::size_t s = 0; s < chart.series.size(); ++s) {
        auto& points = chart.series[s].points;
        std::vector<std::size_t> order(points.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::ranges::sort(order, {}, [&](std::size_t i) { return points[i].x; });
        std::vector<Point> sorted;
        std::vector<std::string> texts;
        for (const auto i : order) sorted.push_back(points[i]), texts.push_back(hints[s][i]);
        points = std::move(sorted);
        hints[s] = std::move(texts);
    }
    chart.note += '.';
    chart.x.largest = static_cast<double>(chart.x.ticks.size()) - 1;
    chart.tooltip = tooltip_of(std::move(hints));
    return chart;
}

}  // namespace sortscope::present
