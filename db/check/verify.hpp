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
    std::string check;  ///< stable: "integrity", "reference", "rows", "efficiency", ...
    std::string table;  ///< empty for the whole file
    std::optional<int64_t> row, in_case;
    std::string sentence, remedy;
};

struct Verification {
    int schema = 0;
    size_t runs = 0, cases = 0;
    uint64_t launches = 0;
    std::vector<Defect> defects{};
};

/// Checks SQLite's integrity and references, names and views, and runs the queries of checks.sql. Reads each
/// case, and checks its times, sums and bounds of counters. At most 20 defects for each check and table.
/// Throws Error(data) unless `path` is a readable SortScope file.
Verification verify(const std::filesystem::path& path);

/// Defects of verify() in the rows of an open file, without reading cases.
std::vector<Defect> row_defects(Database& database);

/// Figures of a case that contradict each other; `stored` needs read_parts(). Passes each launch, with its
/// sites, to `each`. Throws BadValue if the launches cannot be read.
std::vector<Defect> case_defects(Contents& file, const StoredCase& stored,
                                 const std::function<void(const LaunchRecord&)>& each);

/// A counter above the bound that another counter of the same launch, provenance and pass sets.
struct BrokenBound {
    const char* check;  ///< of the defect: "efficiency", "sectors"
    CounterValue part;
    std::string sentence;  ///< follows "the launch": "loaded ... (gld_sectors 40, gld_requests 1)"
};
/// The first broken bound of a launch on a device of compute capability `cc_major`.
std::optional<BrokenBound> broken_bound(std::span<const CounterValue> counters, int cc_major);

/// checks.sql, embedded by the build.
std::span<const EmbeddedFile> embedded_checks();
}
