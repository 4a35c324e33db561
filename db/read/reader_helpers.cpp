#include "db/read/reader_helpers.hpp"

#include <algorithm>
#include <utility>

#include "core/condition.hpp"
#include "core/error.hpp"
#include "core/printable.hpp"

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

void check_case(const Reader& reader, const std::string& file, CaseId id) {
    try {
        reader.read_case(id, Detail::summary);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::usage) throw;
        throw Error(ErrorKind::usage, std::string(error.what()) + " 'sortscope list " + shell_word(file) +
                                          "' shows the cases there are.");
    }
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
