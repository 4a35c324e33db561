#include "cli/launches.hpp"

namespace sortscope::cli {

analyzer::LaunchSource launches_of(const db::Reader& reader, CaseId id) {
    return {[&reader, id] { return reader.stages(id); }, [&reader, id](const auto& each) { reader.launches(id, {}, each); }};
}

std::optional<LaunchRecord> one_launch(const db::Reader& reader, CaseId id, std::uint32_t index) {
    std::optional<LaunchRecord> found;
    db::LaunchQuery query;
    query.first = index;
    query.count = 1;
    query.counters = false;
    reader.launches(id, query, [&](const LaunchRecord& launch) {
        found = launch;
        return false;
    });
    return found;
}

}  // namespace sortscope::cli
