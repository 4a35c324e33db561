#include "core/case_source.hpp"

#include "core/condition.hpp"

namespace sortscope {
std::vector<LaunchRecord> read_launches(const CaseSource& source, CaseId id, const LaunchQuery& query) {
    std::vector<LaunchRecord> launches;
    source.launches(id, query, [&](const LaunchRecord& launch) {
        launches.push_back(launch);
        return true;
    });
    return launches;
}

std::optional<LaunchRecord> find_launch(const CaseSource& source, CaseId id, uint32_t index) {
    auto launches = read_launches(source, id, {.first = index, .count = 1, .counters = false});
    return launches.empty() ? std::nullopt : std::optional(std::move(launches.front()));
}

std::vector<DeviceLimit> limits_of(const CaseSource& source, const CaseRecord& record) {
    const auto of_run = [&](RunId run) -> std::vector<DeviceLimit> {
        for (auto& measured : source.limits(run))
            if (device_key(measured.device) == device_key(record.device)) return std::move(measured.limits);
        return {};
    };
    auto limits = of_run(record.run);
    if (!limits.empty()) return limits;
    auto runs = source.runs();
    std::ranges::reverse(runs);
    for (const auto& run : runs)
        if (limits = of_run(run.id); !limits.empty()) break;
    return limits;
}
}
