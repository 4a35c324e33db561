#include "gui/models/breakdown_chart.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <QStringList>

#include "gui/models/stage_columns.hpp"
#include "gui/models/text.hpp"

namespace sortscope::gui {
namespace {

using analyzer::Breakdown;
using analyzer::BreakdownRow;
using analyzer::Grouping;

constexpr std::size_t most_series = 8;  // more colours cannot be told apart
constexpr int longest_name = 40;

std::optional<double> as_double(std::optional<std::int64_t> value) {
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

std::optional<double> sectors(std::span<const CounterValue> counters) {
    const auto value = analyzer::global_sectors(counters);
    return value ? std::optional(static_cast<double>(value->value)) : std::nullopt;
}

std::optional<double> row_value(const BreakdownRow& row, Metric metric) {
    switch (metric) {
        case Metric::time:
            return as_double(row.time_ns);
        case Metric::sectors:
            return sectors(row.counters);
        case Metric::load_efficiency:
            return row.derived.gld_efficiency_pct;
        case Metric::store_efficiency:
            return row.derived.gst_efficiency_pct;
        case Metric::load_size:
            return row.derived.gld_bytes_per_request;
        case Metric::divergence:
            return row.derived.divergent_pct;
    }
    return std::nullopt;
}

std::optional<double> launch_value(const LaunchRecord& launch, Metric metric) {
    if (metric == Metric::time) return as_double(launch.duration_ns);
    if (metric == Metric::sectors) return sectors(launch.counters);
    return std::nullopt;
}

bool adds_up(Metric metric) { return metric == Metric::time || metric == Metric::sectors; }

std::optional<Provenance> ratio_source(const BreakdownRow& row,
                                       std::optional<double> analyzer::Derived::*member) {
    return analyzer::provenance_of(member, row.counters);
}

std::optional<Provenance> row_source(const BreakdownRow& row, Metric metric) {
    switch (metric) {
        case Metric::time:
            return row.time_ns ? std::optional(Provenance::measured) : std::nullopt;
        case Metric::sectors: {
            const auto value = analyzer::global_sectors(row.counters);
            return value ? std::optional(value->provenance) : std::nullopt;
        }
        case Metric::load_efficiency:
            return ratio_source(row, &analyzer::Derived::gld_efficiency_pct);
        case Metric::store_efficiency:
            return ratio_source(row, &analyzer::Derived::gst_efficiency_pct);
        case Metric::load_size:
            return ratio_source(row, &analyzer::Derived::gld_bytes_per_request);
        case Metric::divergence:
            return ratio_source(row, &analyzer::Derived::divergent_pct);
    }
    return std::nullopt;
}

/// "modelled", or all sources that occur, in the order of the vocabulary.
QString sources_text(const Breakdown& breakdown, Metric metric) {
    QStringList names;
    for (const auto& known : EnumTable<Provenance>::names())
        if (std::any_of(breakdown.rows.begin(), breakdown.rows.end(),
                        [&](const BreakdownRow& row) { return row_source(row, metric) == known.value; }))
            names << to_qstring(known.name);
    return names.join(QStringLiteral(" and "));
}

QString tick_text(const BreakdownRow& row, Grouping grouping) {
    switch (grouping) {
        case Grouping::stage:
            return QString::number(row.stage);
        case Grouping::substage:
            return QStringLiteral("%1.%2").arg(row.stage).arg(row.substage);
        case Grouping::launch:
            return QString::number(row.first_launch);
        case Grouping::kernel:
            return to_qstring(row.label);
    }
    return {};
}

QString number_text(double value, Metric metric, const QString& unit) {
    if (metric == Metric::time) return decimal_text(value, unit == u"ns" ? 0 : 3) + u' ' + unit;
    if (metric == Metric::sectors) return decimal_text(value, 0) + QStringLiteral(" sectors");
    return decimal_text(value, 1) + u' ' + unit;
}

QString bar_tooltip(const BreakdownRow& row, const ChartBar& bar, Grouping grouping, Metric metric,
                    const QString& unit) {
    QString text = row_text(row, grouping);
    text += u'\n' + metric_text(metric) + QStringLiteral(": ") +
            (bar.value ? number_text(*bar.value, metric, unit) : QStringLiteral("absent"));
    if (const auto source = row_source(row, metric); source && bar.value)
        text += QStringLiteral(" (%1)").arg(provenance_text(*source));
    if (row.share && adds_up(metric))
        text += QStringLiteral("\nShare: %1 %").arg(decimal_text(100 * *row.share, 1));
    text +=
        row.launches == 1 ? QStringLiteral("\n1 launch") : QStringLiteral("\n%1 launches").arg(row.launches);
    return text;
}

/// The row of the breakdown that each launch went into; -1 where none is found.
std::vector<std::ptrdiff_t> rows_of_launches(const CaseRecord& record, const Breakdown& breakdown) {
    std::map<std::pair<int, int>, std::ptrdiff_t> by_stage;
    std::map<std::string, std::ptrdiff_t> by_kernel;
    std::map<std::size_t, std::ptrdiff_t> by_launch;
    for (std::size_t i = 0; i < breakdown.rows.size(); ++i) {
        const auto& row = breakdown.rows[i];
        const auto at = static_cast<std::ptrdiff_t>(i);
        by_stage.try_emplace({row.stage, row.substage}, at);
        by_kernel.try_emplace(row.label, at);
        by_launch.try_emplace(row.first_launch, at);
    }
    const auto find = [](const auto& map, const auto& key) {
        const auto found = map.find(key);
        return found == map.end() ? std::ptrdiff_t{-1} : found->second;
    };
    std::vector<std::ptrdiff_t> rows;
    for (const auto& launch : record.launches) {
        switch (breakdown.grouping) {
            case Grouping::stage:
                rows.push_back(find(by_stage, std::pair{launch.stage.stage, 0}));
                break;
            case Grouping::substage:
                rows.push_back(find(by_stage, std::pair{launch.stage.stage, launch.stage.substage}));
                break;
            case Grouping::launch:
                rows.push_back(find(by_launch, launch.index));
                break;
            case Grouping::kernel:
                rows.push_back(find(by_kernel, launch.kernel));
                break;
        }
    }
    return rows;
}

/// Splits every bar by kernel, in order of first launch; kernels beyond the colours there are share the last
/// series.
std::vector<ChartSeries> split_by_kernel(const CaseRecord& record, const Breakdown& breakdown, Metric metric,
                                         double scale, const QString& mark) {
    std::vector<ChartSeries> series;
    std::map<std::string, std::size_t> of_kernel;
    for (const auto& launch : record.launches) of_kernel.try_emplace(launch.kernel, of_kernel.size());
    // try_emplace numbers kernels in order of first launch because size() grows with each new one.
    const bool crowded = of_kernel.size() > most_series;
    const std::size_t count = crowded ? most_series : of_kernel.size();
    series.resize(count);
    for (const auto& [kernel, position] : of_kernel) {
        auto& one = series[std::min(position, count - 1)];
        const bool other = crowded && position >= count - 1;
        one.tooltip =
            other ? QStringLiteral("%1 other kernels").arg(of_kernel.size() - count + 1) : to_qstring(kernel);
        one.name = (other ? one.tooltip : elided(one.tooltip, longest_name)) + mark;
        one.values.resize(breakdown.rows.size());
    }
    const auto rows = rows_of_launches(record, breakdown);
    for (std::size_t i = 0; i < record.launches.size(); ++i) {
        const auto value = launch_value(record.launches[i], metric);
        if (!value || rows[i] < 0) continue;
        auto& cell = series[std::min(of_kernel[record.launches[i].kernel], count - 1)]
                         .values[static_cast<std::size_t>(rows[i])];
        cell = cell.value_or(0) + *value / scale;
    }
    return series;
}

}  // namespace

QString metric_text(Metric metric) {
    switch (metric) {
        case Metric::time:
            return QStringLiteral("Time");
        case Metric::sectors:
            return QStringLiteral("Sectors loaded and stored");
        case Metric::load_efficiency:
            return QStringLiteral("Load efficiency");
        case Metric::store_efficiency:
            return QStringLiteral("Store efficiency");
        case Metric::load_size:
            return QStringLiteral("Bytes per load request");
        case Metric::divergence:
            return QStringLiteral("Divergent branches");
    }
    return {};
}

std::vector<Metric> available_metrics(const Breakdown& breakdown) {
    std::vector<Metric> metrics;
    for (const auto metric : {Metric::time, Metric::sectors, Metric::load_efficiency,
                              Metric::store_efficiency, Metric::load_size, Metric::divergence})
        if (std::any_of(breakdown.rows.begin(), breakdown.rows.end(),
                        [&](const BreakdownRow& row) { return row_value(row, metric).has_value(); }))
            metrics.push_back(metric);
    return metrics;
}

QString no_launches_sentence(const CaseRecord& record) {
    if (!record.launches.empty()) return {};
    if (record.status == CaseStatus::refused || record.status == CaseStatus::failed)
        return QStringLiteral("This case was %1, so there is nothing to break down. %2")
            .arg(record.status == CaseStatus::refused ? QStringLiteral("refused")
                                                      : QStringLiteral("not finished"),
                 to_qstring(record.message));
    if (record.backend == BackendKind::cpu)
        return QStringLiteral(
            "This sort runs on the CPU, in one piece: it has no kernel launches to break down. "
            "Its time is above, and its curve under Throughput.");
    return QStringLiteral(
        "No kernel launch was recorded for this case. Its notes above say what was lost, if anything was.");
}

BreakdownChart breakdown_chart(const CaseContents& contents, Grouping grouping, Metric metric) {
    BreakdownChart chart;
    const auto& breakdown = contents.breakdown(grouping);
    chart.empty_text = no_launches_sentence(contents.record);
    if (!chart.empty_text.isEmpty()) return chart;
    const auto metrics = available_metrics(breakdown);
    if (std::find(metrics.begin(), metrics.end(), metric) == metrics.end()) {
        chart.empty_text =
            QStringLiteral("This case has no values for \u201c%1\u201d. Choose another measure.")
                .arg(metric_text(metric));
        return chart;
    }

    double largest = 0;
    for (const auto& row : breakdown.rows) largest = std::max(largest, row_value(row, metric).value_or(0));
    const auto time = time_unit(largest);
    const double scale = metric == Metric::time ? time.ns : 1;
    chart.unit = metric == Metric::time        ? time.name
                 : metric == Metric::sectors   ? QStringLiteral("sectors")
                 : metric == Metric::load_size ? QStringLiteral("bytes")
                                               : QStringLiteral("%");
    chart.largest = largest / scale;
    const QString source = sources_text(breakdown, metric);
    chart.value_title =
        metric == Metric::sectors
            ? QStringLiteral("sectors loaded and stored (%1)").arg(source)
            : QStringLiteral("%1 (%2, %3)").arg(metric_text(metric).toLower(), chart.unit, source);
    chart.key_title = grouping_text(grouping);
    if (grouping == Grouping::substage) chart.key_title = QStringLiteral("stage.substage");

    int stage = 0;
    for (const auto& row : breakdown.rows) {
        ChartBar bar;
        bar.tick = tick_text(row, grouping);
        bar.stage = row.stage;
        bar.first_of_stage = chart.bars.empty() || row.stage != stage;
        stage = row.stage;
        if (const auto value = row_value(row, metric)) bar.value = *value / scale;
        bar.tooltip = bar_tooltip(row, bar, grouping, metric, chart.unit);
        chart.bars.push_back(std::move(bar));
    }
    chart.names = grouping == Grouping::kernel;
    chart.bands = grouping == Grouping::substage || grouping == Grouping::launch;

    const QString mark = source == u"measured" ? QString() : QStringLiteral(" (%1)").arg(source);
    if (adds_up(metric)) {
        chart.series = split_by_kernel(contents.record, breakdown, metric, scale, mark);
    } else {
        ChartSeries all{metric_text(metric) + mark, {}, {}};
        for (const auto& bar : chart.bars) all.values.push_back(bar.value);
        chart.series.push_back(std::move(all));
    }
    return chart;
}

}  // namespace sortscope::gui
