// Order, phases, processes and expected time of a sweep's cases.
#pragma once

#include "collector/estimate.hpp"
#include "collector/sweep.hpp"

namespace sortscope::collector {
/// A batch measures all times before its counters: a profiler enabled in any process disturbs times, and
/// enabling it costs half a second.
struct BatchLimits {
    size_t cases = 64;
    double seconds = 25;       ///< expected for times
    double launches = 200000;  ///< with records in memory
};

/// Sorts that take less as a graph are short: their times differ by up to 2 % between processes and hardly
/// within one, so they need more processes (docs/measurements/README.md).
inline constexpr double short_sort_s = 0.5e-3;

struct Schedule {
    uint32_t rounds = 1;             ///< the first measures all phases, the others times alone
    uint32_t short_sort_factor = 4;  ///< rounds of a short sort's graph for each of several rounds
    uint64_t order_seed = 1;         ///< shuffles several rounds; one round keeps the order asked for
    BatchLimits batch{};
    bool limits = true;        ///< measure the devices' limits first
    bool stream_alone = true;  ///< if GPUs run at once: times in a stream while no other GPU launches
    std::chrono::milliseconds case_limit{0};  ///< replaces silence_limit() unless 0
    std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
};

/// 0..count-1 in the order of `round`: with several rounds, shuffled (Fisher-Yates, splitmix64).
std::vector<size_t> round_order(size_t count, const Schedule& schedule, uint32_t round);

/// A case without progress for so long is lost: half a minute, or twenty times its expected seconds.
std::chrono::milliseconds silence_limit(double expected_seconds, const Schedule& schedule);

/// The phases of a case that one process runs together.
struct Phase {
    CasePhases phases;
    bool graph_alone = false;            ///< a few graph trials, no other times
    bool alone = false;                  ///< while no other GPU launches
    std::vector<TimeMode> time_modes{};  ///< empty: those of the case
    std::string kind{};                  ///< for TimeModel
    double guess = 0;                    ///< seconds
};

struct SweepCase : PlannedCase {
    BackendOptions options;  ///< within the limits of its sweep
    CaseRecord planned;      ///< by its backend
    CaseWork work;
    size_t counting_runs = 0;  ///< of the sort, with counters
    double guess = 0;          ///< seconds, in all rounds
    std::vector<Phase> first;  ///< of the first round
    std::vector<Phase> later;  ///< of each further round
    std::vector<Phase> graph;  ///< of each round beyond those, for a short sort
    CaseRecord record;         ///< once recorded, what later rounds need of it
    CaseId id{};
    size_t at = 0;                   ///< phases of this round that were run
    size_t earlier_trials = 0;       ///< of earlier rounds
    size_t earlier_notes = 0;        ///< those recorded
    std::vector<TimeSummary> times;  ///< of each mode, as last recorded
    uint32_t wanted = 1;             ///< rounds; 1 without times
    uint32_t all_rounds = 1;         ///< with those of `graph`
    uint32_t rounds = 0;             ///< completed
    bool begun = false;
    bool over = false;  ///< recorded with a status that later rounds cannot mend

    bool is_refused() const { return backend == nullptr; }
    bool is_short_sort() const { return all_rounds > wanted; }
    const std::vector<Phase>& phases(uint32_t round) const {
        return round == 0 ? first : round < wanted ? later : graph;
    }
};

/// Whether the GPUs of several `cases` run at the same time, each with workers of its own.
bool run_at_once(std::span<const Backend* const> backends);

/// Refused cases have no phases. Throws Error(usage) if a backend cannot do what `options` ask for, such as a
/// vendor metric that its chip lacks; the run reports other errors.
std::vector<SweepCase> plan_sweep(const std::vector<PlannedCase>& assigned, const BackendOptions& options,
                                  const Schedule& schedule);

/// Does not count further rounds of short sorts. 1 for the interpreter, which measures no times.
uint32_t rounds_of(std::span<const SweepCase> cases);

struct ShortSorts {
    size_t count = 0;
    uint32_t fewest_rounds = 0;
    uint32_t most_rounds = 0;
};
ShortSorts short_sorts(std::span<const SweepCase> cases);

/// How this program's GPU code was compiled.
struct GpuCode {
    std::string text;       ///< "none", "optimised, for 90-real by nvcc 13.0.88"
    bool optimised = true;  ///< false: times and instruction counts are not those of a normal build
};

/// Empty if `code` is optimised or no case runs on a GPU.
std::optional<Note> note_on(const GpuCode& code, std::span<const SweepCase> cases);

BackendOptions options_for(const BackendOptions& options, const Phase& phase, uint32_t round);

/// `batch` grouped by hardware counters, then by launches, most first: other counters or more launches
/// restart the profiler, which takes as long as counting several cases.
std::vector<SweepCase*> by_counters(std::span<SweepCase* const> batch);

/// For Backend::get_ready(): the first-round options of the first case of each process of `backend`, and of
/// each selection of counters.
std::vector<BackendOptions> first_cases(const Backend& backend, std::span<const SweepCase> cases);

/// The time summaries of `record`, headline first.
std::vector<TimeSummary> times_of(const CaseRecord& record);

/// Updates SweepCase::times after a later round; returns its trials, left out unless it is ok.
std::span<const TrialRecord> sum_up_round(SweepCase& each, uint32_t round);

/// Begins the note of a case that could not be timed as a graph.
inline constexpr std::string_view no_graph_note = "No time was taken as a CUDA graph; ";

/// Whether software counted launches, and so knows access sites.
bool is_counted_by_software(const CaseRecord& record);

/// `collect --resume`: removes the cases that `known` has, and returns their number. A stored case serves if
/// it
///  - is ok and has the condition that the backend plans,
///  - was asked for all planned counter sets, even in vain, with sites if they are to be kept,
///  - has times in each planned mode and in as many rounds, with further ones of short sorts: rounds are
///    compared within a run. A sort that could not be captured as a graph is not tried again.
/// `known` are at Detail::summary, with notes if a case has no graph time, and with the first launch that has
/// sites if software counted it. With `any_of_model`, cases of other devices with the same name serve, too.
size_t drop_finished(std::vector<SweepCase>& cases, const std::vector<CaseRecord>& known,
                     bool any_of_model = false);
}
