#include "collector/resume.hpp"

#include <algorithm>
#include <map>

#include "core/condition.hpp"
#include "core/times.hpp"

namespace sortscope::collector {

namespace {

/// A single round is not listed.
std::size_t stored_rounds(const TimeSummary* time) {
    return time == nullptr ? 0 : std::max<std::size_t>(1, time->rounds.size());
}

bool has_no_graph(const CaseRecord& stored) {
    return std::ranges::any_of(stored.notes,
                               [](const Note& note) { return note.text.starts_with(no_graph_note); });
}

std::vector<TimeMode> planned_modes(const SweepCase& each) {
    const auto& asked = each.options.time_modes;
    std::vector<TimeMode> modes{each.planned.time_mode};
    if (each.planned.backend != BackendKind::cupti || modes.front() == TimeMode::none) return modes;
    // The first that fits is planned. A stream fits every sort; a graph may not, as of too many launches.
    for (auto mode = std::ranges::find(asked, modes.front()); mode != asked.end(); ++mode) {
        if (*mode == modes.front()) continue;
        auto alone = each.options;
        alone.time_modes = {*mode};
        if (*mode == TimeMode::stream ||
            each.backend->planned(*each.variant, each.spec, alone).time_mode == *mode)
            modes.push_back(*mode);
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

/// True for sets tried in vain, too.
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

std::size_t drop_finished(std::vector<SweepCase>& cases, const std::vector<CaseRecord>& known) {
    std::multimap<Condition, const CaseRecord*> finished;
    for (const auto& record : known)
        if (record.status == CaseStatus::ok) finished.emplace(condition_of(record), &record);
    return std::erase_if(cases, [&](const SweepCase& wanted) {
        if (wanted.is_refused()) return false;
        const auto is_stored = [&](const CaseRecord& planned, bool without_graph) {
            const auto [first, last] = finished.equal_range(condition_of(planned));
            return std::any_of(first, last, [&](const auto& each) {
                const CaseRecord& stored = *each.second;
                return (!without_graph || has_no_graph(stored)) &&
                       has_times(stored, wanted, planned_modes(wanted)) &&
                       has_counters(stored, wanted.planned, wanted.options.sites);
            });
        };
        if (is_stored(wanted.planned, false)) return true;
        if (wanted.planned.time_mode != TimeMode::graph) return false;
        auto without = wanted.planned;  // if capturing failed, the case has the other mode
        without.time_mode = TimeMode::stream;
        return is_stored(without, true);
    });
}

}  // namespace sortscope::collector
