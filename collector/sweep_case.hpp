// A case of a sweep on its way: what there is to take of it, by which process, and what that is expected to
// cost.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "collector/estimate.hpp"
#include "collector/runner.hpp"

namespace sortscope::collector {

/// Whether there is nothing to take.
bool empty(const CaseParts& parts);
/// What is in both.
CaseParts both(const CaseParts& a, const CaseParts& b);

/// A part of a case that one process takes.
struct Portion {
    CaseParts parts;
    bool graph_alone = false;  ///< of its times those as a graph, a few trials
    std::string kind;          ///< of TimeModel
    ExpectedTime guess;
};

/// One assignment on its way.
struct SweepCase {
    const Assignment* assignment = nullptr;
    BackendOptions options;  ///< of all its portions
    CaseRecord planned;
    CaseWork work;
    std::vector<Portion> first;  ///< of the first round, in order
    std::vector<Portion> later;  ///< of each further round
    std::vector<Portion> graph;  ///< of each round beyond those, of a short sort
    CaseRecord record;           ///< what there is of it; after it was recorded, what later rounds need
    CaseId id{};
    std::size_t at = 0;              ///< portions of this round that were taken
    std::size_t known_trials = 0;    ///< trials of earlier rounds
    std::size_t known_notes = 0;     ///< notes that are recorded
    std::vector<TimeSummary> times;  ///< of each mode, as recorded last
    std::uint32_t wanted = 1;        ///< rounds
    std::uint32_t all_rounds = 1;    ///< those and the ones of `graph`
    std::uint32_t rounds = 0;        ///< that it is through with
    bool begun = false;
    bool over = false;  ///< recorded with a status that later rounds cannot mend

    Backend& backend() const { return *assignment->backend; }
    const kernels::Variant& variant() const { return *assignment->planned.variant; }
    const CaseSpec& spec() const { return assignment->planned.spec; }

    const std::vector<Portion>& portions(std::uint32_t round) const {
        return round == 0 ? first : round < wanted ? later : graph;
    }
    /// In how many rounds something of it is taken.
    std::uint32_t rounds_with_portions() const {
        return 1 + (later.empty() ? 0 : wanted - 1) + (graph.empty() ? 0 : all_rounds - wanted);
    }
};

/// `options` for one portion.
BackendOptions options_for(const BackendOptions& options, const Portion& portion, std::uint32_t round);

/// In how many rounds the times as a graph are taken of a case that `backend` plans as `planned`: `wanted`,
/// and of a short sort more.
std::uint32_t graph_rounds(const Backend& backend, const CaseRecord& planned, const CaseWork& work,
                           std::uint32_t wanted, const Schedule& schedule);

/// Plans the portions of an assignment that has a backend. An error of its backend is left for the run to
/// say.
SweepCase prepare_case(const Assignment& assignment, const BackendOptions& options, const Schedule& schedule);

/// The cases of `batch`, those of the same hardware counters after each other, of those the one of most
/// launches first, else in their order: to count others, or more launches than there is room for, the
/// profiler is switched off and on, which takes as long as counting several cases.
std::vector<SweepCase*> by_counters(std::span<SweepCase* const> batch);

/// What the first of `cases` to need it will ask in the first round, for each turn of `backend` that any
/// does, and where it counts for each selection of counters: for Backend::get_ready().
std::vector<BackendOptions> first_cases(const Backend& backend, std::span<const SweepCase> cases);

/// The summaries of times that `record` has, its headline first.
std::vector<TimeSummary> times_of(const CaseRecord& record);

/// Sums up the times of `each` once round `round`, which is not the first, is through: SweepCase::times. A
/// round that did not end as ok counts for nothing, for it has a part of its trials, or some beside a sort
/// that went wrong: its trials are kept as left out. Returns the round's trials.
std::span<const TrialRecord> sum_up_round(SweepCase& each, std::uint32_t round);

/// In all rounds.
double guessed_seconds(const SweepCase& each);

}  // namespace sortscope::collector
