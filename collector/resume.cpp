#include "collector/resume.hpp"

#include <algorithm>
#include <map>

#include "collector/sweep_case.hpp"
#include "core/condition.hpp"
#include "core/times.hpp"

namespace sortscope::collector {

namespace {

/// Rounds of one mode of a stored case; a single round is not listed.
std::size_t stored_rounds(const TimeSummary* time) {
    return time == nullptr ? 0 : std::max<std::size_t>(1, time->rounds.size());
}

/// The times that a case needs.
struct WantedTimes {
    TimeMode headline = TimeMode::none;
    std::vector<TimeMode> others;
    std::size_t rounds = 1;
    std::size_t graph_rounds = 1;  ///< more for a short sort

    std::size_t rounds_of(TimeMode mode) const { return mode == TimeMode::graph ? graph_rounds : rounds; }
    /// For a sort that cannot be captured.
    WantedTimes without_graph() const {
        WantedTimes left = *this;
        if (headline == TimeMode::graph) left.headline = TimeMode::stream;
        std::erase(left.others, TimeMode::graph);
        return left;
    }
};

bool has_no_graph(const CaseRecord& stored) {
    return std::ranges::any_of(stored.notes,
                               [](const Note& note) { return note.text.starts_with(no_graph_note); });
}

WantedTimes wanted_times(const Assignment& assignment, const CaseRecord& planned,
                         const BackendOptions& options, const Schedule& schedule) {
    const Backend& backend = *assignment.backend;
    const kernels::Variant& variant = *assignment.planned.variant;
    const CaseSpec& spec = assignment.planned.spec;
    const auto rounds = rounds_of(assignment.planned, schedule.rounds);
    WantedTimes wanted{planned.time_mode, {}, rounds, rounds};
    if (planned.time_mode == TimeMode::none) return wanted;
    wanted.graph_rounds = graph_rounds(backend, planned, work_of(variant, spec), rounds, schedule);
    if (planned.backend != BackendKind::cupti) return wanted;
    for (const TimeMode mode : options.time_modes) {
        if (mode == planned.time_mode) continue;
        auto alone = options;
        alone.time_modes = {mode};
        // A backend plans another mode if it cannot time the sort in this one, as with too many launches for
        // a graph.
        if (backend.planned(variant, spec, alone).time_mode == mode) wanted.others.push_back(mode);
    }
    return wanted;
}

bool has_times(const CaseRecord& stored, const WantedTimes& asked) {
    const WantedTimes wanted = has_no_graph(stored) ? asked.without_graph() : asked;
    if (wanted.headline == TimeMode::none) return true;
    const auto has = [&](TimeMode mode) {
        return stored_rounds(time_in(stored, mode)) >= wanted.rounds_of(mode);
    };
    return has(wanted.headline) && std::ranges::all_of(wanted.others, has);
}

bool is_by_software(const PassRecord& pass) {
    return pass.provenance != Provenance::measured && pass.pass != several_passes;
}

/// Whether `stored` has, or tried, the counter sets of `planned`, with access sites if `sites`.
bool has_counters(const CaseRecord& stored, const CaseRecord& planned, bool sites) {
    const bool has_sites = std::ranges::any_of(
        stored.launches, [](const LaunchRecord& launch) { return !launch.sites.empty(); });
    return std::ranges::all_of(planned.passes, [&](const PassRecord& pass) {
        const auto same = std::ranges::find(stored.passes, pass.set, &PassRecord::set);
        return same != stored.passes.end() && (!sites || has_sites || !is_by_software(*same));
    });
}

}  // namespace

bool is_counted_by_software(const CaseRecord& record) {
    return std::ranges::any_of(record.passes, is_by_software);
}

std::size_t drop_finished(std::vector<Assignment>& assignments, const BackendOptions& options,
                          const Schedule& schedule, const std::vector<CaseRecord>& known) {
    std::multimap<Condition, const CaseRecord*> finished;
    for (const auto& record : known)
        if (record.status == CaseStatus::ok) finished.emplace(condition_of(record), &record);
    return std::erase_if(assignments, [&](const Assignment& assignment) {
        if (assignment.backend == nullptr) return false;
        const auto own = options_of(assignment.planned, options);
        const auto planned =
            assignment.backend->planned(*assignment.planned.variant, assignment.planned.spec, own);
        std::vector<const CaseRecord*> same;
        const auto add_same = [&](const CaseRecord& as, bool without_graph) {
            const auto [first, last] = finished.equal_range(condition_of(as));
            for (auto each = first; each != last; ++each)
                if (!without_graph || has_no_graph(*each->second)) same.push_back(each->second);
        };
        add_same(planned, false);
        if (planned.time_mode == TimeMode::graph) {  // if capturing failed, the case has the other mode
            auto without = planned;
            without.time_mode = TimeMode::stream;
            add_same(without, true);
        }
        if (same.empty()) return false;
        const auto wanted = wanted_times(assignment, planned, own, schedule);
        return std::ranges::any_of(same, [&](const CaseRecord* each) {
            return has_times(*each, wanted) && has_counters(*each, planned, own.sites);
        });
    });
}

}  // namespace sortscope::collector
