#include "collector/resume.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/condition.hpp"

namespace sortscope::collector {

std::size_t drop_finished(std::vector<Assignment>& assignments, const BackendOptions& options,
                          const std::vector<CaseRecord>& known) {
    std::unordered_multimap<Condition, const CaseRecord*> finished;
    for (const auto& record : known)
        if (record.status == CaseStatus::ok) finished.emplace(condition_of(record), &record);
    return std::erase_if(assignments, [&](const Assignment& assignment) {
        if (assignment.backend == nullptr) return false;
        const auto planned = assignment.backend->planned(*assignment.planned.variant, assignment.planned.spec, options);
        const auto [first, last] = finished.equal_range(condition_of(planned));
        return std::any_of(first, last, [&](const auto& one) {
            return std::ranges::all_of(planned.passes, [&](const PassRecord& pass) {
                return std::ranges::find(one.second->passes, pass.set, &PassRecord::set) != one.second->passes.end();
            });
        });
    });
}

}  // namespace sortscope::collector
