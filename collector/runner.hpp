// Runs the cases of a sweep, each on the backend that takes it: in portions, in rounds, in whatever processes
// the backend has.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "collector/backend.hpp"
#include "collector/estimate.hpp"
#include "collector/recorder.hpp"
#include "collector/schedule.hpp"
#include "collector/sweep.hpp"

namespace sortscope::collector {

/// How far a sweep is.
struct Progress {
    std::size_t done = 0;   ///< cases ended; each counts once a round
    std::size_t total = 0;  ///< cases that will run, in all rounds
    double fraction =
        0;  ///< 0..1 of the whole sweep, weighted by what each case was expected to take when it began
    double seconds_left = -1;  ///< estimated, from what the cases so far took; below 0 while unknown
    std::string current;       ///< describe() of the case that runs; empty at the end
};

/// What a sweep came to.
struct Outcome {
    std::size_t ok = 0;
    std::size_t failed = 0;  ///< failed or unverified, in any round
    std::size_t refused = 0;
    bool interrupted = false;
    std::vector<std::string> problems;  ///< a sentence for each case that failed or was unverified
    /// What was asked for and could not be had though the case is ok (its notes of Severity::lost), each
    /// sentence once, with the number of cases.
    std::vector<std::pair<std::string, std::size_t>> lost;
};

/// A case with the backend that will run it.
struct Assignment {
    PlannedCase planned;
    Backend* backend = nullptr;  ///< null: refused
};

/// Gives each case to every one of `backends` that runs its kind of variant (so that two GPUs each run all
/// GPU cases). What no backend takes, or a device cannot, is refused with a sentence.
std::vector<Assignment> assign(std::vector<PlannedCase> cases,
                               const std::vector<std::unique_ptr<Backend>>& backends);

/// What an assignment is expected to cost, before anything ran.
struct Expectation {
    CaseWork work;
    std::size_t passes = 0;    ///< runs of the sort that carry counters
    double seconds = 0;        ///< in all rounds
    std::uint32_t rounds = 0;  ///< in which something of it is taken: more than `wanted` of a short sort
    std::uint32_t wanted = 0;  ///< rounds that are asked for of it: rounds_of()

    bool is_short_sort() const { return rounds > wanted; }
};

/// The same for each assignment; zeros where it is refused.
std::vector<Expectation> expect(const std::vector<Assignment>& assignments, const BackendOptions& options,
                                const Schedule& schedule);

/// In how many rounds a sweep is gone over, but for the further ones of short sorts: as often as something is
/// taken of any case. 1 where the interpreter alone runs, which takes no times.
std::uint32_t rounds_of(const std::vector<Expectation>& expected);

/// The short sorts among what is expected, and how many rounds they have: each more than were asked for of
/// it.
struct ShortSorts {
    std::size_t count = 0;
    std::uint32_t fewest_rounds = 0;  ///< 0 where there are none
    std::uint32_t most_rounds = 0;
};
ShortSorts short_sorts(const std::vector<Expectation>& expected);

/// Throws Error(usage) where a backend that has cases to run knows that it cannot do what `options` ask for
/// (a vendor's metric that its chip does not have), so that it is said before a run is begun. Other errors
/// are said by the cases themselves.
void check_options(const std::vector<Assignment>& assignments, const BackendOptions& options);

/// Runs all that can run, one backend after the other, and reports progress. A backend with one process for
/// everything has each case recorded as it ends; one with several takes a batch of cases with each process in
/// turn, and each case of the batch is recorded once its last part is taken. Later rounds, in the order of
/// round_order() and in fresh processes, add times to what was recorded; of short sorts there are more of
/// them than of others (Schedule::short_sort_factor), with few trials as a graph each. `stop` ends the sweep
/// after the current case; what the rest of its batch has by then is recorded as interrupted. A case whose
/// backend throws, or whose record the recorder refuses, is recorded as failed with what was said, and the
/// sweep goes on; it ends where the recorder takes that no more either. A case that is lost in a later round
/// keeps what it had, and is counted as failed; of the round nothing counts. One that sorts wrongly in a
/// later round is unverified from then on.
Outcome run_cases(const std::vector<Assignment>& assignments, const BackendOptions& options,
                  const Schedule& schedule, Recorder& recorder, const std::atomic<bool>& stop,
                  const std::function<void(const Progress&)>& progress);

}  // namespace sortscope::collector
