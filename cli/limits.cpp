#include "cli/limits.hpp"

#include <algorithm>

#include "core/condition.hpp"

namespace sortscope::cli {

std::vector<DeviceLimit> limits_of(const db::Reader& reader, const CaseRecord& record) {
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

}  // namespace sortscope::cli
