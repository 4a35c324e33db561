// Backends run cases: on an NVIDIA GPU under CUPTI, in the host interpreter, or on the CPU.
#pragma once

#include <atomic>

#include "collector/trial_loop.hpp"
#include "core/condition.hpp"
#include "core/metric/selection.hpp"
#include "kernels/context/variant.hpp"

namespace sortscope::kernels {
class LoadedPlugin;
}

namespace sortscope::collector {
using kernels::Variant;
using kernels::VariantKind;
using kernels::VariantRegistry;

/// A case of a sweep, before it runs.
struct CaseSpec {
    std::string variant{};
    Workload workload{};
    LaunchConfig config{};
};

/// Leaves device, backend, cache state and time mode free.
Condition condition_of(const CaseSpec& spec);

/// The condition's label: "butterfly-full u32 2^20 uniform, block 256".
std::string describe(const CaseSpec& spec);

/// Phases of one call of Backend::run(). The process that measures times never starts a profiler; the process
/// that counts keeps its profiler enabled. Later rounds run in new processes.
struct CasePhases {
    bool times = true;         ///< in each of BackendOptions::time_modes
    bool launch_times = true;  ///< activity trials
    bool counters = true;      ///< hardware counters of launches
    bool counting = true;      ///< the counting build or the interpreter's model
    bool series = true;
    bool stalls = true;

    static constexpr CasePhases none() { return {false, false, false, false, false, false}; }
    bool empty() const { return *this == none(); }
    bool within(const CasePhases& others) const { return (*this & others) == *this; }
    friend CasePhases operator&(const CasePhases& a, const CasePhases& b) {
        return {a.times && b.times,       a.launch_times && b.launch_times,
                a.counters && b.counters, a.counting && b.counting,
                a.series && b.series,     a.stalls && b.stalls};
    }
    friend bool operator==(const CasePhases&, const CasePhases&) = default;
};

struct BackendOptions {
    TrialOptions trials;
    CasePhases phases;
    uint32_t round = 0;        ///< round of the time trials
    uint32_t first_trial = 0;  ///< number of time trials in earlier rounds, absent from CaseJob::record
    /// GPU: the first mode that fits the sort is the headline's.
    std::vector<TimeMode> time_modes{TimeMode::graph, TimeMode::stream};
    uint32_t activity_trials = 1;
    bool keep_profiler = false;  ///< leave the profiler enabled for the next case; needs phases without times
    CounterRequest counters = default_counters();  ///< GPU only
    bool counting_build = false;                   ///< GPU only: gives transaction sizes and sites
    unsigned threads = 0;                          ///< threads of the interpreter; 0: all hardware threads
    bool sites = true;                             ///< keep counts by site
};

/// Permission to launch: none, while other GPUs may launch too, or only while no other GPU launches.
enum class Launches : uint32_t { none, beside, alone };

/// Ctrl-C sets `stop`: a backend then ends at the next trial or launch and returns its results so far. A case
/// with missing results is interrupted.
struct CaseWatch {
    const std::atomic<bool>* stop = nullptr;
    std::function<void(double fraction)> progress{};  ///< 0..1 of the case
    std::chrono::milliseconds silence_limit{0};       ///< kills a worker after this time without progress; 0:
                                                      ///< never
    /// Waits until this GPU may launch: alone if times include the host's work, else beside other GPUs.
    /// Launches::none does not wait, and lets other GPUs launch.
    std::function<void(Launches)> may_launch{};

    bool stopped() const { return stop && stop->load(std::memory_order_relaxed); }
    void report(double fraction) const {
        if (progress) progress(fraction);
    }
};

/// The phases of a case to run now.
struct CaseJob {
    const Variant& variant;
    const CaseSpec& spec;
    const BackendOptions& options;  ///< including the phases
    const CaseWatch& watch;
    CaseRecord& record;  ///< from Backend::begin(), with results of earlier processes
};

/// Runs cases on one device, one at a time. Not thread-safe.
class Backend {
 public:
    virtual ~Backend() = default;
    virtual const Device& device() const = 0;
    BackendKind kind() const { return device().backend; }
    virtual bool runs(VariantKind kind) const = 0;
    /// Returns why this device cannot run a case that the variant accepts.
    virtual std::optional<std::string> refusal(const Variant& variant, const CaseSpec& spec) const = 0;
    /// Returns a record with the condition that run() will record, and the requested counter sets (pass 0).
    virtual CaseRecord planned(const Variant& variant, const CaseSpec& spec,
                               const BackendOptions& options) const = 0;
    /// Starts all processes at once. Schedules counters: this needs no GPU. Enables nothing that disturbs
    /// times. `first_cases`: options of the first case of each process and of each selection of counters.
    virtual void get_ready(std::span<const BackendOptions> /*first_cases*/, const CaseWatch&) {}
    /// Runs the phases of a case that was not refused, and appends to its record. If its launches differ from
    /// the record's, discards the phase's results and adds a note. An exception sets the record's status and
    /// message.
    void run(const CaseJob& job);
    /// True if this process has lost the device, for example by a fault in a kernel.
    virtual bool lost() const { return false; }
    /// Takes under a second (docs/measuring.md); empty if the backend has no limits. Throws Error.
    virtual std::vector<DeviceLimit> measure_limits(const CaseWatch&) { return {}; }
    /// Takes half a second; empty if the device has no clocks to read.
    virtual std::optional<Check> clock_check() { return std::nullopt; }

    /// Phases of each worker process, in the order of a batch. Without worker processes: one element, all
    /// phases.
    virtual std::vector<CasePhases> processes() const { return {CasePhases{}}; }
    /// Ends the processes whose phases are all in `phases`. Their next case starts a new process.
    virtual void retire(const CasePhases&) {}
    /// Adds a plug-in's kernels to this worker process.
    virtual void add_kernels(const kernels::LoadedPlugin&) {}
    /// Disables the profilers of the process with `phases`, since they would disturb other processes. Returns
    /// false on failure.
    virtual bool rest(const CasePhases&) { return false; }

    /// Returns an empty record for run(), with the launch configuration that the variant will use.
    CaseRecord begin(const Variant& variant, const CaseSpec& spec) const;

 private:
    virtual void measure(const CaseJob& job) = 0;
};

/// CaseRecord::cache_state: "flushed" with TrialOptions::flush_l2, else "warm".
std::string_view cache_state_of(const TrialOptions& options);

struct Step {
    std::string_view name;      ///< "time trials"
    std::string_view yields;    ///< "times of launches"; empty without results
    double share = 1;           ///< part of the case's time, for the progress bar
    bool until_steady = false;  ///< if stopped before it reports progress 1, the step is incomplete
    std::function<void(const std::function<void(double)>& progress)> run;  ///< `progress` takes 0..1
};

/// Runs `steps` while the record is ok. The record is interrupted if the user stops before a step, or during
/// a step with until_steady. The message names the missing results.
void run_steps(std::span<const Step> steps, CaseRecord& record, const CaseWatch& watch);

/// The hardware counter sets of `options`, each with pass 0.
std::vector<PassRecord> asked_counters(const BackendOptions& options);

/// Adds the passes of `asked` that `record` lacks: SortScope tried them without success.
void keep_attempts(CaseRecord& record, const std::vector<PassRecord>& asked);

/// Returns the exception that the calling catch block handles.
Error current_error();

/// Sets message and status of `record` from current_error(): refused for kind unsupported, else failed.
void fail_by_exception(CaseRecord& record);

LaunchRecord planned_launch(const kernels::Launch& launch, size_t index);
std::vector<LaunchRecord> planned_launches(const kernels::Plan& plan);

/// Returns how `made` and `earlier` differ in number, kernel, grid or block of launches. Empty if they match
/// or `earlier` is empty. Ignores unknown symbols.
std::optional<std::string> other_launches(const std::vector<LaunchRecord>& earlier,
                                          const std::vector<LaunchRecord>& made);

/// Source texts that sites and stalls of `record` name, from this program or the plug-in.
std::vector<SourceText> sources_of(const CaseRecord& record, const Variant& variant);
}
