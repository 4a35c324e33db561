// Order, phases, processes and expected time of a sweep's cases.
#pragma once

#include "collector/estimate.hpp"
#include "collector/sweep.hpp"

namespace sortscope::collector {
/// A batch measures all times before its counters: a profiler enabled in any process disturbs times, and
/// enabling it costs half a second.
struct BatchLimits {
    size_t cases = 64;
    double seconds = 25;       ///< expected seconds of times
    double launches = 200000;  ///< launches whose records are in memory
};

/// A sort is short if it takes less than this as a graph. Its times differ by up to 2 % between processes,
/// but hardly within a process. So short sorts need more processes (docs/measurements/README.md).
inline constexpr double short_sort_s = 0.5e-3;

struct Schedule {
    uint32_t rounds = 1;             ///< the first round measures all phases, later rounds only times
    uint32_t short_sort_factor = 4;  ///< with several rounds, multiplies the graph rounds of a short sort
    uint64_t order_seed = 1;         ///< shuffles the cases if there are several rounds
    BatchLimits batch{};
    bool limits = true;                       ///< measure the devices' limits first
    bool stream_alone = true;                 ///< measure stream times of a GPU while no other GPU launches
    std::chrono::milliseconds case_limit{0};  ///< replaces silence_limit() unless 0
    std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
};

/// 0..count-1 in the order of `round`: with several rounds, shuffled (Fisher-Yates, splitmix64).
std::vector<size_t> round_order(size_t count, const Schedule& schedule, uint32_t round);

/// Time without progress after which a case is lost: 20 times its expected seconds, at least 30 s.
std::chrono::milliseconds silence_limit(double expected_seconds, const Schedule& schedule);

/// The phases of a case that one process runs together.
struct Phase {
    CasePhases phases;
    bool graph_alone = false;  ///< a few graph trials, no other times
    std::string kind{};        ///< for TimeModel
    double guess = 0;          ///< expected seconds
};

struct ModeStop {
    TimeMode mode{};
    std::string stopped_by;  ///< in the last round that measured all modes
};

struct SweepCase : PlannedCase {
    BackendOptions options;  ///< within the limits of the case's sweep
    CaseRecord planned;      ///< from Backend::planned()
    CaseWork work;
    size_t counting_runs = 0;  ///< executions of the sort for counters
    double guess = 0;          ///< expected seconds in all rounds
    std::vector<Phase> first;  ///< phases of the first round
    std::vector<Phase> later;  ///< phases of each further round
    std::vector<Phase> graph;  ///< phases of each extra round of a short sort
    CaseRecord record;         ///< of this round; after the first round, only what later rounds need
    CaseId id{};
    size_t at = 0;                ///< finished phases of this round
    uint32_t earlier_trials = 0;  ///< time trials of earlier rounds
    size_t earlier_notes = 0;     ///< notes of earlier rounds
    std::vector<ModeStop> stops;  ///< the headline's mode first
    uint32_t wanted = 1;          ///< rounds; 1 without times
    uint32_t all_rounds = 1;      ///< with the extra rounds of a short sort
    uint32_t rounds = 0;          ///< completed rounds
    bool begun = false;
    bool over = false;  ///< recorded with a status that later rounds cannot change

    bool is_refused() const { return backend == nullptr; }
    bool is_short_sort() const { return all_rounds > wanted; }
    const std::vector<Phase>& phases(uint32_t round) const {
        return round == 0 ? first : round < wanted ? later : graph;
    }
};

/// Returns true if `backends` has several GPUs with worker processes: these GPUs run at the same time.
bool run_at_once(std::span<const Backend* const> backends);
bool run_at_once(std::span<const SweepCase> cases);

/// Refused cases have no phases. Throws Error(usage) if a backend cannot do what `options` ask for, such as a
/// vendor metric that its chip lacks; the run reports other errors.
std::vector<SweepCase> plan_sweep(const std::vector<PlannedCase>& assigned, const BackendOptions& options,
                                  const Schedule& schedule);

/// Most rounds of a case, without extra rounds of short sorts. 1 for the interpreter, which has no times.
uint32_t rounds_of(std::span<const SweepCase> cases);

struct ShortSorts {
    size_t count = 0;
    uint32_t fewest_rounds = 0;
    uint32_t most_rounds = 0;

    /// "12", or "8 to 12" if the sweeps of a preset limit rounds differently.
    std::string rounds_text() const;
};
ShortSorts short_sorts(std::span<const SweepCase> cases);

/// Expected totals of the cases that are not refused.
struct SweepTotals {
    size_t cases = 0;
    double launches = 0;
    size_t passes = 0;
    double seconds = 0;
    bool all_planned = true;
    double file_bytes = 0;
};
SweepTotals totals_of(std::span<const SweepCase> cases);

/// "8 of 12 cases would run, 3 already stored." and, if any would run, "Expected: 66 launches, ...".
std::vector<std::string> plan_sentences(std::span<const SweepCase> cases, size_t stored, uint32_t rounds);

/// Build of this program's GPU code.
struct GpuCode {
    std::string text;       ///< "none", "optimised, for 90-real by nvcc 13.0.88"
    bool optimised = true;  ///< false: times and instruction counts are not those of a normal build
};

/// Warning on GPU code that is not optimised. Empty if `code` is optimised or no case runs on a GPU.
std::optional<Note> note_on(const GpuCode& code, std::span<const SweepCase> cases);

BackendOptions options_for(const BackendOptions& options, const Phase& phase, uint32_t round);

/// Groups `batch` by hardware counters, and orders each group by launches, most first. A case with other
/// counters or more launches than the case before restarts the profiler, which takes as long as counting
/// several cases.
std::vector<SweepCase*> by_counters(std::span<SweepCase* const> batch);

/// Options for Backend::get_ready(): of the first case of each process and of each selection of counters.
std::vector<BackendOptions> first_cases(const Backend& backend, std::span<const SweepCase> cases);

/// Adds the record's modes to SweepCase::stops if the round measured all modes. If the round is not ok, its
/// trials do not count. Returns the summaries of all rounds; `earlier` are the trials of earlier rounds.
std::vector<TimeSummary> sum_up_round(SweepCase& each, uint32_t round, std::vector<TrialRecord> earlier);

/// Begins the note of a case that could not be timed as a graph.
inline constexpr std::string_view no_graph_note = "No time was taken as a CUDA graph; ";

/// Returns true if software counted the launches: only software counts by access site.
bool is_counted_by_software(const CaseRecord& record);

/// `collect --resume`: removes the cases that `known` has, and returns their number. A stored case replaces a
/// planned case if the stored case
///  - is ok and has the condition that the backend plans,
///  - has all planned counter sets, even if tried in vain, with sites if sites are to be kept,
///  - has times in each planned mode and in as many rounds, including the extra rounds of short sorts, since
///    rounds are compared within a run. A sort that could not be captured as a graph is not tried again.
/// `known` must have cases at Detail::summary, and the notes of a case without graph time. A case counted by
/// software must have its first launch with sites. With `any_of_model`, devices of the same name are equal.
size_t drop_finished(std::vector<SweepCase>& cases, const std::vector<CaseRecord>& known,
                     bool any_of_model = false);
}
