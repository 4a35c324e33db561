// What can run a case: an NVIDIA GPU under CUPTI, the host interpreter, the CPU.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collector/check.hpp"
#include "collector/trial_loop.hpp"
#include "core/condition.hpp"
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

/// What is decided of a case's condition before it has a backend: device, backend, cache state and time mode
/// are free.
Condition condition_of(const CaseSpec& spec);

/// "butterfly-full u32 2^20 uniform, block 256": the condition's label, by which errors and the progress bar
/// name a case.
std::string describe(const CaseSpec& spec);

/// What one call of a backend takes of a case. A case can be taken in parts by different processes: times
/// where no profiler was ever loaded, counters where the profiler stays enabled, later rounds of times in a
/// process of their own.
struct CaseParts {
    bool times = true;         ///< time trials in each of BackendOptions::time_modes
    bool launch_times = true;  ///< activity trials
    bool counters = true;      ///< hardware counters of launches
    bool counting = true;  ///< the counting build or the interpreter's model, where BackendOptions ask for it
    bool series = true;    ///< hardware counters over time
    bool stalls = true;    ///< samples of stalled warps
    friend bool operator==(const CaseParts&, const CaseParts&) = default;
};

/// Everything that a backend needs to know beside the case.
struct BackendOptions {
    TrialOptions trials;
    CaseParts parts;
    std::uint32_t round = 0;  ///< TrialRecord::round of the time trials
    std::vector<TimeMode> time_modes{
        TimeMode::graph, TimeMode::stream};  ///< GPU: the first that the sort can be timed in is the headline
    std::uint32_t activity_trials = 1;       ///< runs of the sort under activity records
    bool keep_profiler =
        false;  ///< the profiler stays enabled from case to case: for a process that takes no times
    CounterRequest counters = default_counters();  ///< GPU: what to count beside times
    bool counting_build = false;  ///< GPU: also run the counting build, for transaction sizes and sites
    unsigned threads = 0;         ///< interpreter: worker threads; 0 = all
    bool sites = true;            ///< keep counts by access site
};

/// Lets a long case be watched and ended. `stop` is set by Ctrl-C: a backend ends at the next trial or
/// launch, and returns what it has with CaseStatus::interrupted (or ok, where all was done).
struct CaseWatch {
    const std::atomic<bool>* stop = nullptr;
    std::function<void(double fraction)> progress;  ///< 0..1 of this case; may be empty
    std::chrono::milliseconds silence_limit{
        0};  ///< of a case in a worker process: without progress for so long it is lost; 0: never

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
    /// Whether variants of this kind run here at all (a CPU sort does not run on a GPU).
    virtual bool runs(kernels::VariantKind kind) const = 0;
    /// Why this device cannot take a case that the variant itself could; nothing if it can.
    virtual std::optional<std::string> refusal(const kernels::Variant& variant,
                                               const CaseSpec& spec) const = 0;
    /// The head of the record that run() will make of a case: all that its condition is made of (cache state
    /// and time mode too), and each counter set that will be asked for, with pass 0. Nothing is run.
    virtual CaseRecord planned(const kernels::Variant& variant, const CaseSpec& spec,
                               const BackendOptions& options) const = 0;
    /// Makes ready for `first_cases`, what the first case of each turn (processes()) will be asked, and that
    /// of each further selection of counters: starts processes, all at once, and has profilers learn what
    /// they need no GPU for, so that the first case does not pay for one after the other. Nothing is enabled
    /// that would disturb a time. What cannot be had, the case that needs it will say: an Error ends no
    /// sweep.
    virtual void get_ready(std::span<const BackendOptions> first_cases, const CaseWatch& watch) {
        static_cast<void>(first_cases);
        static_cast<void>(watch);
    }
    /// Takes options.parts of a case that was not refused and appends what it took to `record`, which begin()
    /// made and which may hold what other processes took before: trials, launches with their times, passes.
    /// It is ok when this is called. The launches that the backend makes must be those that the record has,
    /// where it has any (other_launches()); where they are not, the part is lost, and a note says so. What
    /// goes wrong with the case ends up in its status and message, as far as anything of it is worth keeping;
    /// else it throws Error, and the runner records the sentence (each case of a lost device ends so).
    virtual void run(const kernels::Variant& variant, const CaseSpec& spec, const BackendOptions& options,
                     const CaseWatch& watch, CaseRecord& record) = 0;
    /// Whether the device answers no more in this process, as after a fault in a kernel: only a new process
    /// can go on.
    virtual bool lost() const { return false; }
    /// What the device reaches, measured now by kernels of our own in under a second (docs/measuring.md).
    /// Empty where the backend measures none; where `watch` stopped it, what it had. Throws Error where the
    /// device fails.
    virtual std::vector<DeviceLimit> measure_limits(const CaseWatch& watch) {
        static_cast<void>(watch);
        return {};
    }
    /// Whether the device's clocks stay where they are under load, with what to do where they do not: takes
    /// about half a second. Nothing where the backend has no clocks to look at.
    virtual std::optional<Check> clock_check() { return std::nullopt; }

    /// The parts that are taken in one turn each, of all cases of a batch before the next turn begins, in the
    /// order in which a case needs them; one set of all where there are no processes to choose from.
    virtual std::vector<CaseParts> processes() const { return {CaseParts{}}; }
    /// Ends the process that takes `parts`, if there is one: the next case gets a fresh one.
    virtual void retire(const CaseParts& parts) { static_cast<void>(parts); }
    /// Puts away whatever of the process that takes `parts` would disturb another one on this device: a
    /// profiler that was kept enabled. False where that cannot be done but by ending the process.
    virtual bool rest(const CaseParts& parts) {
        static_cast<void>(parts);
        return false;
    }

    /// The record that run() appends to: the case's identity with the configuration that the variant really
    /// gets, and nothing measured.
    CaseRecord begin(const kernels::Variant& variant, const CaseSpec& spec) const;
};

/// The record of a case of which `backend` takes options.parts alone, as run() gives it.
CaseRecord run_alone(Backend& backend, const kernels::Variant& variant, const CaseSpec& spec,
                     const BackendOptions& options, const CaseWatch& watch = {});

/// A record with the case's identity filled in and nothing measured yet.
CaseRecord start_record(const CaseSpec& spec, const Backend& backend);

/// The passes that `options` ask for of a case: each that hardware takes, by pass_names(), with pass 0.
std::vector<PassRecord> asked_counters(const BackendOptions& options);

/// Notes in `record` each set of `asked` that it has no pass of: it was asked for and gave nothing, which is
/// an answer, too.
void keep_attempts(CaseRecord& record, const std::vector<PassRecord>& asked);

/// Gives `record` the status and the sentence of the exception that is being handled: what is unsupported is
/// refused, all else failed. To be called in a catch block, the one place where a case's exceptions become
/// sentences.
void fail_by_exception(CaseRecord& record);

/// A planned launch as a record with nothing measured yet.
LaunchRecord planned_launch(const kernels::Launch& launch, std::uint32_t index);

/// The launches of a plan, with nothing measured yet.
std::vector<LaunchRecord> planned_launches(const kernels::Plan& plan);

/// How launches are told to be the same in two processes.
enum class LaunchIdentity {
    shape,  ///< kernel, grid and block of each: planned sorts
    number  ///< there are as many: sorts of a library, whose launches have no names without activity records
};

/// Why the launches `made` are not those `known` of the case already, as a sentence; nothing if they are, or
/// none are known.
std::optional<std::string> other_launches(const std::vector<LaunchRecord>& known,
                                          const std::vector<LaunchRecord>& made, LaunchIdentity identity);

/// The texts of the files that the sites of `record`'s launches and its stalls name, by file, each once:
/// those that this program carries, which are the ones its kernels were built from.
std::vector<SourceText> sources_of(const CaseRecord& record);

}  // namespace sortscope::collector
