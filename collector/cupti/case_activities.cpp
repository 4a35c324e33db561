// Activity trials: the time of each launch and transfer.
#include <chrono>

#include <fmt/format.h>

#include "collector/cupti/case_run.hpp"
#include "kernels/context/keys.hpp"

namespace sortscope::cupti {
namespace {
constexpr const char* not_taken = "Launches and transfers were not timed. ";

/// With `with_transfers`, also copies input and output. Empty if the records do not match the launches.
std::optional<Activities> activity_trial(GpuCase& of, ActivityRecorder& recorder, bool with_transfers) {
    auto& sort = *of.sort;
    std::vector<std::byte> input, output;
    if (with_transfers) {
        input.resize(sort.workload().bytes());
        output.resize(input.size());
        sort.download_input(input);
    }
    recorder.start(sort.plan() == nullptr);
    if (with_transfers) sort.upload(input);
    of.prepare();
    of.run_sort();
    if (with_transfers) sort.download(output);
    Activities seen = recorder.stop();

    TrialRecord trial = of.new_trial(TrialKind::activity);
    trial.duration_ns = kernel_span_ns(seen);
    if (trial.duration_ns) trial.time_mode = TimeMode::stream;
    of.judge(
        with_transfers ? kernels::digest(output, sort.workload().key, of.digest_run) : of.output_digest(),
        trial);

    if (of.options.trials.flush_l2 && !remove_cache_flush(seen, of.session.flush_bytes()))
        of.note(Severity::warning,
                "The transfers may include the fill that flushed L2: CUPTI did not record it.");
    for (auto& lost : seen.notes())
        of.note(lost.severity, fmt::format("Activity trial {}: {}", trial.index, lost.text));
    std::optional<Activities> kept(std::move(seen));
    if (const auto why = of.fault_of(*kept)) {
        trial.note = "left out: its records do not match the launches";
        of.lost(fmt::format("Activity records of trial {} do not match the launches. {}", trial.index, *why));
        kept.reset();
    }
    of.record.trials.push_back(std::move(trial));
    return kept;
}

void keep_activities(GpuCase& of, const std::vector<Activities>& trials) {
    CaseRecord& record = of.record;
    const Activities& reference = trials.front();
    if (of.sort->plan() == nullptr)
        if (const auto why = other_launches(record.launches, reference.kernels))
            return of.lost(not_taken, *why);
    apply_activities(record, reference);
    std::vector<Activities> alike{reference};
    std::optional<std::string> why_not;
    for (const auto& trial : std::span(trials).subspan(1)) {
        if (const auto why = other_launches(reference.kernels, trial.kernels); !why)
            alike.push_back(trial);
        else if (!why_not)
            why_not = why;
    }
    if (why_not) of.lost("An activity trial was left out: its launches differ from the first's. ", *why_not);
    apply_durations(record.launches, alike);
    if (alike.size() > 1)
        of.note(
            Severity::info,
            fmt::format("Times of launches are medians of {} activity trials; starts and transfers are of "
                        "the first.",
                        alike.size()));
}
}  // namespace

void take_activities(GpuCase& of, const ReportProgress& progress) {
    using Clock = std::chrono::steady_clock;
    if (of.session.api() == nullptr) return of.lost(not_taken, of.session.why_no_cupti());
    const uint32_t wanted = std::max(1U, of.options.activity_trials);
    const auto begin = Clock::now();
    std::vector<Activities> matched;
    try {
        ActivityRecorder recorder(of.session.api());
        for (uint32_t i = 0; i < wanted && !of.stopped(); ++i) {
            // One trial of a long sort is enough, since its launches are long, too.
            if (!matched.empty() && Clock::now() - begin > of.options.trials.budget) break;
            // Only the first trial has transfers: on the host, copying and checking a large input is slow.
            if (auto seen = activity_trial(of, recorder, matched.empty()))
                matched.push_back(std::move(*seen));
            progress((i + 1) / double(wanted));
        }
    } catch (const CuptiError& error) {
        of.lost(not_taken, error.what());
    }
    if (!matched.empty()) keep_activities(of, matched);
}
}
