// A case of a sweep on its way: its phases, their processes and their expected time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "collector/estimate.hpp"
#include "collector/runner.hpp"

namespace sortscope::collector {

/// The phases of a case that one process runs together.
struct Phase {
    CasePhases phases;
    bool graph_alone = false;  ///< of times: a few graph trials
    std::string kind;          ///< of TimeModel
    double guess = 0;          ///< seconds
};

/// One assignment on its way.
struct SweepCase {
    const Assignment* assignment = nullptr;
    BackendOptions options;
    CaseRecord planned;
    CaseWork work;
    std::vector<Phase> first;  ///< of the first round, in order
    std::vector<Phase> later;  ///< of each further round
    std::vector<Phase> graph;  ///< of each round beyond those, for a short sort
    CaseRecord record;         ///< once recorded, what later rounds need of it
    CaseId id{};
    std::size_t at = 0;              ///< phases of this round that were run
    std::size_t earlier_trials = 0;  ///< trials of earlier rounds
    std::size_t earlier_notes = 0;   ///< notes that are recorded
    std::vector<TimeSummary> times;  ///< of each mode, as last recorded
    std::uint32_t wanted = 1;        ///< rounds
    std::uint32_t all_rounds = 1;    ///< those and the ones of `graph`
    std::uint32_t rounds = 0;        ///< completed
    bool begun = false;
    bool over = false;  ///< recorded with a status that later rounds cannot mend

    Backend& backend() const { return *assignment->backend; }
    const kernels::Variant& variant() const { return *assignment->planned.variant; }
    const CaseSpec& spec() const { return assignment->planned.spec; }

    const std::vector<Phase>& phases(std::uint32_t round) const {
        return round == 0 ? first : round < wanted ? later : graph;
    }
    /// Rounds with any phase.
    std::uint32_t rounds_with_phases() const {
        return 1 + (later.empty() ? 0 : wanted - 1) + (graph.empty() ? 0 : all_rounds - wanted);
    }
};

/// `options` for one phase.
BackendOptions options_for(const BackendOptions& options, const Phase& phase, std::uint32_t round);

/// Plans the phases of an assignment that has a backend. The run reports an error of its backend.
SweepCase prepare_case(const Assignment& assignment, const BackendOptions& options, const Schedule& schedule);

/// `batch` grouped by hardware counters, then by launches, most first: other counters or more launches than
/// the profiler has room for restart it, which takes as long as counting several cases.
std::vector<SweepCase*> by_counters(std::span<SweepCase* const> batch);

/// For Backend::get_ready(): the first-round options of the first case for each process of `backend`, and of
/// the first for each selection of counters.
std::vector<BackendOptions> first_cases(const Backend& backend, std::span<const SweepCase> cases);

/// The time summaries of `record`, headline first.
std::vector<TimeSummary> times_of(const CaseRecord& record);

/// Updates SweepCase::times after a later round, and returns its trials. A round that did not end as ok is
/// incomplete or has a wrong sort, so its trials are left out.
std::span<const TrialRecord> sum_up_round(SweepCase& each, std::uint32_t round);

/// In all rounds.
double guessed_seconds(const SweepCase& each);

}  // namespace sortscope::collector
