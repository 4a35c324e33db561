// A case on a GPU, and its steps.
#pragma once

#include "collector/backend.hpp"
#include "collector/cupti/session.hpp"
#include "kernels/cuda/gpu_sort.hpp"

namespace sortscope::cupti {
using namespace collector;  // NOLINT: this is a backend of the collector

/// Most launches of a sort to time as a graph. An H200's driver needs 6 us a launch to make a graph.
inline constexpr size_t most_graph_launches = size_t{1} << 17;

/// `launches`: 0 if unknown. Empty if the sort can be timed as a graph.
std::optional<std::string> why_no_graph(size_t launches);

/// Mode of CaseRecord::time: the first of `asked` that fits `launches`, else stream.
TimeMode headline_mode(const std::vector<TimeMode>& asked, size_t launches);

/// Note for a short sort; `costs` from Session::launch_costs().
std::string launch_cost_text(const std::vector<DeviceLimit>& costs);

/// The counter sets of `options`, each with pass 0.
std::vector<PassRecord> asked_passes(const kernels::VariantInfo& variant, const BackendOptions& options);

/// The NVTX range of a launch: "variant stage 3 substage 2 (k=8 j=2)".
std::string range_text(std::string_view variant, const Stage& stage);

struct GpuCase : CaseJob {
    GpuCase(Session& session, const CaseJob& job);

    /// Runs the steps. The case ends as unverified after a wrong output, as interrupted after Ctrl-C. Errors
    /// of CUPTI become notes; errors of CUDA or the variant are thrown.
    void run();

    /// Restores the input, then prepares the cache. Call before each measured run of the sort.
    void prepare();
    /// Flushes L2 if requested, and waits until the device is idle.
    void prepare_cache();
    /// Runs the sort, in NVTX ranges if a tool listens.
    void run_sort();
    kernels::Digest output_digest();
    TrialRecord new_trial(TrialKind kind, std::string note = "") const;
    /// Returns how recorded kernels differ from the plan; empty without a difference or a plan.
    std::optional<std::string> fault_of(const Activities& seen) const;
    /// Verifies `trial`; the case is unverified if `output` breaks the variant's promise.
    void judge(const kernels::Digest& output, TrialRecord& trial);
    /// Judges and records the last run of the sort; returns its pass, from 1.
    PassNumber counter_trial(std::string note);
    /// Adds a note if the record lacks it.
    void note(Severity severity, std::string text);
    void lost(std::string text, std::string_view why = {}) { note(Severity::lost, text.append(why)); }
    bool ended() const { return record.status != CaseStatus::ok; }
    /// True if no further run of the sort may begin.
    bool stopped() const { return watch.stopped() || ended(); }

    Session& session;
    uint64_t digest_run;        ///< keys in each sorted run that a digest checks; 0: all keys
    cuda::Arena::Scope memory;  ///< arena for all allocations of the case
    std::unique_ptr<cuda::GpuSort> sort;
    kernels::Digest input_digest;

 private:
    void bring_input();
    std::vector<Step> steps();
};

using ReportProgress = std::function<void(double)>;

// The steps of a case.
void warm_up(GpuCase& of, const ReportProgress&);  ///< also loads the kernels
void take_times(GpuCase& of, const ReportProgress& progress);
void take_activities(GpuCase& of, const ReportProgress& progress);
void take_counters(GpuCase& of, const ReportProgress& progress);
void run_counting_build(GpuCase& of, const ReportProgress&);
void take_series(GpuCase& of, const ReportProgress&);
void take_stalls(GpuCase& of, const ReportProgress&);
}
