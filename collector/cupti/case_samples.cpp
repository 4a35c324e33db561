// Sampling runs: series over time and stalled warps.
#include <algorithm>
#include <chrono>

#include <fmt/ranges.h>

#include "collector/cupti/case_run.hpp"

namespace sortscope::cupti {
namespace {
constexpr const char* no_series = "Series over time were not taken. ";

/// In stream mode, a sampled sort pauses up to 0.75 ms after the first launch.
constexpr int64_t longest_pause_ns = 2'000'000;

int64_t expected_ns(GpuCase& of) {
    if (of.record.time) return of.record.time->median_ns;
    using Clock = std::chrono::steady_clock;
    of.prepare();
    const auto begin = Clock::now();
    of.run_sort();
    of.session.stream().wait();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
}

/// Samples, or adds a note on the failure. Records the pass always, so that a resumed sweep does not try
/// again.
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

/// Aligns the samples' stamps with the clock of activity records. Intervals above 5 us need no alignment.
void align_stamps(GpuCase& of, PmSampler& sampler, const std::vector<std::string>& metrics) {
    constexpr int64_t longest_interval_ns = 5000;
    constexpr int holds = 64;
    constexpr uint64_t hold_ns = 5000;
    const auto active = std::ranges::find_if(
        metrics, [](const std::string& name) { return name.starts_with("sm__cycles_active"); });
    if (sampler.is_shifted() || sampler.interval_ns() > longest_interval_ns || active == metrics.end())
        return;
    const cudaStream_t stream = of.session.stream().get();
    ActivityRecorder recorder(of.session.api());
    recorder.start();
    sampler.start();
    for (int i = 0; i < holds; ++i) {
        cuda::hold(stream, hold_ns);
        of.session.stream().wait();  // a pause after each hold
    }
    const auto samples = sampler.stop();
    sampler.shift_stamps(stamp_shift_ns(samples, size_t(active - metrics.begin()), recorder.stop().kernels));
}

/// One run; its samples and launches use the GPU's clock.
struct SampledRun {
    PmSamples samples;
    Activities seen;
};

SampledRun sampled_run(GpuCase& of, PmSampler& sampler, TimeMode mode) {
    ActivityRecorder recorder(of.session.api());
    recorder.start();  // before the graph is made, so that CUPTI records each node
    std::unique_ptr<cuda::Graph> graph;
    if (mode == TimeMode::graph) graph = of.sort->capture();
    of.prepare();
    sampler.start();
    if (graph)
        of.sort->run(*graph);
    else
        of.run_sort();
    auto samples = sampler.stop();
    return {std::move(samples), recorder.stop()};
}

/// Why the kernels cannot be the case's launches.
std::optional<std::string> fault_of(const GpuCase& of, const Activities& seen) {
    const auto& launches = of.record.launches;
    if (seen.kernels.empty() || seen.kernels.size() != launches.size())
        return fmt::format("The case has {} launches, and {} were recorded.", launches.size(),
                           seen.kernels.size());
    if (!std::ranges::all_of(seen.kernels,
                             [](const LaunchRecord& kernel) { return kernel.start_ns.has_value(); }))
        return "CUPTI gave no times for some launches.";
    // Names of planned kernels come from the source, not from symbols.
    return of.sort->plan() != nullptr ? of.fault_of(seen) : other_launches(launches, seen.kernels);
}

void keep_run(GpuCase& of, const SampledRun& run, TimeMode mode,
              const std::vector<std::pair<std::string, std::string>>& metrics) {
    if (const auto why = fault_of(of, run.seen)) return of.lost(no_series, *why);
    const auto& kernels = run.seen.kernels;
    SortSpan span{std::numeric_limits<uint64_t>::max(), 0};
    for (const auto& kernel : kernels) {
        span.first_ns = std::min(span.first_ns, uint64_t(*kernel.start_ns));
        span.last_ns = std::max(span.last_ns, uint64_t(*kernel.start_ns + *kernel.duration_ns));
    }
    auto series = make_series(metrics, run.samples, span, mode);
    for (auto& note : series.notes) of.note(note.severity, std::move(note.text));
    if (series.records.empty()) return;
    std::ranges::move(series.records, std::back_inserter(of.record.series));
    for (size_t i = 0; i < kernels.size(); ++i)
        of.record.sampled_launches.push_back({mode, uint32_t(i),
                                              *kernels[i].start_ns - int64_t(span.first_ns) + series.lead_ns,
                                              *kernels[i].duration_ns});
}

/// Samples the sort as one graph, if possible, then launch by launch.
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
    sampler.configure(names, interval, size_t((expected + longest_pause_ns) / interval));
    align_stamps(of, sampler, names);
    for (const TimeMode mode : {TimeMode::graph, TimeMode::stream}) {
        if (of.stopped()) return;
        if (mode == TimeMode::graph && why_no_graph(of.record.launches.size())) continue;
        try {
            const auto run = sampled_run(of, sampler, mode);
            of.counter_trial(fmt::format("over time, {}: {}", name_of(mode), fmt::join(names, ", ")));
            if (!of.ended()) keep_run(of, run, mode, metrics);
        } catch (const CuptiError&) {
            throw;
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::unsupported) throw;  // the sort cannot be captured
            of.note(Severity::info, std::string(no_series) + error.what());
        }
    }
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
