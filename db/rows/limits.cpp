#include "db/rows/limits.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "db/sqlite/statement.hpp"

namespace sortscope::db {

void write_limits(SQLite::Database& database, InternedNames& strings, RunId run, std::int64_t device,
                  std::span<const DeviceLimit> limits) {
    Statement count(database, "UPDATE run SET limit_count = limit_count + ? WHERE id = ?");
    {
        const ResetAtEnd reset(count);
        bind_row(count, limits.size(), run);
        count.step();
    }
    if (database.getChanges() == 0)
        throw Contradiction(
            fmt::format("they are of run {}, which is not there", static_cast<std::int64_t>(run)));
    Statement insert(database,
                     "INSERT INTO device_limit (run_id, device_id, name_id, value, unit_id, spread) VALUES "
                     "(?, ?, ?, ?, ?, ?)");
    for (const auto& limit : limits)
        execute(insert, run, device, strings.id(limit.name), limit.value, strings.id(limit.unit),
                limit.spread);
}

std::vector<DeviceLimits> read_limits(SQLite::Database& database, Lookups& lookups, RunId run) {
    bool is_there = false;
    std::size_t stored = 0;
    Statement count(database, "SELECT id, limit_count FROM run WHERE id = ?");
    bind_row(count, run);
    for_each_row(count, "run", [&](RowReader& row) {
        RunId id{};
        row.read(id, stored);
        is_there = true;
    });
    if (!is_there)
        throw Error(ErrorKind::usage, fmt::format("There is no run {}.", static_cast<std::int64_t>(run)));

    std::vector<DeviceLimits> all;
    std::size_t found = 0;
    std::optional<std::int64_t> before;
    Statement select(database,
                     "SELECT run_id, device_id, name_id, value, unit_id, spread FROM device_limit WHERE "
                     "run_id = ? ORDER BY device_id");
    bind_row(select, run);
    for_each_row(select, "device_limit", [&](RowReader& row) {
        RunId id{};
        std::int64_t device = 0;
        std::int64_t name = 0;
        std::int64_t unit = 0;
        DeviceLimit limit;
        row.read(id, range::any(device), range::any(name), limit.value, range::any(unit), limit.spread);
        limit.name = lookups.strings.at(name);
        limit.unit = lookups.strings.at(unit);
        if (before != device) all.push_back({lookups.devices.at(device), {}});
        before = device;
        all.back().limits.push_back(std::move(limit));
        ++found;
    });
    if (found != stored)
        throw BadValue(fmt::format("table 'device_limit' has {} rows of run {} where {} were stored", found,
                                   static_cast<std::int64_t>(run), stored));
    for (auto& device : all) std::ranges::sort(device.limits, {}, &DeviceLimit::name);
    return all;
}

}  // namespace sortscope::db
