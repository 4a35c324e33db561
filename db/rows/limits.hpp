// What devices reach, as runs measured it.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <span>
#include <vector>

#include "core/records.hpp"
#include "db/rows/interned.hpp"

namespace sortscope::db {

/// Stores limits of a device for a run, beside those that it has. Within a transaction only. Throws
/// Contradiction where there is no such run.
void write_limits(SQLite::Database& database, InternedNames& strings, RunId run, std::int64_t device,
                  std::span<const DeviceLimit> limits);

/// The limits that a run measured, by device and name. Throws BadValue, and
/// Error(usage) where there is no such run.
std::vector<DeviceLimits> read_limits(SQLite::Database& database, Lookups& lookups, RunId run);

}  // namespace sortscope::db
