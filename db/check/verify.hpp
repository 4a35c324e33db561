// Verifies a whole file: more than a reader needs to check.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/embedded.hpp"
#include "core/metric/value.hpp"

namespace SQLite {
class Database;
}

namespace sortscope::db {
using SQLite::Database;

struct Finding {
    std::string check;  ///< stable: "integrity", "reference", "rows", "efficiency", ...
    std::string table;  ///< empty for the whole file
    std::optional<int64_t> row, in_case;
    std::string sentence, remedy;
};

struct Verification {
    int schema = 0;
    size_t runs = 0, cases = 0;
    uint64_t launches = 0;
    std::vector<Finding> findings{};
};

/// Checks SQLite's integrity and references, db/check/checks.sql, names and views; and each case as a Reader
/// reads it, with its times, sums and bounds of counters. Gives at most 20 findings a check and table. Throws
/// Error(data) if the file cannot be opened as SortScope's.
Verification verify(const std::filesystem::path& path);

/// Findings of verify() in the rows of an open file, without reading cases.
std::vector<Finding> row_findings(Database& database);

/// A counter that exceeds what another one of its launch, provenance and pass allows.
struct BrokenBound {
    const char* check;  ///< of the finding: "efficiency", "sectors"
    CounterValue part;
    std::string sentence;  ///< after "the launch": "loaded ... (gld_sectors 40, gld_requests 1)"
};
/// The first broken bound of a launch on a device of compute capability `cc_major`.
std::optional<BrokenBound> broken_bound(std::span<const CounterValue> counters, int cc_major);

/// checks.sql, embedded by the build.
std::span<const EmbeddedFile> embedded_checks();
}
