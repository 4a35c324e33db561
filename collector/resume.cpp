#include "collector/resume.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/condition.hpp"

namespace sortscope::collector {

namespace {

/// Of the times of a stored case; files that kept none have one.
std::size_t stored_rounds(const CaseRecord& record) {
    return record.time ? std::max<std::size_t>(1, record.time->rounds.size()) : 0;
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
        const std::size_t rounds = planned.time_mode == TimeMode::none ? 0 : rounds_of(assignment.planned, schedule.rounds);
        return std::any_of(first, last, [&](const auto& one) {
            if (rounds > 1 && stored_rounds(*one.second) < rounds) return false;
            return std::ranges::all_of(planned.passes, [&](const PassRecord& pass) {
                return std::ranges::find(one.second->passes, pass.set, &PassRecord::set) != one.second->passes.end();
            });
        });
    });
}

}  // namespace sortscope::collector
