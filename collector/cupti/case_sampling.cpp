// The sampling steps of a case on a GPU: metrics over time, and why warps stand still.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "collector/cupti/case_run.hpp"
#include "collector/part_times.hpp"

namespace sortscope::cupti {
namespace {

using collector::PartTimer;

/// When the sort ran; nothing where CUPTI gave no times.
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

/// Notes in the record that samples were asked for, unless there are some.
class KeepAttempt {
 public:
    KeepAttempt(CaseRecord& record, std::string_view set) : record_(record), set_(set) {}
    ~KeepAttempt() {
        collector::keep_attempts(record_, {{std::string(set_), Provenance::measured, several_passes}});
    }
    KeepAttempt(const KeepAttempt&) = delete;
    KeepAttempt& operator=(const KeepAttempt&) = delete;

 private:
    CaseRecord& record_;
    std::string_view set_;
};

std::string listed(const std::vector<std::string>& names) {
    std::string list;
    for (const auto& name : names) list += fmt::format("{}{}", list.empty() ? "" : ", ", name);
    return list;
}

}  // namespace

std::int64_t CaseRun::expected_ns(const Prepare& prepare) {
    if (record_.time) return record_.time->median_ns;
    using Clock = std::chrono::steady_clock;
    prepare();
    const auto begin = Clock::now();
    run_sort();
    session_.stream().wait();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
}

void CaseRun::sample_series(const Prepare& prepare) {
    // What could not be had is not asked for again when a sweep is resumed: the notes say why.
    const KeepAttempt attempt(record_, series_pass);
    Profilers& profilers = session_.profilers();
    PmSampler* sampler = profilers.series();
    if (sampler == nullptr) {
        note(Severity::lost, "Series over time were not taken. " + profilers.why_no_series());
        return;
    }
    std::vector<std::string> names;
    std::map<std::string, std::string> units;
    for (const auto& metric : series_metrics()) {
        if (auto name = sampler->chip().first_of(metric.names)) {
            units.emplace(*name, metric.unit);
            names.push_back(std::move(*name));
        } else {
            note(Severity::lost, sampler->chip().unknown_metric_sentence(metric.names));
        }
    }
    try {
        const std::int64_t expected = expected_ns(prepare);
        const std::int64_t interval = sampling_interval_ns(expected, sampler->interval_ns());
        const auto& runs = sampler->split_into_runs(names);
        PassNumber number = several_passes;
        for (const auto& run : runs) {
            if (watch_.stopped() || ended()) return;
            std::vector<std::pair<std::string, std::string>> metrics;
            for (const auto& name : run) metrics.emplace_back(name, units.at(name));
            {
                const PartTimer part("configure");
                sampler->configure(run, interval, static_cast<std::size_t>(expected / interval));
            }
            prepare();
            Activities seen;
            const PmSamples samples = sample_once(*sampler, seen);
            number = static_cast<PassNumber>(counter_trial("over time: " + listed(run)).index + 1);
            auto series = make_series(metrics, samples, span_of(seen, record_.launches));
            std::ranges::move(series.records, std::back_inserter(record_.series));
            for (auto& said : series.notes) note(said.severity, std::move(said.text));
        }
        record_.passes.push_back(
            {std::string(series_pass), Provenance::measured, runs.size() == 1 ? number : several_passes});
    } catch (const CuptiError& error) {
        note(Severity::lost, fmt::format("Series over time were not taken. {}", error.what()));
        if (error.kind() == ErrorKind::environment)
            profilers.give_up_series(error.what());
        else
            profilers.switch_off();
    }
    if (!options_.keep_profiler) profilers.switch_off();
}

PmSamples CaseRun::sample_once(PmSampler& sampler, Activities& seen) {
    // Activity records of the same run align the samples to the launches. Where there are none the samples
    // tell the sort's start.
    std::optional<ActivityRecorder> recorder;
    {
        const PartTimer part("records on");
        try {
            recorder.emplace(session_.api());
            recorder->start();
        } catch (const CuptiError&) {
            recorder.reset();
        }
    }
    sampler.start();
    {
        const PartTimer part("launching");
        run_sort();
    }
    PmSamples samples = sampler.stop();
    const PartTimer part("records off");
    if (recorder) seen = recorder->stop();
    return samples;
}

void CaseRun::sample_stalls(const Prepare& prepare) {
    const KeepAttempt attempt(record_, stalls_pass);
    Profilers& profilers = session_.profilers();
    PcSampler* sampler = profilers.stalls();
    if (sampler == nullptr) {
        note(Severity::lost, "Stall samples were not taken. " + profilers.why_no_stalls());
        return;
    }
    try {
        prepare();
        sampler->start();
        {
            const PartTimer part("launching");
            run_sort();
        }
        const PcSamples samples = sampler->stop();
        const auto number = static_cast<PassNumber>(counter_trial("samples of stalled warps").index + 1);
        const PartTimer part("lines");
        auto stalls = stall_records(samples, profilers.modules());
        std::ranges::move(stalls.records, std::back_inserter(record_.stalls));
        for (auto& said : stalls.notes) note(said.severity, std::move(said.text));
        if (profilers.modules() == nullptr && !record_.stalls.empty())
            note(Severity::info, "Stall samples have no source lines. " + profilers.why_no_lines());
        record_.passes.push_back({std::string(stalls_pass), Provenance::measured, number});
    } catch (const CuptiError& error) {
        note(Severity::lost, fmt::format("Stall samples were not taken. {}", error.what()));
        if (error.kind() == ErrorKind::environment)
            profilers.give_up_stalls(error.what());
        else
            profilers.switch_off();
    }
    if (!options_.keep_profiler) profilers.switch_off();
}

}  // namespace sortscope::cupti
