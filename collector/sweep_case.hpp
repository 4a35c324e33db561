// Order, phases, processes and expected time of a sweep's cases.
#pragma once

#include "collector/estimate.hpp"
#include "collector/sweep.hpp"

namespace sortscope::collector {
/// A batch measures all times before its counters: an enabled profiler disturbs times in any process, and
/// enabling it costs half a second.
struct BatchLimits {
    size_t cases = 64;
    double seconds = 25;       ///< expected seconds of times
    double launches = 200000;  ///< launches with records in memory
};

/// Limit of a short sort, timed as a graph. Its times differ by up to 2 % between processes, but hardly
/// within one, so it needs more processes (docs/measurements/README.md).
inline constexpr double short_sort_s = 0.5e-3;

struct Schedule {
    uint32_t rounds = 1;             ///< later rounds measure only times
    uint32_t short_sort_factor = 4;  ///< multiplies the graph rounds of a short sort, if there are several
    uint64_t order_seed = 1;         ///< shuffles cases if there are several rounds
    BatchLimits batch{};
    bool limits = true;                       ///< measure the limits of devices first
    bool stream_alone = true;                 ///< no GPU launches while another measures stream times
    std::chrono::milliseconds case_limit{0};  ///< if not 0, replaces silence_limit()
    std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
};

/// 0..count-1, shuffled with several rounds (Fisher-Yates, splitmix64).
std::vector<size_t> round_order(size_t count, const Schedule& schedule, uint32_t round);

/// Time without progress after which a case is lost: 20 times its expected seconds, at least 30 s.
std::chrono::milliseconds silence_limit(double expected_seconds, const Schedule& schedule);

/// Part of a case that one process runs. A case has several.
struct Phase {
    CasePhases phases;
    bool graph_alone = false;  ///< a few graph trials, no times in other modes
    std::string kind{};        ///< for TimeModel
    double guess = 0;          ///< expected seconds
};

struct ModeStop {
    TimeMode mode{};
    std::string stopped_by;  ///< rule or limit in the last round that measured all modes
};

struct SweepCase : PlannedCase {
    BackendOptions options;  ///< limited by the case's sweep
    CaseRecord planned;      ///< from Backend::planned()
    CaseWork work;
    size_t counting_runs = 0;  ///< executions of the sort to count
    double guess = 0;          ///< expected seconds in all rounds
    std::vector<Phase> first;  ///< work of the first round
    std::vector<Phase> later;  ///< work of each further round
    std::vector<Phase> graph;  ///< work of each extra round of a short sort
    CaseRecord record;         ///< record of this round; afterwards, only data that later rounds need
    CaseId id{};
    size_t at = 0;                ///< number of finished phases of this round
    uint32_t earlier_trials = 0;  ///< time trials of earlier rounds
    size_t earlier_notes = 0;     ///< notes of earlier rounds
    std::vector<ModeStop> stops;  ///< the headline's mode is first
    uint32_t wanted = 1;          ///< number of rounds; 1 without times
    uint32_t all_rounds = 1;      ///< `wanted` and the extra rounds of a short sort
    uint32_t rounds = 0;          ///< completed rounds
    bool begun = false;
    bool over = false;  ///< recorded with a final status

    bool is_refused() const { return backend == nullptr; }
    bool is_short_sort() const { return all_rounds > wanted; }
    const std::vector<Phase>& phases(uint32_t round) const {
        return round == 0 ? first : round < wanted ? later : graph;
    }
};

/// True if several GPUs have worker processes: they run at the same time.
bool run_at_once(std::span<const Backend* const> backends);
bool run_at_once(std::span<const SweepCase> cases);

/// Refused cases get no phases. Throws Error(usage) if `options` ask for something that a backend lacks, such
/// as a vendor metric; other errors appear when cases run.
std::vector<SweepCase> plan_sweep(const std::vector<PlannedCase>& assigned, const BackendOptions& options,
                                  const Schedule& schedule);

/// Most rounds of a case, without extra rounds of short sorts; 1 for the interpreter: it has no times.
uint32_t rounds_of(std::span<const SweepCase> cases);

struct ShortSorts {
    size_t count = 0;
    uint32_t fewest_rounds = 0;
    uint32_t most_rounds = 0;

    /// "12", or "8 to 12" if sweeps of a preset limit rounds differently.
    std::string rounds_text() const;
};
ShortSorts short_sorts(std::span<const SweepCase> cases);

/// Expected totals, without refused cases.
struct SweepTotals {
    size_t cases = 0;
    double launches = 0;
    size_t passes = 0;
    double seconds = 0;
    bool all_planned = true;
    double file_bytes = 0;
};
SweepTotals totals_of(std::span<const SweepCase> cases);

/// "8 of 12 cases would run, 3 already stored."; then "Expected: 66 launches, ..." if any would run.
std::vector<std::string> plan_sentences(std::span<const SweepCase> cases, size_t stored, uint32_t rounds);

/// Build of this program's GPU code.
struct GpuCode {
    std::string text;       ///< "none", "optimised, for 90-real by nvcc 13.0.88"
    bool optimised = true;  ///< false: times and instruction counts differ from a normal build
};

/// Warns if GPU code is not optimised and a case runs on a GPU.
std::optional<Note> note_on(const GpuCode& code, std::span<const SweepCase> cases);

BackendOptions options_for(const BackendOptions& options, const Phase& phase, uint32_t round);

/// Groups `batch` by hardware counters, each group in descending order of launches. The profiler restarts if
/// counters change or launches increase; a restart costs as much as counting several cases.
std::vector<SweepCase*> by_counters(std::span<SweepCase* const> batch);

/// Options for Backend::get_ready(): the first case of each process and of each selection of counters.
std::vector<BackendOptions> first_cases(const Backend& backend, std::span<const SweepCase> cases);

/// Adds the record's modes to SweepCase::stops if the round measured all modes. Trials of a round that is not
/// ok do not count. Returns summaries of all rounds; `earlier`: trials of earlier rounds.
std::vector<TimeSummary> sum_up_round(SweepCase& each, uint32_t round, std::vector<TrialRecord> earlier);

/// Begins a note: the sort could not be timed as a graph.
inline constexpr std::string_view no_graph_note = "No time was taken as a CUDA graph; ";

/// True if software counted the launches: counts by site need it.
bool is_counted_by_software(const CaseRecord& record);

/// `collect --resume`: removes the cases that `known` has, and returns their number. A stored case replaces a
/// planned case if the stored case
///  - is ok and has the planned condition,
///  - has all planned counter sets, even if tried without success, and sites if sites are kept,
///  - has at least the planned rounds in each planned time mode, with the extra rounds of short sorts:
///    rounds are compared within a run. A sort that could not be captured as a graph needs no graph time.
/// `known` needs cases at Detail::summary, and notes of cases without graph time. A case counted by software
/// needs its first launch with sites. With `any_of_model`, devices of one name are equal.
size_t drop_finished(std::vector<SweepCase>& cases, const std::vector<CaseRecord>& known,
                     bool any_of_model = false);
}
