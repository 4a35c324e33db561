// Verifies a whole file, beyond the checks of a Reader.
#pragma once

#include <filesystem>
#include <functional>

#include "core/embedded.hpp"
#include "core/records.hpp"

namespace SQLite {
class Database;
}

namespace sortscope::db {
using SQLite::Database;
struct Contents;
struct StoredCase;

struct Defect {
    std::string check;  ///< never renamed: "integrity", "reference", "rows", "efficiency", ...
    std::string table;  ///< empty: the whole file
    std::optional<int64_t> row, in_case;
    std::string sentence, remedy;
};

struct Verification {
    int schema = 0;
    size_t runs = 0, cases = 0;
    uint64_t launches = 0;
    std::vector<Defect> defects{};
};

/// Finds defects of a file: by SQLite's integrity check, the queries of checks.sql, and reading each case
/// (its times, sums, bounds of counters). Reports at most 20 defects for each check and table. Throws
/// Error(data) unless `path` is a readable SortScope file.
Verification verify(const std::filesystem::path& path);

/// The defects of an open file that verify() finds without reading cases.
std::vector<Defect> row_defects(Database& database);

/// Finds figures of a case that contradict each other. Call read_parts() for `stored` first. Passes each
/// launch, with its sites, to `each`. Throws BadValue if the launches cannot be read.
std::vector<Defect> case_defects(Contents& file, const StoredCase& stored,
                                 const std::function<void(const LaunchRecord&)>& each);

/// A counter above its bound: a constant, or a multiple of another counter of its launch, provenance and
/// pass.
struct BrokenBound {
    const char* check;  ///< Defect::check: "efficiency", "sectors"
    CounterValue part;
    std::string sentence;  ///< lacks its subject: "loaded ... (gld_sectors 40, gld_requests 1)"
};
/// The first broken bound of a launch on a device of compute capability `cc_major`.
std::optional<BrokenBound> broken_bound(std::span<const CounterValue> counters, int cc_major);

/// checks.sql, embedded by the build.
std::span<const EmbeddedFile> embedded_checks();
}
