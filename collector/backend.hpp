// Backends, which run cases: an NVIDIA GPU under CUPTI, the host interpreter, or the CPU.
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

/// The phases that one call of Backend::run() runs. The process that measures times never starts a profiler.
/// The process that counts keeps its profiler enabled. Later rounds run in new processes.
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
    uint32_t round = 0;        ///< of the time trials
    uint32_t first_trial = 0;  ///< number of time trials in earlier rounds; CaseJob::record lacks them
    /// GPU: the first mode that fits the sort gives the headline.
    std::vector<TimeMode> time_modes{TimeMode::graph, TimeMode::stream};
    uint32_t activity_trials = 1;
    bool keep_profiler = false;  ///< leave the profiler enabled for the next case; only without times
    CounterRequest counters = default_counters();  ///< GPU: what to measure
    bool counting_build = false;                   ///< GPU: for transaction sizes and sites
    unsigned threads = 0;                          ///< of the interpreter; 0: all hardware threads
    bool sites = true;                             ///< keep counts by access site
};

/// How a GPU may launch: not at all, beside other GPUs, or alone.
enum class Launches : uint32_t { none, beside, alone };

/// Once Ctrl-C sets `stop`, a backend ends at the next trial or launch and returns its results so far. A case
/// with missing results is interrupted.
struct CaseWatch {
    const std::atomic<bool>* stop = nullptr;
    std::function<void(double fraction)> progress{};  ///< 0..1 of this case
    std::chrono::milliseconds silence_limit{0};  ///< ends a worker after this time without progress; 0: never
    /// Waits until this GPU may launch: alone for times that include the host's work, beside other GPUs for
    /// all other work. Launches::none does not wait; it lets the other GPUs launch.
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
    CaseRecord& record;  ///< from Backend::begin(), with the results of earlier processes
};

/// Runs cases on one device, one at a time. Not thread-safe.
class Backend {
 public:
    virtual ~Backend() = default;
    virtual const Device& device() const = 0;
    BackendKind kind() const { return device().backend; }
    virtual bool runs(VariantKind kind) const = 0;
    /// Returns why this device cannot run a case that the variant accepts; empty if it can.
    virtual std::optional<std::string> refusal(const Variant& variant, const CaseSpec& spec) const = 0;
    /// Returns a record with the condition that run() will record, and each requested counter set (pass 0).
    virtual CaseRecord planned(const Variant& variant, const CaseSpec& spec,
                               const BackendOptions& options) const = 0;
    /// Prepares for the first case of each process and of each selection of counters. Starts all processes at
    /// the same time. Schedules counters, which needs no GPU. Enables nothing that disturbs times.
    virtual void get_ready(std::span<const BackendOptions> /*first_cases*/, const CaseWatch&) {}
    /// Runs the phases of a case that was not refused, and appends to its record. If a phase's launches
    /// differ from those in the record, discards the phase's results and adds a note. An exception becomes
    /// the record's status and message.
    void run(const CaseJob& job);
    /// Returns true if this process has lost the device, as after a fault in a kernel.
    virtual bool lost() const { return false; }
    /// Takes under a second (docs/measuring.md); empty if the backend has no limits. Throws Error.
    virtual std::vector<DeviceLimit> measure_limits(const CaseWatch&) { return {}; }
    /// Takes half a second; empty if the device has no clocks to read.
    virtual std::optional<Check> clock_check() { return std::nullopt; }

    /// The phases of each worker process, in the order in which a batch runs them. Without worker processes,
    /// one element has all phases.
    virtual std::vector<CasePhases> processes() const { return {CasePhases{}}; }
    /// Ends the processes whose phases are all in `phases`. The next case gets a new process.
    virtual void retire(const CasePhases&) {}
    /// Adds a plug-in's kernels, in a worker process.
    virtual void add_kernels(const kernels::LoadedPlugin&) {}
    /// Disables the profilers in the process of `phases`: they would disturb other processes. Returns false
    /// if that fails.
    virtual bool rest(const CasePhases&) { return false; }

    /// Returns an empty record for run(), with the configuration that the variant really gets.
    CaseRecord begin(const Variant& variant, const CaseSpec& spec) const;

 private:
    virtual void measure(const CaseJob& job) = 0;
};

/// CaseRecord::cache_state: "flushed" if the last-level cache is flushed before each sort, else "warm".
std::string_view cache_state_of(const TrialOptions& options);

struct Step {
    std::string_view name;      ///< "time trials"
    std::string_view yields;    ///< results of the step: "times of launches"; empty without results
    double share = 1;           ///< of the case's time, for the progress bar
    bool until_steady = false;  ///< the step is incomplete until it reports progress 1
    std::function<void(const std::function<void(double)>& progress)> run;  ///< may report 0..1
};

/// Runs `steps` until the record is no longer ok. If the user stops before a step, or during a step with
/// until_steady, the record is interrupted. Its message names the missing results.
void run_steps(std::span<const Step> steps, CaseRecord& record, const CaseWatch& watch);

/// The hardware counter sets that `options` ask for, each with pass 0.
std::vector<PassRecord> asked_counters(const BackendOptions& options);

/// Adds the passes of `asked` that `record` lacks: they were tried in vain.
void keep_attempts(CaseRecord& record, const std::vector<PassRecord>& asked);

/// Returns the exception that the calling catch block handles.
Error current_error();

/// Sets message and status of `record` from current_error(). The status is refused if the error is of kind
/// unsupported, else failed.
void fail_by_exception(CaseRecord& record);

LaunchRecord planned_launch(const kernels::Launch& launch, size_t index);
std::vector<LaunchRecord> planned_launches(const kernels::Plan& plan);

/// Returns how `made` and `earlier` differ in number, kernel, grid or block of launches. Empty if they match
/// or `earlier` is empty. Unknown symbols are not compared.
std::optional<std::string> other_launches(const std::vector<LaunchRecord>& earlier,
                                          const std::vector<LaunchRecord>& made);

/// Texts of the source files that sites and stalls of `record` name, from this program or the plug-in.
std::vector<SourceText> sources_of(const CaseRecord& record, const Variant& variant);
}
