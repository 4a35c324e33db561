#include "collector/resume.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/condition.hpp"
#include "core/times.hpp"

namespace sortscope::collector {

namespace {

/// Of one mode of a stored case; files that kept none have one.
std::size_t stored_rounds(const TimeSummary* time) { return time == nullptr ? 0 : std::max<std::size_t>(1, time->rounds.size()); }

/// Whether `stored` has the times that `planned` would have: of each mode that `options` ask for and the sort can be timed in, in so many rounds.
/// One without any times was collected, and found none.
bool has_times(const CaseRecord& stored, const CaseRecord& planned, const BackendOptions& options, std::size_t rounds) {
    if (planned.time_mode == TimeMode::none || (!stored.time && rounds < 2)) return true;
    if (stored_rounds(time_in(stored, planned.time_mode)) < rounds) return false;
    if (planned.backend != BackendKind::cupti) return true;
    return std::ranges::all_of(options.time_modes, [&](TimeMode mode) {
        const bool impossible = mode == TimeMode::graph && planned.time_mode != mode && options.time_modes.front() == mode;
        return impossible || stored_rounds(time_in(stored, mode)) >= rounds;
    });
}

}  // namespace

std::size_t drop_finished(std::vector<Assignment>& assignments, const BackendOptions& options, const Schedule& schedule,
                          const std::vector<CaseRecord>& known) {
    std::unordered_multimap<Condition, const CaseRecord*> finished;
    for (const auto& record : known)
        if (record.status == CaseStatus::ok) finished.emplace(condition_of(record), &record);
    return std::erase_if(assignments, [&](const Assignment& assignment) {
        if (assignment.backend == nullptr) return false;
        const auto planned = assignment.backend->planned(*assignment.planned.variant, assignment.planned.spec, options_of(assignment.planned, options));
        const auto [first, last] = finished.equal_range(condition_of(planned));
        const std::size_t rounds = rounds_of(assignment.planned, schedule.rounds);
        return std::any_of(first, last, [&](const auto& one) {
            if (!has_times(*one.second, planned, options, rounds)) return false;
            return std::ranges::all_of(planned.passes, [&](const PassRecord& pass) {
                return std::ranges::find(one.second->passes, pass.set, &PassRecord::set) != one.second->passes.end();
            });
        });
    });
}

}  // namespace sortscope::collector
