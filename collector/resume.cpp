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

bool has_no_graph(const CaseRecord& stored) {
    return std::ranges::any_of(stored.notes,
                               [](const Note& note) { return note.text.starts_with(no_graph_note); });
}

/// The modes that the backend would time `each` in.
std::vector<TimeMode> planned_modes(const SweepCase& each) {
    std::vector<TimeMode> modes{each.planned.time_mode};
    if (each.planned.backend != BackendKind::cupti || modes.front() == TimeMode::none) return modes;
    for (const TimeMode mode : each.options.time_modes) {
        if (mode == modes.front()) continue;
        auto alone = each.options;
        alone.time_modes = {mode};
        // A backend plans another mode if it cannot time the sort in this one, as with too many launches for
        // a graph.
        if (each.backend().planned(each.variant(), each.spec(), alone).time_mode == mode)
            modes.push_back(mode);
    }
    return modes;
}

bool has_times(const CaseRecord& stored, const SweepCase& each, std::vector<TimeMode> modes) {
    if (has_no_graph(stored)) std::ranges::replace(modes, TimeMode::graph, TimeMode::stream);
    return std::ranges::all_of(modes, [&](TimeMode mode) {
        const auto rounds = mode == TimeMode::graph ? each.all_rounds : each.wanted;
        return mode == TimeMode::none || stored_rounds(time_in(stored, mode)) >= rounds;
    });
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
        const auto wanted = prepare_case(assignment, options, schedule);
        const auto& planned = wanted.planned;
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
        const auto modes = planned_modes(wanted);
        return std::ranges::any_of(same, [&](const CaseRecord* each) {
            return has_times(*each, wanted, modes) && has_counters(*each, planned, wanted.options.sites);
        });
    });
}

}  // namespace sortscope::collector
