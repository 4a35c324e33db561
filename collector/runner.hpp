// Runs the cases of a sweep on their backends: in rounds, batches and phases.
#pragma once

#include "collector/sweep_case.hpp"

namespace sortscope::collector {
/// Stores finished cases. Data is safe when a call returns. Throws Error(data) or Error(internal) for a
/// contradictory record, Error(environment) if storing is no longer possible.
class Recorder {
 public:
    virtual ~Recorder() = default;
    /// Returns the number to pass to add_round().
    virtual CaseId record(const CaseRecord& record) = 0;
    /// Adds trials and notes of a later round to a case, and replaces its times. A non-empty `unverified`
    /// makes the case unverified, with this message.
    virtual void add_round(CaseId id, std::span<const TrialRecord> trials,
                           const std::vector<TimeSummary>& times, std::span<const Note> notes,
                           const std::string& unverified) = 0;
    /// Trials of a case, in order of rounds: a sweep itself does not keep trials of finished rounds.
    virtual std::vector<TrialRecord> trials(CaseId id) = 0;
    virtual void record_limits(const Device& device, std::span<const DeviceLimit> limits) = 0;
    /// Adds a note to the run.
    virtual void note(const Note& note) = 0;
};

struct Progress {
    size_t done = 0;                ///< ended cases, each counted in each round
    size_t total = 0;               ///< cases of all rounds, without refused cases
    double fraction = 0;            ///< 0..1 of the sweep's expected time
    double seconds_left = -1;       ///< below 0: unknown
    std::string current;            ///< describe() of the running case; empty at the end
    std::string device{};           ///< "GPU 1" within `parts`
    std::vector<Progress> parts{};  ///< for several GPUs at once: one part each, one for other cases
};

struct Outcome {
    size_t ok = 0;
    size_t failed = 0;  ///< failed or unverified, in any round
    size_t refused = 0;
    bool interrupted = false;
    std::vector<std::string> problems;  ///< a sentence for each failed or unverified case
    /// Notes of Severity::lost in ok cases: each sentence with its number of cases.
    std::vector<std::pair<std::string, size_t>> lost;
};

/// Runs all cases, backend by backend. Several GPUs with worker processes run at the same time, before other
/// backends. Calls of `recorder` and `progress` never overlap. A backend with several processes runs the
/// phases of a batch one after the other, and records a case after its last phase. Later rounds, in new
/// processes, add times to recorded cases. `stop` ends the sweep after the current case; the rest of its
/// batch is interrupted.
///
/// A case fails if its backend throws or the recorder refuses its record. The sweep ends if the recorder
/// refuses the failed case, too. A case lost in a later round keeps its other rounds and counts as failed. A
/// case that sorts wrongly in a later round becomes unverified.
Outcome run_cases(std::vector<SweepCase> cases, const Schedule& schedule, Recorder& recorder,
                  const std::atomic<bool>& stop, const std::function<void(const Progress&)>& progress);
}
