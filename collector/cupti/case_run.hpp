// One case on a GPU, as a list of steps: verified, timed without a profiler, recorded with activities,
// counted by the range profiler and by the counting build. Times are in case_times.cpp, activities in
// case_activities.cpp, counters in case_counters.cpp, samples in case_sampling.cpp.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collector/backend.hpp"
#include "collector/cupti/session.hpp"
#include "collector/step.hpp"
#include "kernels/cuda/event.hpp"
#include "kernels/cuda/gpu_sort.hpp"
#include "kernels/cuda/held_timer.hpp"

namespace sortscope::cupti {

/// The state of L2 that `options` ask for.
collector::CacheState cache_state_of(const collector::BackendOptions& options);

/// The most launches of a sort that is timed as a graph: making a graph of more takes longer than its times
/// are worth (an H200's driver took 6 us a node).
inline constexpr std::size_t most_graph_launches = std::size_t{1} << 17;

/// Why a sort of so many launches (0: not known, as of a library) is not timed as a graph; nothing where it
/// can be tried.
std::optional<std::string> why_no_graph(std::size_t launches);

/// The mode that CaseRecord::time will be of: the first of `asked` that a sort of so many launches can be
/// timed in. Stream where that is none of them.
TimeMode headline_mode(const std::vector<TimeMode>& asked, std::size_t launches);

/// A time (median_ns) below this is to be read beside what events and launches themselves cost.
inline constexpr std::int64_t short_sort_ns = 20'000;

/// The sentence that says so, from launch_costs() of a session: "Two events alone take 1.3 us on this device,
/// ...".
std::string launch_cost_text(const std::vector<DeviceLimit>& costs);

/// The counter sets that a case of `variant` takes under `options`, each with pass 0.
std::vector<PassRecord> asked_passes(const kernels::VariantInfo& variant,
                                     const collector::BackendOptions& options);

class CaseRun final : private collector::SortState {
 public:
    /// Appends to `record`, which has its identity already and may have parts that other processes took.
    CaseRun(Session& session, const kernels::Variant& variant, const collector::CaseSpec& spec,
            const collector::BackendOptions& options, const collector::CaseWatch& watch, CaseRecord& record);
    ~CaseRun() override;
    CaseRun(const CaseRun&) = delete;
    CaseRun& operator=(const CaseRun&) = delete;

    /// All steps in their order. A wrong output ends them with CaseStatus::unverified, Ctrl-C with
    /// interrupted. What CUPTI refuses becomes a note; what CUDA or the variant refuses is thrown as Error.
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
    std::vector<TimeMode> modes_to_time();  ///< captures the sort where a graph is asked for
    /// Trials of one mode, of which `first` is the index of this call's first in the record. Returns what
    /// stopped them.
    std::string time_mode(TimeMode mode, const collector::TrialOptions& options, std::size_t first,
                          const Prepare& prepare, const Progress& progress);
    TrialRecord time_trial(TimeMode mode, const Prepare& prepare, const kernels::cuda::Event& from,
                           const kernels::cuda::Event& to, kernels::cuda::HeldTimer& timer);
    void summarize(const std::map<TimeMode, std::string>& stopped_by);
    void note_left_out(std::size_t first, TimeMode mode);
    void activity_trials(const Prepare& prepare, const Progress& progress);
    /// One trial's records, where they match the launches; with the transfers of input and output where asked
    /// for.
    std::optional<Activities> activity_trial(ActivityRecorder& recorder, const Prepare& prepare,
                                             bool with_transfers);
    void keep_activities(const std::vector<Activities>& trials);
    void counter_trials(const Prepare& prepare, const Progress& progress);
    /// What the passes of the range profiler gave.
    struct Counted {
        std::vector<std::vector<double>> rows;            ///< by launch, in the order of the plan's metrics
        std::vector<std::optional<std::size_t>> of_pass;  ///< by metric: which pass of the hardware
        std::vector<PassNumber>
            numbers;  ///< by pass of the hardware: the run of the sort (of its first portion)
    };
    void count_launches(const Prepare& prepare, const Progress& progress);
    void say_what_is_missing(const CounterPlan& plan);
    std::optional<Counted> take_passes(const Prepare& prepare, const Progress& progress,
                                       RangeProfiler& profiler, const CounterPlan& plan);
    /// One run of the sort with the launches [first, last) counted; true when every pass of them has been
    /// collected.
    bool count_pass(RangeProfiler& profiler, std::size_t first, std::size_t last);
    /// All portions in one run: of a single pass. False where the case ended with it.
    bool count_in_one_run(const Prepare& prepare, const Progress& progress, RangeProfiler& profiler,
                          const CounterPlan& plan, std::size_t portion, Counted& counted);
    const TrialRecord& counter_trial(std::string note);  ///< judges the run that has just ended, and keeps it
    void keep_counters(const CounterPlan& plan, const Counted& counted);
    void say_what_is_absent(std::string_view name, std::size_t launches, std::string_view why);
    void sample_series(const Prepare& prepare);
    PmSamples sample_once(PmSampler& sampler, Activities& seen);
    std::int64_t expected_ns(const Prepare& prepare);  ///< of the sort, roughly
    void sample_stalls(const Prepare& prepare);
    void counting_build(const Prepare& prepare);

    kernels::Digest output_digest();
    void run_sort();  ///< with NVTX ranges where a tool listens
    /// Records in `trial` whether `output` keeps the variant's promise; where it does not, the case is
    /// unverified.
    void judge(const kernels::Digest& output, TrialRecord& trial);
    TrialRecord new_trial(TrialKind kind, std::string note = "") const;
    bool ended() const { return record_.status != CaseStatus::ok; }
    void note(Severity severity, std::string text);  ///< once, however often it is said

    Session& session_;
    const kernels::Variant& variant_;
    const collector::BackendOptions& options_;
    const collector::CaseWatch& watch_;
    CaseRecord& record_;
    collector::CacheState cache_;
    std::uint64_t digest_run_;            ///< keys in each of the runs that digests are taken in; 0: one run
    kernels::cuda::Arena::Scope memory_;  ///< of everything that the case allocates
    std::unique_ptr<kernels::cuda::GpuSort> sort_;
    std::unique_ptr<kernels::cuda::Graph>
        graph_;  ///< of the sort's launches; null where none was asked for or made
    kernels::Digest input_digest_;
    std::unique_ptr<Hook> hook_;
};

}  // namespace sortscope::cupti
