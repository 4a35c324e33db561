// Runs the cases of a sweep on their backends: in rounds, batches and phases.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collector/backend.hpp"
#include "collector/estimate.hpp"
#include "collector/schedule.hpp"
#include "collector/sweep.hpp"

namespace sortscope::collector {

/// The destination of finished cases; the command line provides the store. Each call returns once its data is
/// safe. Throws Error(data) or Error(internal) if a record contradicts itself, and Error(environment) if
/// nothing can be stored any more.
class Recorder {
 public:
    virtual ~Recorder() = default;
    /// Returns the case's number for add_round().
    virtual CaseId record(const CaseRecord& record) = 0;
    /// Adds a later round's time trials and notes to a case, and replaces its times. A non-empty `unverified`
    /// becomes the message of the case, which is then unverified.
    virtual void add_round(CaseId id, std::span<const TrialRecord> trials,
                           const std::vector<TimeSummary>& times, std::span<const Note> notes,
                           const std::string& unverified) = 0;
    virtual void record_limits(const Device& device, std::span<const DeviceLimit> limits) = 0;
    /// A note on the whole run.
    virtual void note(const Note& note) = 0;
};

/// How far a sweep is.
struct Progress {
    std::size_t done = 0;      ///< cases ended; each counts once a round
    std::size_t total = 0;     ///< cases that will run, in all rounds
    double fraction = 0;       ///< 0..1 of the sweep, by expected time
    double seconds_left = -1;  ///< estimated from the cases so far; below 0 while unknown
    std::string current;       ///< describe() of the case that runs; empty at the end
};

struct Outcome {
    std::size_t ok = 0;
    std::size_t failed = 0;  ///< failed or unverified, in any round
    std::size_t refused = 0;
    bool interrupted = false;
    std::vector<std::string> problems;  ///< a sentence for each case that failed or was unverified
    /// Notes of Severity::lost in ok cases, each sentence once, with its number of cases.
    std::vector<std::pair<std::string, std::size_t>> lost;
};

/// A case with the backend that will run it.
struct Assignment {
    PlannedCase planned;
    Backend* backend = nullptr;  ///< null: refused
};

/// Assigns each case to every backend that runs its kind of variant, so that two GPUs each run all GPU cases.
/// A case that no backend or device can run is refused with a sentence.
std::vector<Assignment> assign(std::vector<PlannedCase> cases,
                               const std::vector<std::unique_ptr<Backend>>& backends);

/// How this program's GPU code was compiled.
struct GpuCode {
    std::string text;       ///< "none", "optimised, for 90-real by nvcc 13.0.88"
    bool optimised = true;  ///< false: times and instruction counts are not those of a normal build
};

/// The run's note on `code`; empty if it is optimised or no assignment runs on a GPU.
std::optional<Note> note_on(const GpuCode& code, const std::vector<Assignment>& assignments);

/// The expected cost of an assignment.
struct Expectation {
    CaseWork work;
    std::size_t passes = 0;    ///< runs of the sort that carry counters
    double seconds = 0;        ///< in all rounds
    std::uint32_t rounds = 0;  ///< with further ones for a short sort
    std::uint32_t wanted = 0;  ///< rounds asked for: rounds_of()

    bool is_short_sort() const { return rounds > wanted; }
};

/// The expected cost of each assignment; zeros if it is refused.
std::vector<Expectation> expect(const std::vector<Assignment>& assignments, const BackendOptions& options,
                                const Schedule& schedule);

/// Rounds of a sweep without the further ones of short sorts. 1 for the interpreter, which measures no times.
std::uint32_t rounds_of(const std::vector<Expectation>& expected);

/// The number of short sorts, and their rounds.
struct ShortSorts {
    std::size_t count = 0;
    std::uint32_t fewest_rounds = 0;
    std::uint32_t most_rounds = 0;
};
ShortSorts short_sorts(const std::vector<Expectation>& expected);

/// Throws Error(usage) before a run begins if a backend with cases cannot do what `options` ask for, such as
/// a vendor metric that its chip lacks. The cases report other errors.
void check_options(const std::vector<Assignment>& assignments, const BackendOptions& options);

/// Runs all cases, backend by backend, and reports progress.
///
/// A backend with one process records each case as it ends. One with several runs the phases of a batch one
/// after the other, and records each case after its last phase. Later rounds, in the order of round_order()
/// and in new processes, add times to the recorded cases; short sorts get further rounds with few graph
/// trials each (Schedule::short_sort_factor). `stop` ends the sweep after the current case; the rest of its
/// batch is recorded as interrupted.
///
/// If the backend throws or the recorder refuses a record, the case is recorded as failed, and the sweep goes
/// on; it ends if the recorder refuses that, too. A case that is lost in a later round keeps what it has
/// without that round and counts as failed. A case that sorts wrongly in a later round becomes unverified.
Outcome run_cases(const std::vector<Assignment>& assignments, const BackendOptions& options,
                  const Schedule& schedule, Recorder& recorder, const std::atomic<bool>& stop,
                  const std::function<void(const Progress&)>& progress);

}  // namespace sortscope::collector
