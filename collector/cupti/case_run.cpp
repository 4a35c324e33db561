#include "collector/cupti/case_run.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "collector/part_times.hpp"
#include "kernels/context/keys.hpp"

namespace sortscope::cupti {

collector::CacheState cache_state_of(const collector::BackendOptions& options) {
    return options.trials.flush_l2 ? collector::CacheState::flushed : collector::CacheState::warm;
}

GpuCase::GpuCase(Session& the_session, const kernels::Variant& the_variant, const collector::CaseSpec& spec,
                 const collector::BackendOptions& the_options, const collector::CaseWatch& the_watch,
                 CaseRecord& the_record)
    : session(the_session),
      variant(the_variant),
      options(the_options),
      watch(the_watch),
      record(the_record),
      cache(cache_state_of(options)),
      digest_run(kernels::sorted_run(variant.info, config_of(record))),
      memory(session.arena()),
      sort(kernels::cuda::make_gpu_sort(variant, spec.workload, config_of(record), session.kernels(),
                                        session.stream().get())) {}

void GpuCase::run() {
    bring_input();
    if (const kernels::Plan* plan = sort->plan()) {
        auto launches = collector::planned_launches(*plan);
        if (const auto why =
                collector::other_launches(record.launches, launches, collector::LaunchIdentity::shape)) {
            note(Severity::lost, "A phase of this case was not measured. " + *why);
            return;
        }
        if (record.launches.empty()) record.launches = std::move(launches);
        record.padded = plan->buffers.at(0).count != sort->workload().n;
        record.required_bytes = plan->required_bytes();
    }
    collector::run_steps(steps(), cache, *this, record, watch);
}

std::vector<collector::Step> GpuCase::steps() {
    using enum collector::StepYield;
    using enum collector::StepRuns;
    const auto& wanted = options.phases;
    const auto& counters = options.counters;
    std::vector<collector::Step> list;
    const auto add = [&](bool asked, collector::Step step) {
        if (asked) list.push_back(std::move(step));
    };
    const auto step = [this](auto take) {
        return [this, take](const Prepare& prepare, const ReportProgress&) { take(*this, prepare); };
    };
    const auto reporting = [this](auto take) {
        return [this, take](const Prepare& prepare, const ReportProgress& progress) {
            take(*this, prepare, progress);
        };
    };
    add(true, {"warm-up", readiness, once, {.cache_state_of_case = false}, 0.1, step(warm_up)});
    add(wanted.times, {"time trials", times, until_steady, {}, 0.5, reporting(take_times)});
    add(wanted.launch_times,
        {"activity trials", launch_times, as_asked, {}, 0.1, reporting(take_activities)});
    // Stall samples before counters: after counting, CUPTI samples no instruction.
    add(wanted.stalls && counters.stalls,
        {"samples of stalled warps", measured_counters, once, {}, 0.1, step(take_stalls)});
    add(wanted.series && counters.series,
        {"samples over time", measured_counters, once_a_pass, {}, 0.05, step(take_series)});
    add(wanted.counters && !(counters.sets.empty() && counters.vendor.empty()),
        {"counter trials", measured_counters, once_a_pass, {}, 0.25, reporting(take_counters)});
    // The counting build restores the input into memory of its own.
    add(wanted.counting && (options.counting_build || counters.counting) && sort->plan() != nullptr,
        {"counting build",
         counted_counters,
         once,
         {.input_restored = false},
         0.05,
         step(run_counting_build)});
    return list;
}

void GpuCase::bring_input() {
    const collector::PartTimer part("input");
    if (sort->workload().distribution == Distribution::file)
        sort->upload(kernels::make_keys(sort->workload()));
    else
        sort->generate();
    input_digest = sort->input_digest(digest_run);
}

void warm_up(GpuCase& of, const Prepare& prepare) {
    prepare();
    of.run_sort();
    of.session.stream().wait();
    TrialRecord trial = of.new_trial(TrialKind::time, "warm-up, which also loads the kernels");
    trial.accepted = false;
    of.judge(of.output_digest(), trial);
    if (of.options.phases.times || !trial.verified) of.record.trials.push_back(std::move(trial));
}

void GpuCase::run_sort() {
    const NvtxDomain& domain = session.nvtx();
    if (!domain.attached()) return sort->run();
    const NvtxRange range(domain, NvtxRange::text_of(variant.info.name, sort->workload().n));
    std::optional<NvtxRange> of_launch;
    const kernels::cuda::LaunchHook hook{[&](const kernels::Launch& launch) {
                                             of_launch.emplace(
                                                 domain, NvtxRange::text_of(variant.info.name, launch.stage));
                                         },
                                         [&] { of_launch.reset(); }};
    sort->run(&hook);
}

kernels::Digest GpuCase::output_digest() {
    const collector::PartTimer part("digest");
    return sort->output_digest(digest_run);
}

void GpuCase::judge(const kernels::Digest& output, TrialRecord& trial) {
    const auto why = kernels::broken_promise(input_digest, output, variant.info.promise);
    trial.verified = !why;
    if (!why) return;
    trial.accepted = false;
    record.status = CaseStatus::unverified;
    record.message =
        fmt::format("The output of a {} trial is not the sorted input: {}.", name_of(trial.kind), *why);
}

TrialRecord GpuCase::new_trial(TrialKind kind, std::string note) const {
    TrialRecord trial;
    trial.kind = kind;
    trial.round = options.round;
    trial.index = static_cast<std::uint32_t>(std::ranges::count(record.trials, kind, &TrialRecord::kind));
    trial.note = std::move(note);
    return trial;
}

PassNumber GpuCase::counter_trial(std::string note) {
    TrialRecord trial = new_trial(TrialKind::counter, std::move(note));
    judge(output_digest(), trial);
    record.trials.push_back(std::move(trial));
    return static_cast<PassNumber>(record.trials.back().index + 1);
}

void GpuCase::note(Severity severity, std::string text) {
    const auto same = [&](const Note& each) { return each.severity == severity && each.text == text; };
    if (std::ranges::none_of(record.notes, same)) record.notes.push_back({severity, std::move(text)});
}

}  // namespace sortscope::cupti
