#include "analyzer/choices.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "core/condition.hpp"

namespace sortscope::analyzer {

const LaunchSums* heaviest_stage(std::span<const LaunchSums> stages) {
    const auto found =
        std::ranges::max_element(stages, {}, [](const LaunchSums& sums) { return sums.time_ns.value_or(0); });
    return found == stages.end() ? nullptr : &*found;
}

std::vector<std::size_t> longest_cases(std::span<const CaseRecord* const> cases, std::size_t most) {
    std::vector<std::size_t> order(cases.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::size_t i) { return cases[i]->time ? cases[i]->time->median_ns : 0; });
    if (most != 0 && order.size() > most) order.resize(most);
    return order;
}

const CaseRecord* longest_case(std::span<const CaseRecord> cases) {
    const CaseRecord* found = nullptr;
    for (const auto& record : cases) {
        if (record.status != CaseStatus::ok || record.backend == BackendKind::cpu) continue;
        const auto length = [](const CaseRecord& one) {
            return std::pair{one.time ? one.time->median_ns : 0, one.workload.n};
        };
        if (found == nullptr || length(record) > length(*found)) found = &record;
    }
    return found;
}

std::optional<std::pair<std::string, std::string>> rivals(std::span<const CaseRecord> cases) {
    std::map<Condition, std::string> first;
    for (const auto& record : cases) {
        if (!record.time || record.status != CaseStatus::ok || record.backend != BackendKind::cupti) continue;
        const auto condition =
            condition_of(record).leaving_free({ConditionPart::variant, ConditionPart::parameters});
        const auto [known, added] = first.emplace(condition, record.variant);
        if (!added && known->second != record.variant) return std::pair{known->second, record.variant};
    }
    return std::nullopt;
}

std::optional<std::string> swept_variant(std::span<const CaseRecord> cases) {
    std::map<Condition, std::uint32_t> first;
    for (const auto& record : cases) {
        if (!record.time || record.config.block == 0 || record.backend == BackendKind::cpu) continue;
        const auto [known, added] =
            first.emplace(condition_of(record).leaving_free({ConditionPart::block}), record.config.block);
        if (!added && known->second != record.config.block) return record.variant;
    }
    return std::nullopt;
}

}  // namespace sortscope::analyzer
