#include "collector/cupti/case_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "collector/part_times.hpp"
#include "kernels/context/keys.hpp"

namespace sortscope::cupti {

collector::CacheState cache_state_of(const collector::BackendOptions& options) {
    return options.trials.flush_l2 ? collector::CacheState::flushed : collector::CacheState::warm;
}

/// NVTX ranges around each launch, for a timeline tool that is attached.
class CaseRun::Hook {
 public:
    Hook(const NvtxDomain& domain, std::string variant) : domain_(domain), variant_(std::move(variant)) {
        hook_.before = [this](const kernels::Launch& launch) {
            range_.emplace(domain_, NvtxRange::text_of(variant_, launch.stage));
        };
        hook_.after = [this] { range_.reset(); };
    }
    Hook(const Hook&) = delete;
    Hook& operator=(const Hook&) = delete;
    const kernels::cuda::LaunchHook* get() const { return &hook_; }

 private:
    const NvtxDomain& domain_;
    std::string variant_;
    std::optional<NvtxRange> range_;
    kernels::cuda::LaunchHook hook_;
};

CaseRun::CaseRun(Session& session, const kernels::Variant& variant, const collector::CaseSpec& spec,
                 const collector::BackendOptions& options, const collector::CaseWatch& watch,
                 CaseRecord& record)
    : session_(session),
      variant_(variant),
      options_(options),
      watch_(watch),
      record_(record),
      cache_(cache_state_of(options)),
      digest_run_(kernels::sorted_run(variant.info, record.config)),
      memory_(session.arena()),
      sort_(kernels::cuda::make_gpu_sort(variant, spec.workload, record.config, session.kernels(),
                                         session.stream().get())),
      hook_(session.nvtx().attached() ? std::make_unique<Hook>(session.nvtx(), variant.info.name) : nullptr) {
}

CaseRun::~CaseRun() = default;

void CaseRun::run() {
    bring_input();
    if (const kernels::Plan* plan = sort_->plan()) {
        auto launches = collector::planned_launches(*plan);
        if (const auto why =
                collector::other_launches(record_.launches, launches, collector::LaunchIdentity::shape)) {
            note(Severity::lost, "A part of this case was not taken. " + *why);
            return;
        }
        if (record_.launches.empty()) record_.launches = std::move(launches);
        record_.padded = plan->buffers.at(0).count != sort_->workload().n;
        record_.bound_bytes = plan->bound_bytes();
    }
    collector::run_steps(steps(), cache_, *this, record_, watch_);
}

std::vector<collector::Step> CaseRun::steps() {
    using enum collector::StepYield;
    using enum collector::StepRuns;
    std::vector<collector::Step> list;
    list.push_back({"warm-up",
                    readiness,
                    once,
                    {.cache_state_of_case = false},
                    0.1,
                    [this](const Prepare& prepare, const Progress&) { warm_up(prepare); }});
    const collector::CaseParts& parts = options_.parts;
    if (parts.times)
        list.push_back(
            {"time trials",
             times,
             until_steady,
             {},
             0.5,
             [this](const Prepare& prepare, const Progress& progress) { time_trials(prepare, progress); }});
    if (parts.launch_times)
        list.push_back({"activity trials",
                        launch_times,
                        as_asked,
                        {},
                        0.1,
                        [this](const Prepare& prepare, const Progress& progress) {
                            activity_trials(prepare, progress);
                        }});
    // Before counters: where those were taken, CUPTI samples no instruction any more.
    if (parts.stalls && options_.counters.stalls)
        list.push_back({"samples of stalled warps",
                        measured_counters,
                        once,
                        {},
                        0.1,
                        [this](const Prepare& prepare, const Progress&) { sample_stalls(prepare); }});
    if (parts.series && options_.counters.series)
        list.push_back({"samples over time",
                        measured_counters,
                        once_a_pass,
                        {},
                        0.05,
                        [this](const Prepare& prepare, const Progress&) { sample_series(prepare); }});
    if (parts.counters && !(options_.counters.sets.empty() && options_.counters.vendor.empty()))
        list.push_back({"counter trials",
                        measured_counters,
                        once_a_pass,
                        {},
                        0.25,
                        [this](const Prepare& prepare, const Progress& progress) {
                            counter_trials(prepare, progress);
                        }});
    if (parts.counting && (options_.counting_build || options_.counters.counting) &&
        sort_->plan() != nullptr)  // which restores the input into memory of its own
        list.push_back({"counting build",
                        counted_counters,
                        once,
                        {.input_restored = false},
                        0.05,
                        [this](const Prepare& prepare, const Progress&) { counting_build(prepare); }});
    return list;
}

void CaseRun::bring_input() {
    const collector::PartTimer part("input");
    if (sort_->workload().distribution == Distribution::file)
        sort_->upload(kernels::make_keys(sort_->workload()));
    else
        sort_->generate();
    input_digest_ = sort_->input_digest(digest_run_);
}

void CaseRun::warm_up(const Prepare& prepare) {
    prepare();
    run_sort();
    session_.stream().wait();
    TrialRecord trial = new_trial(TrialKind::time, "warm-up, which also loads the kernels");
    trial.accepted = false;
    judge(output_digest(), trial);
    if (options_.parts.times || !trial.verified)
        record_.trials.push_back(std::move(trial));  // without times it is nobody's trial
}

void CaseRun::run_sort() {
    const NvtxRange range(session_.nvtx(),
                          hook_ ? NvtxRange::text_of(variant_.info.name, sort_->workload().n) : "");
    sort_->run(hook_ ? hook_->get() : nullptr);
}

kernels::Digest CaseRun::output_digest() {
    const collector::PartTimer part("digest");
    return sort_->output_digest(digest_run_);
}

void CaseRun::judge(const kernels::Digest& output, TrialRecord& trial) {
    const auto why = kernels::broken_promise(input_digest_, output, variant_.info.promise);
    trial.verified = !why;
    if (!why) return;
    trial.accepted = false;
    record_.status = CaseStatus::unverified;
    record_.message =
        fmt::format("The output of a {} trial is not the sorted input: {}.", name_of(trial.kind), *why);
}

TrialRecord CaseRun::new_trial(TrialKind kind, std::string note) const {
    TrialRecord trial;
    trial.kind = kind;
    trial.round = options_.round;
    trial.index = static_cast<std::uint32_t>(
        std::count_if(record_.trials.begin(), record_.trials.end(),
                      [&](const TrialRecord& earlier) { return earlier.kind == kind; }));
    trial.note = std::move(note);
    return trial;
}

void CaseRun::note(Severity severity, std::string text) {
    const auto same = [&](const Note& known) { return known.severity == severity && known.text == text; };
    if (std::ranges::none_of(record_.notes, same)) record_.notes.push_back({severity, std::move(text)});
}

}  // namespace sortscope::cupti
