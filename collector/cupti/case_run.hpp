// One case on a GPU: verified, timed without a profiler, recorded once with activities, counted by the range
// profiler.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "collector/backend.hpp"
#include "collector/cupti/session.hpp"
#include "kernels/cuda/gpu_sort.hpp"

namespace sortscope::cupti {

class CaseRun {
 public:
    /// Fills `record`, which has its identity already.
    CaseRun(Session& session, const kernels::Variant& variant, const collector::CaseSpec& spec,
            const collector::BackendOptions& options, const collector::CaseWatch& watch, CaseRecord& record);
    ~CaseRun();
    CaseRun(const CaseRun&) = delete;
    CaseRun& operator=(const CaseRun&) = delete;

    /// All trials in their order. A broken output ends them with CaseStatus::unverified, Ctrl-C with
    /// interrupted. What CUPTI refuses becomes a note; what CUDA or the variant refuses is thrown as Error.
    void run();

 private:
    class Hook;

    void bring_input();
    bool verify();  ///< first run, which also loads the kernels
    void time_trials();
    void time_trial(std::uint32_t index, cudaEvent_t from, cudaEvent_t to, TrialRecord& trial);
    void activity_trial();
    void keep_activities(const Activities& seen);
    void counter_trials();
    void count_group(RangeProfiler& profiler, const MetricGroup& group);
    void counting_build();

    void run_sort();  ///< with NVTX ranges where a tool listens
    /// Records in `trial` whether `output` keeps the variant's promise; where it does not, the case is
    /// unverified.
    void judge(const kernels::Digest& output, TrialRecord& trial);
    std::uint32_t next_index(TrialKind kind) const;
    bool broken() const { return record_.status != CaseStatus::ok; }
    void note(Severity severity, std::string text);

    Session& session_;
    const kernels::Variant& variant_;
    const collector::BackendOptions& options_;
    const collector::CaseWatch& watch_;
    CaseRecord& record_;
    std::uint64_t digest_run_;  ///< keys in each of the runs that digests are taken in; 0: one run
    std::unique_ptr<kernels::cuda::GpuSort> sort_;
    kernels::Digest input_digest_;
    std::unique_ptr<Hook> hook_;
};

}  // namespace sortscope::cupti
