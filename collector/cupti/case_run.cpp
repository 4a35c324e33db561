#include "collector/cupti/case_run.hpp"

#include <fmt/format.h>

#include <nvtx3/nvToolsExt.h>

#include "kernels/context/keys.hpp"

namespace sortscope::cupti {
namespace {
/// An NVTX range, pushed and popped on the same thread.
class NvtxRange {
 public:
    NvtxRange(nvtxDomainHandle_t domain, const std::string& text) : domain_(domain) {
        nvtxEventAttributes_t attributes{};
        attributes.version = NVTX_VERSION;
        attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
        attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
        attributes.message.ascii = text.c_str();
        nvtxDomainRangePushEx(domain_, &attributes);
    }
    ~NvtxRange() { nvtxDomainRangePop(domain_); }
    NvtxRange(const NvtxRange&) = delete;
    NvtxRange& operator=(const NvtxRange&) = delete;

 private:
    nvtxDomainHandle_t domain_;
};
}  // namespace

std::string range_text(std::string_view variant, const Stage& stage) {
    return fmt::format("{} stage {} substage {}{}", variant, stage.stage, stage.substage,
                       stage.label.empty() ? "" : " (" + stage.label + ")");
}

GpuCase::GpuCase(Session& the_session, const CaseJob& job)
    : CaseJob(job),
      session(the_session),
      digest_run(kernels::sorted_run(variant.info, config_of(record))),
      memory(session.arena()),
      sort(cuda::make_gpu_sort(variant, spec.workload, config_of(record), session.kernels(),
                               session.stream().get())) {}

void GpuCase::run() {
    bring_input();
    if (const kernels::Plan* plan = sort->plan()) {
        auto launches = planned_launches(*plan);
        if (const auto why = other_launches(record.launches, launches)) {
            return lost("A phase of this case was not measured. ", *why);
        }
        if (record.launches.empty()) record.launches = std::move(launches);
        record.required_bytes = plan->required_bytes();
    }
    record.padded = sort->padded();
    record.cache_state = cache_state_of(options.trials);
    run_steps(steps(), record, watch);
}

std::vector<Step> GpuCase::steps() {
    const auto& wanted = options.phases;
    const auto& counters = options.counters;
    std::vector<Step> list;
    const auto add = [&](bool asked, std::string_view name, std::string_view yields, double share,
                         void (*take)(GpuCase&, const ReportProgress&)) {
        if (asked)
            list.push_back({name, yields, share, take == take_times,
                            [this, take](const ReportProgress& progress) { take(*this, progress); }});
    };
    add(true, "warm-up", "", 0.1, warm_up);
    add(wanted.times, "time trials", "times", 0.5, take_times);
    add(wanted.launch_times, "activity trials", "times of launches", 0.1, take_activities);
    // Sample stalls before counting: after counting, CUPTI samples no instruction.
    add(wanted.stalls && counters.stalls, "samples of stalled warps", "measured counters", 0.1, take_stalls);
    add(wanted.series && counters.series, "samples over time", "measured counters", 0.05, take_series);
    add(wanted.counters && !(counters.sets.empty() && counters.vendor.empty()), "counter trials",
        "measured counters", 0.25, take_counters);
    add(wanted.counting && (options.counting_build || counters.counting) && sort->plan() != nullptr,
        "counting build", "counted counters", 0.05, run_counting_build);
    return list;
}

void GpuCase::prepare() {
    sort->restore();
    prepare_cache();  // last, since restoring warms the cache
}

void GpuCase::prepare_cache() {
    if (options.trials.flush_l2) session.flush_l2();
    session.stream().wait();
}

void GpuCase::bring_input() {
    if (sort->workload().distribution == Distribution::file)
        sort->upload(kernels::make_keys(sort->workload()));
    else
        sort->generate();
    input_digest = sort->input_digest(digest_run);
}

void warm_up(GpuCase& of, const ReportProgress&) {
    of.sort->restore();
    of.session.stream().wait();
    of.run_sort();
    of.session.stream().wait();
    TrialRecord trial = of.new_trial(TrialKind::time, "warm-up, which also loads the kernels");
    trial.accepted = false;
    of.judge(of.output_digest(), trial);
    if (of.options.phases.times || !trial.verified) of.record.trials.push_back(std::move(trial));
}

void GpuCase::run_sort() {
    static const nvtxDomainHandle_t domain = nvtxDomainCreateA("sortscope");
    if (sort->plan() == nullptr && options.phases.launch_times && session.api())
        listen_to_ranges(*session.api());
    if (domain == nullptr) return sort->run();  // no tool listens
    const NvtxRange range(domain, fmt::format("{} n={}", variant.info.name, sort->workload().n));
    std::optional<NvtxRange> of_launch;
    const auto before = [&](const kernels::Launch& launch) {
        of_launch.emplace(domain, range_text(variant.info.name, launch.stage));
    };
    const cuda::LaunchHook hook{before, [&] { of_launch.reset(); }};
    sort->run(&hook);
}

std::optional<std::string> GpuCase::fault_of(const Activities& seen) const {
    const kernels::Plan* const plan = sort->plan();
    if (plan == nullptr) return std::nullopt;
    std::vector<std::string> symbols;
    for (const auto& launch : plan->launches) symbols.push_back(session.symbol_of(launch.kernel));
    return mismatch(*plan, symbols, seen);
}

kernels::Digest GpuCase::output_digest() { return sort->output_digest(digest_run); }

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
    trial.index = uint32_t(std::ranges::count(record.trials, kind, &TrialRecord::kind));
    if (kind == TrialKind::time) trial.index += options.first_trial;
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
}
