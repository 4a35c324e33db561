// Interface of all that run cases: an NVIDIA GPU under CUPTI, the host interpreter, the CPU.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collector/trial_loop.hpp"
#include "core/condition.hpp"
#include "core/error.hpp"
#include "core/metric/selection.hpp"
#include "core/records.hpp"
#include "kernels/context/plan.hpp"
#include "kernels/context/variant.hpp"

namespace sortscope::collector {

/// One case of a sweep, before it runs.
struct CaseSpec {
    std::string variant;
    Workload workload;
    LaunchConfig config;
};

/// The condition of a case without a backend: device, backend, cache state and time mode are free.
Condition condition_of(const CaseSpec& spec);

/// "butterfly-full u32 2^20 uniform, block 256": the condition's label, for errors and the progress bar.
std::string describe(const CaseSpec& spec);

/// The phases of a case that one call of a backend runs. Different processes run them: times in one that
/// never loads a profiler, counters in one that keeps it enabled, later rounds in new ones.
struct CasePhases {
    bool times = true;         ///< time trials in each of BackendOptions::time_modes
    bool launch_times = true;  ///< activity trials
    bool counters = true;      ///< hardware counters of launches
    bool counting = true;      ///< the counting build or the interpreter's model, if asked for
    bool series = true;        ///< hardware counters over time
    bool stalls = true;        ///< samples of stalled warps

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

/// Options of a case for its backend.
struct BackendOptions {
    TrialOptions trials;
    CasePhases phases;
    std::uint32_t round = 0;  ///< TrialRecord::round of the time trials
    /// GPU: the first that the sort can be timed in is the headline.
    std::vector<TimeMode> time_modes{TimeMode::graph, TimeMode::stream};
    std::uint32_t activity_trials = 1;             ///< runs of the sort under activity records
    bool keep_profiler = false;                    ///< enabled from case to case, in a process without times
    CounterRequest counters = default_counters();  ///< GPU
    bool counting_build = false;                   ///< GPU: for transaction sizes and sites
    unsigned threads = 0;                          ///< of the interpreter; 0: all
    bool sites = true;                             ///< keep counts by access site
};

/// Watches and ends a case. After Ctrl-C sets `stop`, a backend ends at the next trial or launch and returns
/// what it has with CaseStatus::interrupted, or ok if that is all.
struct CaseWatch {
    const std::atomic<bool>* stop = nullptr;
    std::function<void(double fraction)> progress;  ///< 0..1 of this case; may be empty
    /// A case in a worker process without progress for so long is lost; 0: never.
    std::chrono::milliseconds silence_limit{0};

    bool stopped() const { return stop && stop->load(std::memory_order_relaxed); }
    void report(double fraction) const {
        if (progress) progress(fraction);
    }
};

/// Runs cases on one device. Not thread-safe: one case at a time.
class Backend {
 public:
    virtual ~Backend() = default;
    virtual BackendKind kind() const = 0;
    virtual const Device& device() const = 0;
    /// Whether variants of this kind run here.
    virtual bool runs(kernels::VariantKind kind) const = 0;
    /// Why this device cannot run a case that the variant accepts; empty if it can.
    virtual std::optional<std::string> refusal(const kernels::Variant& variant,
                                               const CaseSpec& spec) const = 0;
    /// The record that run() will fill, with its whole condition and each counter set to ask for (pass 0).
    /// Runs nothing.
    virtual CaseRecord planned(const kernels::Variant& variant, const CaseSpec& spec,
                               const BackendOptions& options) const = 0;
    /// Prepares for `first_cases`: the options of each process's first case, and of the first with each other
    /// selection of counters. Starts processes together and makes profilers learn what needs no GPU, so that
    /// the first case does not wait for them in turn. Enables nothing that disturbs times. The cases report
    /// what fails.
    virtual void get_ready(std::span<const BackendOptions> /*first_cases*/, const CaseWatch&) {}
    /// Runs options.phases of a case that was not refused. Appends to `record`, which is ok, comes from
    /// begin() and may hold phases of other processes. If the record has launches, the backend must make the
    /// same (other_launches()); else the phase is lost, with a note. A failure becomes the record's status
    /// and message if anything of it is worth keeping, else an Error, which the runner records.
    virtual void run(const kernels::Variant& variant, const CaseSpec& spec, const BackendOptions& options,
                     const CaseWatch& watch, CaseRecord& record) = 0;
    /// Whether the device is lost to this process, as after a fault in a kernel.
    virtual bool lost() const { return false; }
    /// Measures the device's limits in under a second (docs/measuring.md); empty if the backend has none.
    /// Throws Error if the device fails.
    virtual std::vector<DeviceLimit> measure_limits(const CaseWatch&) { return {}; }
    /// Checks for half a second whether the clocks are steady under load; empty if there are none.
    virtual std::optional<Check> clock_check() { return std::nullopt; }

    /// The phases that run together, in their order over a batch; one set of all without processes.
    virtual std::vector<CasePhases> processes() const { return {CasePhases{}}; }
    /// Ends the process of `phases`, so that the next case gets a new one.
    virtual void retire(const CasePhases&) {}
    /// Disables what the process of `phases` keeps enabled and would disturb others. False if only its end
    /// does.
    virtual bool rest(const CasePhases&) { return false; }

    /// The empty record for run(), with the configuration that the variant really gets.
    CaseRecord begin(const kernels::Variant& variant, const CaseSpec& spec) const;
};

/// Runs options.phases of one case.
CaseRecord run_alone(Backend& backend, const kernels::Variant& variant, const CaseSpec& spec,
                     const BackendOptions& options, const CaseWatch& watch = {});

/// A record with the case's identity alone.
CaseRecord start_record(const CaseSpec& spec, const Backend& backend);

/// The hardware passes that `options` ask for, by pass_names(), with pass 0.
std::vector<PassRecord> asked_counters(const BackendOptions& options);

/// Adds each set of `asked` that `record` lacks: asked for in vain.
void keep_attempts(CaseRecord& record, const std::vector<PassRecord>& asked);

/// The exception that is being handled, as an Error. Call in a catch block.
Error current_error();

/// Gives `record` the status and sentence of current_error(): refused if unsupported, else failed.
void fail_by_exception(CaseRecord& record);

/// A planned launch as an empty record.
LaunchRecord planned_launch(const kernels::Launch& launch, std::uint32_t index);

/// The launches of a plan as empty records.
std::vector<LaunchRecord> planned_launches(const kernels::Plan& plan);

/// How to match launches of two processes.
enum class LaunchIdentity {
    shape,  ///< kernel, grid and block of each: planned sorts
    number  ///< their number: library sorts have no names without activity records
};

/// The sentence on how the launches `made` differ from `earlier` ones; empty if they match or there are none.
std::optional<std::string> other_launches(const std::vector<LaunchRecord>& earlier,
                                          const std::vector<LaunchRecord>& made, LaunchIdentity identity);

/// The texts of the files that sites and stalls of `record` name, if this program was built from them.
std::vector<SourceText> sources_of(const CaseRecord& record);

}  // namespace sortscope::collector
