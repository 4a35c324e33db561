// One case on a GPU, as a list of steps: verified, timed without a profiler, recorded once with activities, counted by the range
// profiler and by the counting build.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collector/backend.hpp"
#include "collector/cupti/session.hpp"
#include "collector/step.hpp"
#include "kernels/cuda/gpu_sort.hpp"

namespace sortscope::cupti {

/// The state of L2 that `options` ask for.
collector::CacheState cache_state_of(const collector::BackendOptions& options);

/// The counter sets that a case of `variant` takes under `options`, each with pass 0.
std::vector<PassRecord> asked_passes(const kernels::VariantInfo& variant, const collector::BackendOptions& options);

class CaseRun final : private collector::SortState {
 public:
    /// Fills `record`, which has its identity already.
    CaseRun(Session& session, const kernels::Variant& variant, const collector::CaseSpec& spec,
            const collector::BackendOptions& options, const collector::CaseWatch& watch, CaseRecord& record);
    ~CaseRun() override;
    CaseRun(const CaseRun&) = delete;
    CaseRun& operator=(const CaseRun&) = delete;

    /// All steps in their order. A wrong output ends them with CaseStatus::unverified, Ctrl-C with interrupted. What CUPTI refuses
    /// becomes a note; what CUDA or the variant refuses is thrown as Error.
    void run();

 private:
    class Hook;
    using Prepare = std::function<void()>;
    using Progress = std::function<void(double)>;

    void restore_input() override { sort_->restore(); }
    void flush_cache() override { session_.flush_l2(); }
    void settle() override { session_.stream().wait(); }

    std::vector<collector::Step> steps();
    void bring_input();
    void warm_up(const Prepare& prepare);  ///< first run, which also loads the kernels
    void time_trials(const Prepare& prepare, const Progress& progress);
    TrialRecord time_trial(const Prepare& prepare, cudaEvent_t from, cudaEvent_t to);
    void activity_trial(const Prepare& prepare);
    void keep_activities(Activities seen);
    void counter_trials(const Prepare& prepare);
    void count_groups(const Prepare& prepare);
    void count_group(const Prepare& prepare, RangeProfiler& profiler, const ChipGroup& chip);
    void counting_build(const Prepare& prepare);

    void run_sort();  ///< with NVTX ranges where a tool listens
    /// Records in `trial` whether `output` keeps the variant's promise; where it does not, the case is
    /// unverified.
    void judge(const kernels::Digest& output, TrialRecord& trial);
    TrialRecord new_trial(TrialKind kind, std::string note = "") const;
    bool ended() const { return record_.status != CaseStatus::ok; }
    void note(Severity severity, std::string text);

    Session& session_;
    const kernels::Variant& variant_;
    const collector::BackendOptions& options_;
    const collector::CaseWatch& watch_;
    CaseRecord& record_;
    collector::CacheState cache_;
    std::uint64_t digest_run_;  ///< keys in each of the runs that digests are taken in; 0: one run
    std::unique_ptr<kernels::cuda::GpuSort> sort_;
    kernels::Digest input_digest_;
    std::unique_ptr<Hook> hook_;
};

}  // namespace sortscope::cupti
