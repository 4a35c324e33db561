// Interface of all that run cases: an NVIDIA GPU under CUPTI, the host interpreter, the CPU.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collector/trial_loop.hpp"
#include "core/condition.hpp"
#include "core/metric/selection.hpp"
#include "kernels/context/plan.hpp"
#include "kernels/context/variant.hpp"

namespace sortscope::collector {

/// One case of a sweep, before it runs.
struct CaseSpec {
    std::string variant{};
    Workload workload{};
    LaunchConfig config{};
};

/// The condition of a case without device, backend, cache state and time mode.
Condition condition_of(const CaseSpec& spec);

/// The condition's label: "butterfly-full u32 2^20 uniform, block 256".
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

struct BackendOptions {
    TrialOptions trials;
    CasePhases phases;
    std::uint32_t round = 0;  ///< of the time trials
    /// GPU: the first that fits the sort is the headline.
    std::vector<TimeMode> time_modes{TimeMode::graph, TimeMode::stream};
    std::uint32_t activity_trials = 1;
    bool keep_profiler = false;                    ///< enabled from case to case, in a process without times
    CounterRequest counters = default_counters();  ///< GPU
    bool counting_build = false;                   ///< GPU: for transaction sizes and sites
    unsigned threads = 0;                          ///< of the interpreter; 0: all
    bool sites = true;                             ///< keep counts by access site
};

/// Watches and ends a case. After Ctrl-C sets `stop`, a backend ends at the next trial or launch and returns
/// what it has, as interrupted unless that is all.
struct CaseWatch {
    const std::atomic<bool>* stop = nullptr;
    std::function<void(double fraction)> progress{};  ///< 0..1 of this case; may be empty
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
    virtual const Device& device() const = 0;
    BackendKind kind() const { return device().backend; }
    virtual bool runs(kernels::VariantKind kind) const = 0;
    /// Why this device cannot run a case that the variant accepts; empty if it can.
    virtual std::optional<std::string> refusal(const kernels::Variant& variant,
                                               const CaseSpec& spec) const = 0;
    /// The record that run() will fill: its whole condition, and each counter set to ask for (pass 0).
    virtual CaseRecord planned(const kernels::Variant& variant, const CaseSpec& spec,
                               const BackendOptions& options) const = 0;
    /// Prepares for `first_cases`: the options of each process's first case, and of the first with each other
    /// selection of counters. Starts processes together and lets profilers learn what needs no GPU. Enables
    /// nothing that disturbs times.
    virtual void get_ready(std::span<const BackendOptions> /*first_cases*/, const CaseWatch&) {}
    /// Runs options.phases of a case that was not refused. Appends to `record`, which is ok, comes from
    /// begin() and may hold phases of other processes; if it has launches and the sort now makes others, the
    /// phase is lost, with a note. A failure becomes the record's status and message if anything of it is
    /// worth keeping, else an Error.
    virtual void run(const kernels::Variant& variant, const CaseSpec& spec, const BackendOptions& options,
                     const CaseWatch& watch, CaseRecord& record) = 0;
    /// Whether the device is lost to this process, as after a fault in a kernel.
    virtual bool lost() const { return false; }
    /// Measures the device's limits in under a second (docs/measuring.md); empty if the backend has none.
    /// Throws Error if the device fails.
    virtual std::vector<DeviceLimit> measure_limits(const CaseWatch&) { return {}; }
    /// Checks for half a second whether the clocks are steady under load; empty if there are none.
    virtual std::optional<Check> clock_check() { return std::nullopt; }

    /// The phases of each process, in their order over a batch; all in one without processes.
    virtual std::vector<CasePhases> processes() const { return {CasePhases{}}; }
    /// Ends the process of `phases`, so that the next case gets a new one.
    virtual void retire(const CasePhases&) {}
    /// Disables what the process of `phases` keeps enabled and would disturb others; false if it cannot.
    virtual bool rest(const CasePhases&) { return false; }

    /// The empty record for run(), with the configuration that the variant really gets.
    CaseRecord begin(const kernels::Variant& variant, const CaseSpec& spec) const;
};

/// The device's last-level cache when the sort begins.
enum class CacheState { warm, flushed };

/// For CaseRecord::cache_state: "warm", "flushed".
std::string_view name_of(CacheState state);

struct Step {
    std::string_view name;      ///< "time trials"
    std::string_view yields;    ///< its results in the record: "times of launches"; empty if none
    double share = 1;           ///< of the case's time, for the progress bar
    bool until_steady = false;  ///< incomplete until it reports progress 1
    std::function<void(const std::function<void(double)>& progress)> run;  ///< may report 0..1
};

/// Runs `steps` in order until one leaves the record not ok. If the user stops before a step, or before one
/// is steady, the record is interrupted and its message names what is missing.
void run_steps(std::span<const Step> steps, CaseRecord& record, const CaseWatch& watch);

/// Runs options.phases of one case.
CaseRecord run_alone(Backend& backend, const kernels::Variant& variant, const CaseSpec& spec,
                     const BackendOptions& options, const CaseWatch& watch = {});

/// A record with the case's identity alone.
CaseRecord start_record(const CaseSpec& spec, const Backend& backend);

/// The hardware passes that `options` ask for, with pass 0.
std::vector<PassRecord> asked_counters(const BackendOptions& options);

/// Adds each set of `asked` that `record` lacks: asked for in vain.
void keep_attempts(CaseRecord& record, const std::vector<PassRecord>& asked);

/// The exception that is being handled, as an Error. Call in a catch block.
Error current_error();

/// Gives `record` the sentence of current_error(), and status refused if unsupported, else failed.
void fail_by_exception(CaseRecord& record);

/// A planned launch as an empty record, and all of a plan.
LaunchRecord planned_launch(const kernels::Launch& launch, std::size_t index);
std::vector<LaunchRecord> planned_launches(const kernels::Plan& plan);

/// How the launches `made` differ from `earlier` ones by number, kernel, grid or block; empty if they match
/// or there are no earlier ones. Unknown symbols are not compared.
std::optional<std::string> other_launches(const std::vector<LaunchRecord>& earlier,
                                          const std::vector<LaunchRecord>& made);

/// The texts of the files that sites and stalls of `record` name, if this program was built from them.
std::vector<SourceText> sources_of(const CaseRecord& record);

}  // namespace sortscope::collector
