#include "collector/cupti/case_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "collector/cupti/launches.hpp"
#include "kernels/context/keys.hpp"

namespace sortscope::cupti {
namespace {

using Clock = std::chrono::steady_clock;

class Event {
 public:
    Event() { SORTSCOPE_CUDA_CALL(cudaEventCreate(&event_)); }
    ~Event() { cudaEventDestroy(event_); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    cudaEvent_t get() const { return event_; }

 private:
    cudaEvent_t event_ = nullptr;
};

}  // namespace

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
      sort_(kernels::cuda::make_gpu_sort(variant, spec.workload, record.config, session.kernels(),
                                         session.stream().get())),
      hook_(session.nvtx().attached() ? std::make_unique<Hook>(session.nvtx(), variant.info.name) : nullptr) {
}

CaseRun::~CaseRun() = default;

void CaseRun::run() {
    bring_input();
    if (const kernels::Plan* plan = sort_->plan()) {
        record_.launches = collector::planned_launches(*plan);
        record_.padded = plan->buffers.at(0).count != sort_->workload().n;
        record_.bound_bytes = plan->bound_bytes();
    }
    collector::run_steps(steps(), cache_, *this, record_, watch_);
}

std::vector<collector::Step> CaseRun::steps() {
    using enum collector::StepYield;
    using enum collector::StepRuns;
    std::vector<collector::Step> list;
    list.push_back({"warm-up", readiness, once, {.cache_state_of_case = false}, 0.1,
                    [this](const Prepare& prepare, const Progress&) { warm_up(prepare); }});
    list.push_back({"time trials", times, until_steady, {}, 0.5,
                    [this](const Prepare& prepare, const Progress& progress) { time_trials(prepare, progress); }});
    list.push_back({"activity trial", launch_times, once, {}, 0.1,
                    [this](const Prepare& prepare, const Progress&) { activity_trial(prepare); }});
    if (!options_.counters.empty())
        list.push_back({"counter trials", measured_counters, once_a_pass, {}, 0.25,
                        [this](const Prepare& prepare, const Progress&) { counter_trials(prepare); }});
    if ((options_.counting_build || options_.counters.counting) && sort_->plan() != nullptr)  // which restores the input into memory of its own
        list.push_back({"counting build", counted_counters, once, {.input_restored = false}, 0.05,
                        [this](const Prepare& prepare, const Progress&) { counting_build(prepare); }});
    return list;
}

void CaseRun::bring_input() {
    if (sort_->workload().distribution == Distribution::file) sort_->upload(kernels::make_keys(sort_->workload()));
    else sort_->generate();
    input_digest_ = sort_->input_digest(digest_run_);
}

void CaseRun::warm_up(const Prepare& prepare) {
    prepare();
    run_sort();
    TrialRecord trial = new_trial(TrialKind::time, "warm-up, which also loads the kernels");
    trial.accepted = false;
    judge(sort_->output_digest(digest_run_), trial);
    record_.trials.push_back(std::move(trial));
}

TrialRecord CaseRun::time_trial(const Prepare& prepare, cudaEvent_t from, cudaEvent_t to) {
    TrialRecord trial = new_trial(TrialKind::time);
    prepare();
    SORTSCOPE_CUDA_CALL(cudaEventRecord(from, sort_->stream()));
    sort_->run();
    SORTSCOPE_CUDA_CALL(cudaEventRecord(to, sort_->stream()));
    SORTSCOPE_CUDA_CALL(cudaEventSynchronize(to));
    float ms = 0;
    SORTSCOPE_CUDA_CALL(cudaEventElapsedTime(&ms, from, to));
    trial.duration_ns = std::llround(static_cast<double>(ms) * 1e6);
    trial.time_mode = TimeMode::stream;
    const Clocks clocks = session_.clocks();
    trial.sm_clock_mhz = clocks.sm;
    trial.memory_clock_mhz = clocks.memory;
    if (const auto slow = session_.slowdown()) {
        trial.accepted = false;
        trial.note = "clocks were held down: " + *slow;
    }
    judge(sort_->output_digest(digest_run_), trial);
    return trial;
}

void CaseRun::time_trials(const Prepare& prepare, const Progress& progress) {
    const Event from, to;
    collector::TrialLoop loop(options_.trials);
    std::uint32_t accepted = 0;
    std::uint32_t slowed = 0;
    const auto begin = Clock::now();
    // Slowed trials do not count, but as many of them as trials were wanted end the waiting for better ones.
    while (!loop.done() && slowed < options_.trials.max_trials && !watch_.stopped() && !ended()) {
        TrialRecord trial = time_trial(prepare, from.get(), to.get());
        if (trial.accepted) {
            loop.add(*trial.duration_ns, Clock::now() - begin);
            ++accepted;
        } else if (!ended()) {
            ++slowed;
        }
        record_.trials.push_back(std::move(trial));
        progress(accepted / static_cast<double>(std::max(1U, options_.trials.max_trials)));
    }
    if (accepted > 0) {
        record_.time = loop.summary();
        record_.time_mode = TimeMode::stream;
    }
    if (slowed > 0)
        note(
            Severity::warning,
            fmt::format(
                "{} time trials were left out because the GPU's clocks were held down (heat or power).{}",
                slowed,
                accepted == 0 ? " None was left, so no time is given: cool the GPU and collect again." : ""));
}

void CaseRun::activity_trial(const Prepare& prepare) {
    if (session_.api() == nullptr) {
        note(Severity::lost,
             "The time of each launch and transfer was not taken. " + session_.why_no_activities());
        return;
    }
    std::vector<std::byte> input(sort_->workload().bytes());
    std::vector<std::byte> output(input.size());
    sort_->download_input(input);
    Activities seen;
    try {
        ActivityRecorder recorder(session_.api());
        recorder.start();
        sort_->upload(input);
        prepare();
        run_sort();
        sort_->download(output);
        seen = recorder.stop();
    } catch (const CuptiError& error) {
        note(Severity::lost,
             fmt::format("The time of each launch and transfer was not taken. {}", error.what()));
        return;
    }
    TrialRecord trial = new_trial(TrialKind::activity);
    trial.duration_ns = kernel_span_ns(seen);
    if (trial.duration_ns) trial.time_mode = TimeMode::stream;
    judge(kernels::digest(output, sort_->workload().key, digest_run_), trial);
    record_.trials.push_back(std::move(trial));
    keep_activities(std::move(seen));
}

void CaseRun::keep_activities(Activities seen) {
    if (cache_ == collector::CacheState::flushed && !remove_cache_flush(seen, session_.flush_bytes()))
        note(Severity::warning, "The fill that flushed L2 was not found among the activity records: it may stand among the transfers.");
    for (auto& lost : seen.notes()) record_.notes.push_back(std::move(lost));
    record_.transfers = transfer_records(seen);
    const kernels::Plan* plan = sort_->plan();
    if (plan == nullptr) {
        record_.launches = discovered_launches(seen);
        return;
    }
    std::vector<std::string> symbols;
    symbols.reserve(plan->launches.size());
    for (const auto& launch : plan->launches) symbols.push_back(session_.symbol_of(launch.kernel));
    if (const auto why = mismatch(*plan, symbols, seen))
        note(Severity::lost,
             "Activity records could not be matched to the launches, which have no times. " + *why);
    else
        apply_activities(record_.launches, seen);
}

void CaseRun::run_sort() {
    const NvtxRange range(session_.nvtx(),
                          hook_ ? NvtxRange::text_of(variant_.info.name, sort_->workload().n) : "");
    sort_->run(hook_ ? hook_->get() : nullptr);
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
    trial.index = static_cast<std::uint32_t>(
        std::count_if(record_.trials.begin(), record_.trials.end(),
                      [&](const TrialRecord& earlier) { return earlier.kind == kind; }));
    trial.note = std::move(note);
    return trial;
}

void CaseRun::note(Severity severity, std::string text) {
    record_.notes.push_back({severity, std::move(text)});
}

}  // namespace sortscope::cupti
