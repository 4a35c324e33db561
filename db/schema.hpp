// The numbered schema of a SortScope file, and the steps from one version to the next.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace SQLite {
class Database;
}

namespace sortscope::db {

/// One SQL file of db/schema. Files of one version are one migration and run in the order of their names.
struct Migration {
    int version = 0;
    std::string_view name;
    std::string_view sql;
};

/// The embedded files, ascending in version.
std::span<const Migration> migrations();

/// Version that `steps` lead to.
int newest_version(std::span<const Migration> steps);

/// "SScp": marks a SQLite file as SortScope's (PRAGMA application_id).
inline constexpr std::int32_t application_id = 0x53536370;

/// What the header of an open database says.
struct FileIdentity {
    std::int32_t application = 0;
    int version = 0;
    bool empty = false;  ///< no mark, no version and nothing in it: fresh
    bool ours() const { return application == application_id && version >= 1; }
};
FileIdentity identify(SQLite::Database& database);

/// Brings the open database from its version to the newest of `steps`, each version in one transaction of its
/// own. Safe against another process that does the same: the version is looked at again inside each
/// transaction.
void migrate(SQLite::Database& database, std::span<const Migration> steps);

}  // namespace sortscope::db
