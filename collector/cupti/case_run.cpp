#include "collector/cupti/case_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "collector/cupti/launches.hpp"
#include "kernels/context/keys.hpp"
#include "kernels/context/site_counts.hpp"

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

// Counters are enabled no longer than they are taken.
class Enabled {
 public:
    explicit Enabled(RangeProfiler& profiler) : profiler_(profiler) { profiler_.enable(); }
    ~Enabled() { profiler_.disable(); }
    Enabled(const Enabled&) = delete;
    Enabled& operator=(const Enabled&) = delete;

 private:
    RangeProfiler& profiler_;
};

}  // namespace

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
      digest_run_(kernels::sorted_run(variant.info, record.config)),
      sort_(kernels::cuda::make_gpu_sort(variant, spec.workload, record.config, session.kernels(),
                                         session.stream().get())),
      hook_(session.nvtx().attached() ? std::make_unique<Hook>(session.nvtx(), variant.info.name) : nullptr) {
}

CaseRun::~CaseRun() = default;

void CaseRun::run() {
    bring_input();
    if (const kernels::Plan* plan = sort_->plan()) {
        record_.launches = planned_launches(*plan);
        record_.padded = plan->buffers.at(0).count != sort_->workload().n;
        record_.bound_bytes = plan->bound_bytes();
    }
    using Step = void (CaseRun::*)();
    std::vector<std::pair<Step, double>> steps{{&CaseRun::time_trials, 0.6}, {&CaseRun::activity_trial, 0.7}};
    if (options_.counters != CounterSet::none) steps.emplace_back(&CaseRun::counter_trials, 0.95);
    if (options_.counting_build && sort_->plan() != nullptr)
        steps.emplace_back(&CaseRun::counting_build, 1.0);
    if (!verify()) return;
    watch_.report(0.1);
    for (const auto& [step, fraction] : steps) {
        if (watch_.stopped()) {
            record_.status = CaseStatus::interrupted;
            record_.message = "Ended by the user before all its trials.";
            return;
        }
        (this->*step)();
        if (broken()) return;
        watch_.report(fraction);
    }
}

void CaseRun::bring_input() {
    if (sort_->workload().distribution == Distribution::file) sort_->upload(kernels::make_keys(sort_->workload()));
    else sort_->generate();
    input_digest_ = sort_->input_digest(digest_run_);
}

bool CaseRun::verify() {
    sort_->restore();
    run_sort();
    TrialRecord trial{TrialKind::time, 0,     std::nullopt,
                      false,           false, "warm-up, which also loads the kernels"};
    judge(sort_->output_digest(digest_run_), trial);
    record_.trials.push_back(std::move(trial));
    return !broken();
}

void CaseRun::time_trial(std::uint32_t index, cudaEvent_t from, cudaEvent_t to, TrialRecord& trial) {
    trial = {TrialKind::time, index, std::nullopt, false, true, ""};
    sort_->restore();
    if (options_.trials.flush_l2) session_.flush_l2();
    session_.stream().wait();
    SORTSCOPE_CUDA_CALL(cudaEventRecord(from, sort_->stream()));
    sort_->run();
    SORTSCOPE_CUDA_CALL(cudaEventRecord(to, sort_->stream()));
    SORTSCOPE_CUDA_CALL(cudaEventSynchronize(to));
    float ms = 0;
    SORTSCOPE_CUDA_CALL(cudaEventElapsedTime(&ms, from, to));
    trial.duration_ns = std::llround(static_cast<double>(ms) * 1e6);
    if (const auto slow = session_.slowdown()) {
        trial.accepted = false;
        trial.note = "clocks were held down: " + *slow;
    }
    judge(sort_->output_digest(digest_run_), trial);
}

void CaseRun::time_trials() {
    record_.cache_state = options_.trials.flush_l2 ? "flushed" : "warm";
    const Event from, to;
    collector::TrialLoop loop(options_.trials);
    std::uint32_t accepted = 0;
    std::uint32_t slowed = 0;
    const auto begin = Clock::now();
    // Slowed trials do not count, but as many of them as trials were wanted end the waiting for better ones.
    while (!loop.done() && slowed < options_.trials.max_trials && !watch_.stopped() && !broken()) {
        TrialRecord trial;
        time_trial(next_index(TrialKind::time), from.get(), to.get(), trial);
        if (trial.accepted) {
            loop.add(*trial.duration_ns, Clock::now() - begin);
            ++accepted;
        } else if (!broken()) {
            ++slowed;
        }
        record_.trials.push_back(std::move(trial));
        const double wanted = std::max(1U, options_.trials.max_trials);
        watch_.report(0.1 + 0.5 * std::min(1.0, accepted / wanted));
    }
    if (accepted > 0) record_.time = loop.summary();
    if (slowed > 0)
        note(
            Severity::warning,
            fmt::format(
                "{} time trials were left out because the GPU's clocks were held down (heat or power).{}",
                slowed,
                accepted == 0 ? " None was left, so no time is given: cool the GPU and collect again." : ""));
}

void CaseRun::activity_trial() {
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
        sort_->restore();
        run_sort();
        sort_->download(output);
        seen = recorder.stop();
    } catch (const CuptiError& error) {
        note(Severity::lost,
             fmt::format("The time of each launch and transfer was not taken. {}", error.what()));
        return;
    }
    TrialRecord trial{TrialKind::activity, 0, kernel_span_ns(seen), false, true, ""};
    judge(kernels::digest(output, sort_->workload().key, digest_run_), trial);
    record_.trials.push_back(std::move(trial));
    keep_activities(seen);
}

void CaseRun::keep_activities(const Activities& seen) {
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

void CaseRun::counter_trials() {
    if (record_.launches.empty()) {
        note(Severity::lost,
             "Counters were not taken: the launches of this variant are known from activity records only, "
             "and there are none.");
        return;
    }
    RangeProfiler* profiler = session_.profiler();
    if (profiler == nullptr) {
        note(Severity::lost, "Counters were not taken. " + session_.why_no_counters());
        return;
    }
    std::string refused;
    try {
        const Enabled enabled(*profiler);
        for (const MetricGroup* group : groups_of(options_.counters)) {
            if (watch_.stopped() || broken()) return;
            try {
                count_group(*profiler, *group);
            } catch (const LaunchMismatch& error) {
                note(Severity::lost,
                     fmt::format("Counters of group '{}' were lost. {}", group->name, error.what()));
            }
        }
    } catch (const CuptiError& error) {
        note(Severity::lost, fmt::format("Counters were not taken. {}", error.what()));
        if (error.kind() == ErrorKind::environment) refused = error.what();
    }
    if (!refused.empty()) session_.give_up_counters(refused);
}

void CaseRun::count_group(RangeProfiler& profiler, const MetricGroup& group) {
    const ChipGroup& chip = session_.chip_group(group);
    if (!chip.missing.empty()) {
        std::string names;
        for (const CounterId id : chip.missing)
            names += fmt::format("{}{}", names.empty() ? "" : ", ", metric_of(id).id);
        note(Severity::info, fmt::format("Chip {} has no metric for: {}.", profiler.chip().chip(), names));
    }
    if (chip.metrics.empty()) return;
    profiler.configure(chip.metrics, record_.launches.size());
    bool done = false;
    while (!done) {
        sort_->restore();
        session_.stream().wait();
        profiler.begin_pass();
        run_sort();
        done = profiler.end_pass();
        TrialRecord trial{TrialKind::counter,
                          next_index(TrialKind::counter),
                          std::nullopt,
                          false,
                          true,
                          fmt::format("metric group '{}'", group.name)};
        judge(sort_->output_digest(digest_run_), trial);
        record_.trials.push_back(std::move(trial));
    }
    const auto rows = profiler.decode(record_.launches.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto values = measured_counters(chip, rows[i]);
        auto& counters = record_.launches[i].counters;
        counters.insert(counters.end(), values.begin(), values.end());
    }
}

void CaseRun::counting_build() {
    auto counted = kernels::cuda::run_counting(*sort_, digest_run_, session_.kernels());
    TrialRecord trial{TrialKind::counter, next_index(TrialKind::counter), std::nullopt, false, true,
                      "counting build"};
    judge(counted.output, trial);
    record_.trials.push_back(std::move(trial));
    for (std::size_t i = 0; i < record_.launches.size(); ++i) {
        auto& launch = record_.launches[i];
        const auto values = kernels::launch_counters(counted.launches[i], Provenance::counted);
        launch.counters.insert(launch.counters.end(), values.begin(), values.end());
        if (options_.sites) launch.sites = std::move(counted.launches[i]);
    }
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

std::uint32_t CaseRun::next_index(TrialKind kind) const {
    return static_cast<std::uint32_t>(
        std::count_if(record_.trials.begin(), record_.trials.end(),
                      [&](const TrialRecord& trial) { return trial.kind == kind; }));
}

void CaseRun::note(Severity severity, std::string text) {
    record_.notes.push_back({severity, std::move(text)});
}

}  // namespace sortscope::cupti
