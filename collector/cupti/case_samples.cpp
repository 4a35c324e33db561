// Sampling runs: series over time and stalled warps.
#include <algorithm>
#include <chrono>

#include <fmt/ranges.h>

#include "collector/cupti/case_run.hpp"

namespace sortscope::cupti {
namespace {
/// Empty if CUPTI gave no times.
std::optional<SortSpan> span_of(const Activities& seen, const std::vector<LaunchRecord>& launches) {
    std::optional<SortSpan> span;
    for (const auto& kernel : seen.kernels) {
        if (!kernel.start_ns) continue;
        const auto start = uint64_t(*kernel.start_ns);
        const auto end = start + uint64_t(*kernel.duration_ns);
        if (!span) span = {start, end, launches.empty() ? 0 : launches.front().start_ns.value_or(0)};
        span->first_ns = std::min(span->first_ns, start);
        span->last_ns = std::max(span->last_ns, end);
    }
    return span;
}

int64_t expected_ns(GpuCase& of) {
    if (of.record.time) return of.record.time->median_ns;
    using Clock = std::chrono::steady_clock;
    of.prepare();
    const auto begin = Clock::now();
    of.run_sort();
    of.session.stream().wait();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
}

/// Notes why nothing was sampled. A resumed sweep does not ask again: the record has the pass either way.
template <class Sampler>
void try_sampling(GpuCase& of, std::string_view set, std::string_view what, OnDemand<Sampler>& sampler,
                  void (*sample)(GpuCase&, Sampler&)) {
    Profilers& profilers = of.session.profilers();
    if (sampler) {
        try {
            sample(of, *sampler);
        } catch (const CuptiError& error) {
            of.lost(fmt::format("{} were not taken. {}", what, error.what()));
            if (error.kind() == ErrorKind::environment)
                sampler.give_up(error.what());
            else
                profilers.switch_off();
        }
        if (!of.options.keep_profiler) profilers.switch_off();
    } else {
        of.lost(fmt::format("{} were not taken. {}", what, sampler.why_not()));
    }
    keep_attempts(of.record, {{std::string(set), Provenance::measured, several_passes}});
}

/// Activity records of the same run align the samples to the launches; without them the samples show the
/// sort's start.
PmSamples sample_run(GpuCase& of, PmSampler& sampler, Activities& seen) {
    std::optional<ActivityRecorder> recorder;
    try {
        recorder.emplace(of.session.api());
        recorder->start();
    } catch (const CuptiError&) {
        recorder.reset();
    }
    sampler.start();
    of.run_sort();
    PmSamples samples = sampler.stop();
    if (recorder) seen = recorder->stop();
    return samples;
}

void sample_series(GpuCase& of, PmSampler& sampler) {
    std::vector<std::string> names;
    std::vector<std::pair<std::string, std::string>> metrics;
    for (const auto& metric : series_metrics()) {
        if (auto name = sampler.chip().first_of(metric.names)) {
            metrics.emplace_back(*name, metric.unit);
            names.push_back(std::move(*name));
        } else {
            of.lost(sampler.chip().unknown_metric_sentence(metric.names));
        }
    }
    const int64_t expected = expected_ns(of);
    const int64_t interval = sampling_interval_ns(expected, sampler.interval_ns());
    if (of.stopped() || names.empty()) return;
    sampler.configure(names, interval, size_t(expected / interval));
    of.prepare();
    Activities seen;
    const PmSamples samples = sample_run(of, sampler, seen);
    const PassNumber number = of.counter_trial(fmt::format("over time: {}", fmt::join(names, ", ")));
    auto series = make_series(metrics, samples, span_of(seen, of.record.launches));
    std::ranges::move(series.records, std::back_inserter(of.record.series));
    for (auto& note : series.notes) of.note(note.severity, std::move(note.text));
    of.record.passes.push_back({std::string(series_pass), Provenance::measured, number});
}

void sample_stalls(GpuCase& of, PcSampler& sampler) {
    const auto& modules = of.session.profilers().modules();
    of.prepare();
    sampler.start();
    of.run_sort();
    const PcSamples samples = sampler.stop();
    const PassNumber number = of.counter_trial("samples of stalled warps");
    auto stalls = stall_records(samples, modules.get());
    std::ranges::move(stalls.records, std::back_inserter(of.record.stalls));
    for (auto& note : stalls.notes) of.note(note.severity, std::move(note.text));
    if (!modules && !of.record.stalls.empty())
        of.note(Severity::info, "Stall samples have no source lines. " + modules.why_not());
    of.record.passes.push_back({std::string(stalls_pass), Provenance::measured, number});
}
}  // namespace

void take_series(GpuCase& of, const ReportProgress&) {
    try_sampling(of, series_pass, "Series over time", of.session.profilers().series(), sample_series);
}

void take_stalls(GpuCase& of, const ReportProgress&) {
    try_sampling(of, stalls_pass, "Stall samples", of.session.profilers().stalls(), sample_stalls);
}
}
