#include "cli/resume.hpp"

#include <algorithm>
#include <unordered_map>

namespace sortscope::cli {

Condition planned_condition(const collector::Assignment& assignment, const collector::BackendOptions& options) {
    auto record = collector::start_record(assignment.planned.spec, *assignment.backend);
    switch (record.backend) {
        case BackendKind::cupti:
            record.cache_state = options.trials.flush_l2 ? "flushed" : "warm";
            record.time_mode = TimeMode::stream;
            break;
        case BackendKind::cpu:
            record.cache_state = "warm";
            record.time_mode = TimeMode::host;
            break;
        case BackendKind::simt: break;  // models no cache and no time
    }
    return condition_of(record);
}

std::vector<std::string> planned_sets(const collector::Assignment& assignment, const collector::BackendOptions& options) {
    std::vector<std::string> sets;
    switch (assignment.backend->kind()) {
        case BackendKind::cupti:
            if (options.counters != collector::CounterSet::none) sets.emplace_back("sass");
            if (options.counters == collector::CounterSet::full) sets.insert(sets.end(), {"memory", "sm"});
            // Sorts of a library have no counting build.
            if (options.counting_build && assignment.planned.variant->info.kind == kernels::VariantKind::planned) sets.emplace_back("counted");
            break;
        case BackendKind::simt: sets.emplace_back("modelled"); break;
        case BackendKind::cpu: break;
    }
    return sets;
}

std::size_t drop_finished(std::vector<collector::Assignment>& assignments, const collector::BackendOptions& options,
                          const std::vector<CaseRecord>& known) {
    std::unordered_multimap<Condition, const CaseRecord*> finished;
    for (const auto& record : known)
        if (record.status == CaseStatus::ok) finished.emplace(condition_of(record), &record);
    return std::erase_if(assignments, [&](const collector::Assignment& assignment) {
        if (assignment.backend == nullptr) return false;
        const auto sets = planned_sets(assignment, options);
        const auto [first, last] = finished.equal_range(planned_condition(assignment, options));
        return std::any_of(first, last, [&](const auto& one) {
            return std::ranges::all_of(sets, [&](const std::string& set) {
                return std::ranges::find(one.second->passes, set, &PassRecord::set) != one.second->passes.end();
            });
        });
    });
}

}  // namespace sortscope::cli
