#include "db/reading.hpp"

#include <algorithm>
#include <utility>

#include "core/condition.hpp"

namespace sortscope::db {

std::optional<LaunchRecord> one_launch(const Reader& reader, CaseId id, std::uint32_t index) {
    std::optional<LaunchRecord> found;
    LaunchQuery query;
    query.first = index;
    query.count = 1;
    query.counters = false;
    reader.launches(id, query, [&](const LaunchRecord& launch) {
        found = launch;
        return false;
    });
    return found;
}

std::vector<DeviceLimit> limits_of(const Reader& reader, const CaseRecord& record) {
    const auto of_run = [&](RunId run) -> std::vector<DeviceLimit> {
        for (auto& one : reader.limits(run))
            if (device_key(one.device) == device_key(record.device)) return std::move(one.limits);
        return {};
    };
    auto found = of_run(record.run);
    if (!found.empty()) return found;
    auto runs = reader.runs();
    std::ranges::reverse(runs);
    for (const auto& run : runs)
        if (found = of_run(run.id); !found.empty()) break;
    return found;
}

}  // namespace sortscope::db
