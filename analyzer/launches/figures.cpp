#include "analyzer/launches/figures.hpp"

#include <ranges>
#include <set>

#include "core/statistics.hpp"
#include "core/times.hpp"

namespace sortscope::analyzer {
std::vector<TransferSums> transfer_sums(const CaseRecord& record) {
    std::map<TransferKind, TransferSums> sums;
    for (const auto& transfer : record.transfers) {
        auto& sum = sums[transfer.kind];
        sum.kind = transfer.kind;
        ++sum.count;
        sum.bytes = checked_sum(sum.bytes, transfer.bytes);
        sum.time_ns = checked_sum(sum.time_ns, transfer.duration_ns);
    }
    const auto all = sums | std::views::values;
    return {all.begin(), all.end()};
}

TransferSums total_of(const std::vector<TransferSums>& sums) {
    TransferSums total;
    for (const auto& sum : sums) {
        total.count += sum.count;
        total.bytes = checked_sum(total.bytes, sum.bytes);
        total.time_ns = checked_sum(total.time_ns, sum.time_ns);
    }
    return total;
}

std::optional<double> transfer_rate(const TransferRecord& transfer) {
    return transfer.duration_ns > 0
               ? std::optional(1e9 * (double(transfer.bytes) / double(transfer.duration_ns)))
               : std::nullopt;
}

std::optional<double> series_peak(const SeriesRecord& series) {
    if (series.values.empty() || series.interval_ns <= 0) return std::nullopt;
    return 1e9 * (*std::ranges::max_element(series.values) / double(series.interval_ns));
}

TrialCounts trial_counts(const CaseRecord& record) {
    TrialCounts counts;
    std::map<std::pair<TrialKind, int>, TrialCounts::OfKind> kinds;
    counts.all = record.trials.size();
    for (const auto& trial : record.trials) {
        const auto mode = trial.kind == TrialKind::time ? trial.time_mode : TimeMode::none;
        auto& of = kinds[{trial.kind, -int(mode)}];  // graph first, warm-up last
        of.name = mode != TimeMode::none          ? name_of(mode)
                  : trial.kind == TrialKind::time ? "warm-up"
                                                  : name_of(trial.kind);
        ++of.count;
        of.rejected += !trial.accepted;
        counts.verified += trial.verified;
    }
    for (const auto& [key, of] : kinds) counts.kinds.push_back(of);
    return counts;
}

std::optional<double> required_gb_per_s(const CaseRecord& record) {
    const auto ns = record.status == CaseStatus::ok && record.time ? record.time->median_ns : 0;
    if (record.required_bytes == 0 || ns <= 0) return std::nullopt;
    return double(record.required_bytes) / double(ns);
}

std::optional<MetricValue> mean_launch_pct(const Breakdown& breakdown, const Metric& metric) {
    const auto value = breakdown.value(metric, breakdown.total);
    if (!value || breakdown.total.sums.launches == 0) return std::nullopt;
    return MetricValue{100 * value->value.as_double() / double(breakdown.total.sums.launches),
                       value->provenance};
}

std::vector<Provenance> provenances(const CaseRecord& record, const Breakdown& breakdown) {
    std::set<Provenance> occurring;
    if (record.time) occurring.insert(Provenance::measured);
    for (const auto& row : breakdown.rows) {
        if (row.sums.time_ns) occurring.insert(Provenance::measured);
        for (const auto& value : row.sums.counters) occurring.insert(value.provenance);
    }
    // Refused and failed cases have no figures, so no provenance.
    if (occurring.empty() && record.status == CaseStatus::ok)
        occurring.insert(record.backend == BackendKind::simt ? Provenance::modelled : Provenance::measured);
    return {occurring.begin(), occurring.end()};
}

std::optional<int64_t> launch_overhead_ns(const CaseRecord& record) {
    const auto* stream = time_in(record, TimeMode::stream);
    const auto* graph = time_in(record, TimeMode::graph);
    if (stream == nullptr || graph == nullptr) return std::nullopt;
    return stream->median_ns - graph->median_ns;
}

std::optional<WaveOccupancy> wave_occupancy(const Device& device, const LaunchRecord& launch) {
    auto occupancy = theoretical_occupancy(device, launch);
    if (!occupancy || occupancy->blocks == 0 || device.multiprocessors <= 0) return std::nullopt;
    const double waves = double(launch.grid.count()) / (double(occupancy->blocks) * device.multiprocessors);
    return WaveOccupancy{std::move(*occupancy), waves, std::ceil(waves) - waves};
}

std::optional<LaunchSpan> span_of(const CaseRecord& details, std::span<const LaunchRecord> launches) {
    if (details.launch_span || launches.size() < details.launch_count) return details.launch_span;
    LaunchSpanner spanner;
    for (const auto& launch : launches) spanner.add(launch.start_ns, launch.duration_ns);
    return spanner.span();
}

std::vector<TrialBin> trial_histogram(std::span<const double> times_ns, size_t most) {
    if (times_ns.empty()) return {};
    std::vector<double> sorted(times_ns.begin(), times_ns.end());
    std::ranges::sort(sorted);
    const double least = sorted.front(), range = sorted.back() - least;
    const double quartiles = quantile(sorted, 0.75) - quantile(sorted, 0.25);
    size_t count = range > 0 ? most : 1;
    if (range > 0 && quartiles > 0) {
        const double width = 2 * quartiles / std::cbrt(double(sorted.size()));
        count = size_t(std::clamp(std::ceil(range / width), 1.0, double(most)));
    }
    std::vector<TrialBin> bins(count);
    for (size_t i = 0; i < count; ++i) {
        bins[i].from_ns = least + range * double(i) / double(count);
        bins[i].to_ns = least + range * double(i + 1) / double(count);
    }
    for (const double time : sorted) {
        const auto bin = range > 0 ? size_t((time - least) / range * double(count)) : 0;
        ++bins[std::min(bin, count - 1)].trials;
    }
    return bins;
}

std::vector<TrialGroup> trial_groups(const CaseRecord& record, size_t most) {
    const auto trials = accepted_times(record.trials, record.time_mode);
    const size_t size = std::max<size_t>(1, (trials.size() + most - 1) / std::max<size_t>(most, 1));
    std::vector<TrialGroup> groups;
    for (size_t begin = 0; begin < trials.size();) {
        size_t end = begin;
        std::vector<double> times;
        while (end < trials.size() && end - begin < size && trials[end]->round == trials[begin]->round)
            times.push_back(double(*trials[end++]->duration_ns));
        const auto [least, greatest] = std::ranges::minmax(times);
        groups.push_back({trials[begin]->round, trials[begin]->index, trials[end - 1]->index, median(times),
                          least, greatest});
        begin = end;
    }
    return groups;
}
}
