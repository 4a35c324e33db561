// Runs the cases of a sweep on their backends: in rounds, batches and phases.
#pragma once

#include "collector/sweep_case.hpp"

namespace sortscope::collector {
/// Stores finished cases. Each call returns once its data is safe. Throws Error(data) or Error(internal) if a
/// record contradicts itself, and Error(environment) if nothing can be stored any more.
class Recorder {
 public:
    virtual ~Recorder() = default;
    /// Returns the case's number for add_round().
    virtual CaseId record(const CaseRecord& record) = 0;
    /// Adds a later round's trials and notes to a case and replaces its times. If `unverified` is not
    /// empty, the case becomes unverified with this message.
    virtual void add_round(CaseId id, std::span<const TrialRecord> trials,
                           const std::vector<TimeSummary>& times, std::span<const Note> notes,
                           const std::string& unverified) = 0;
    /// The trials of a case, in order of their rounds: a sweep keeps no trials of finished rounds.
    virtual std::vector<TrialRecord> trials(CaseId id) = 0;
    virtual void record_limits(const Device& device, std::span<const DeviceLimit> limits) = 0;
    /// A note on the whole run.
    virtual void note(const Note& note) = 0;
};

struct Progress {
    size_t done = 0;                ///< cases ended; each counts once a round
    size_t total = 0;               ///< in all rounds, without refused cases
    double fraction = 0;            ///< 0..1 of the sweep, by expected time
    double seconds_left = -1;       ///< estimated from the cases so far; below 0 while unknown
    std::string current;            ///< describe() of the case that runs; empty at the end
    std::string device{};           ///< "GPU 1" in `parts`
    std::vector<Progress> parts{};  ///< of each GPU, and of all other cases, if several GPUs run at once
};

struct Outcome {
    size_t ok = 0;
    size_t failed = 0;  ///< failed or unverified, in any round
    size_t refused = 0;
    bool interrupted = false;
    std::vector<std::string> problems;  ///< a sentence for each case that failed or was unverified
    /// Notes of Severity::lost in ok cases, each sentence once, with its number of cases.
    std::vector<std::pair<std::string, size_t>> lost;
};

/// Runs all cases, backend by backend. Several GPUs with processes of their own run at the same time, before
/// all other backends. Calls of `recorder` and `progress` never overlap. A backend with several processes
/// runs the phases of a batch one after the other; each case is recorded after its last phase. Later rounds,
/// in new processes, add times to the recorded cases. `stop` ends the sweep after the current case and
/// records the rest of its batch as interrupted.
///
/// A case fails if its backend throws or the recorder refuses its record. If the recorder refuses the failed
/// case, too, the sweep ends. A case lost in a later round keeps its other rounds and counts as failed. A
/// case that sorts wrongly in a later round becomes unverified.
Outcome run_cases(std::vector<SweepCase> cases, const Schedule& schedule, Recorder& recorder,
                  const std::atomic<bool>& stop, const std::function<void(const Progress&)>& progress);
}
