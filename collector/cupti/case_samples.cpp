// Sampling runs of a case: series over time and stalled warps.
#include <algorithm>
#include <chrono>
#include <map>

#include <fmt/ranges.h>

#include "collector/cupti/case_run.hpp"
#include "collector/part_times.hpp"

namespace sortscope::cupti {
namespace {

using collector::PartTimer;

/// When the sort ran; empty if CUPTI gave no times.
std::optional<SortSpan> span_of(const Activities& seen, const std::vector<LaunchRecord>& launches) {
    SortSpan span{~std::uint64_t{0}, 0, launches.empty() ? 0 : launches.front().start_ns.value_or(0)};
    for (const auto& kernel : seen.kernels) {
        if (!kernel.timed) continue;
        span.first_ns = std::min(span.first_ns, kernel.start_ns);
        span.last_ns = std::max(span.last_ns, kernel.end_ns);
    }
    if (span.last_ns == 0) return std::nullopt;
    return span;
}

std::int64_t expected_ns(GpuCase& of, const Prepare& prepare) {
    if (of.record.time) return of.record.time->median_ns;
    using Clock = std::chrono::steady_clock;
    prepare();
    const auto begin = Clock::now();
    of.run_sort();
    of.session.stream().wait();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
}

void launch_sort(GpuCase& of) {
    const PartTimer part("launching");
    of.run_sort();
}

/// Runs `sample` if the sampler is there, and notes why nothing was sampled. A resumed sweep does not ask
/// again: the record has the pass either way.
void try_sampling(GpuCase& of, std::string_view set, std::string_view what, bool available,
                  const std::string& why_not, void (Profilers::*give_up)(const std::string&),
                  const std::function<void()>& sample) {
    Profilers& profilers = of.session.profilers();
    if (available) {
        try {
            sample();
        } catch (const CuptiError& error) {
            of.note(Severity::lost, fmt::format("{} were not taken. {}", what, error.what()));
            if (error.kind() == ErrorKind::environment)
                (profilers.*give_up)(error.what());
            else
                profilers.switch_off();
        }
        if (!of.options.keep_profiler) profilers.switch_off();
    } else {
        of.note(Severity::lost, fmt::format("{} were not taken. {}", what, why_not));
    }
    collector::keep_attempts(of.record, {{std::string(set), Provenance::measured, several_passes}});
}

/// Samples one run. Activity records of the same run align the samples to the launches; without them the
/// samples tell the sort's start.
PmSamples sample_run(GpuCase& of, PmSampler& sampler, Activities& seen) {
    std::optional<ActivityRecorder> recorder;
    {
        const PartTimer part("records on");
        try {
            recorder.emplace(of.session.api());
            recorder->start();
        } catch (const CuptiError&) {
            recorder.reset();
        }
    }
    sampler.start();
    launch_sort(of);
    PmSamples samples = sampler.stop();
    const PartTimer part("records off");
    if (recorder) seen = recorder->stop();
    return samples;
}

void sample_series(GpuCase& of, const Prepare& prepare, PmSampler& sampler) {
    std::vector<std::string> names;
    std::map<std::string, std::string> units;
    for (const auto& metric : series_metrics()) {
        if (auto name = sampler.chip().first_of(metric.names)) {
            units.emplace(*name, metric.unit);
            names.push_back(std::move(*name));
        } else {
            of.note(Severity::lost, sampler.chip().unknown_metric_sentence(metric.names));
        }
    }
    const std::int64_t expected = expected_ns(of, prepare);
    const std::int64_t interval = sampling_interval_ns(expected, sampler.interval_ns());
    const auto& runs = sampler.split_into_runs(names);
    PassNumber number = several_passes;
    for (const auto& run : runs) {
        if (of.stopped()) return;
        std::vector<std::pair<std::string, std::string>> metrics;
        for (const auto& name : run) metrics.emplace_back(name, units.at(name));
        {
            const PartTimer part("configure");
            sampler.configure(run, interval, static_cast<std::size_t>(expected / interval));
        }
        prepare();
        Activities seen;
        const PmSamples samples = sample_run(of, sampler, seen);
        number = of.counter_trial(fmt::format("over time: {}", fmt::join(run, ", ")));
        auto series = make_series(metrics, samples, span_of(seen, of.record.launches));
        std::ranges::move(series.records, std::back_inserter(of.record.series));
        for (auto& note : series.notes) of.note(note.severity, std::move(note.text));
    }
    of.record.passes.push_back(
        {std::string(series_pass), Provenance::measured, runs.size() == 1 ? number : several_passes});
}

void sample_stalls(GpuCase& of, const Prepare& prepare, PcSampler& sampler) {
    const Profilers& profilers = of.session.profilers();
    prepare();
    sampler.start();
    launch_sort(of);
    const PcSamples samples = sampler.stop();
    const PassNumber number = of.counter_trial("samples of stalled warps");
    const PartTimer part("lines");
    auto stalls = stall_records(samples, profilers.modules());
    std::ranges::move(stalls.records, std::back_inserter(of.record.stalls));
    for (auto& note : stalls.notes) of.note(note.severity, std::move(note.text));
    if (profilers.modules() == nullptr && !of.record.stalls.empty())
        of.note(Severity::info, "Stall samples have no source lines. " + profilers.why_no_lines());
    of.record.passes.push_back({std::string(stalls_pass), Provenance::measured, number});
}

}  // namespace

void take_series(GpuCase& of, const Prepare& prepare) {
    Profilers& profilers = of.session.profilers();
    PmSampler* sampler = profilers.series();
    try_sampling(of, series_pass, "Series over time", sampler != nullptr, profilers.why_no_series(),
                 &Profilers::give_up_series, [&] { sample_series(of, prepare, *sampler); });
}

void take_stalls(GpuCase& of, const Prepare& prepare) {
    Profilers& profilers = of.session.profilers();
    PcSampler* sampler = profilers.stalls();
    try_sampling(of, stalls_pass, "Stall samples", sampler != nullptr, profilers.why_no_stalls(),
                 &Profilers::give_up_stalls, [&] { sample_stalls(of, prepare, *sampler); });
}

}  // namespace sortscope::cupti
