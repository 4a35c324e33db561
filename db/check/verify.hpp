// Whether a file holds what a SortScope file can hold: more than a reader needs to check.
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

struct Finding {
    std::string check;                ///< stable: "integrity", "reference", "rows", "efficiency", ...
    std::string table;                ///< empty for the whole file
    std::optional<std::int64_t> row;  ///< its number, if the table has numbers
    std::optional<std::int64_t> in_case;
    std::string sentence;  ///< what is wrong
    std::string remedy;    ///< what to do
};

struct Verification {
    int schema = 0;
    std::size_t runs = 0, cases = 0;
    std::uint64_t launches = 0;
    std::vector<Finding> findings{};
};

/// Checks the whole file: SQLite's own integrity and references, the rows of db/check/checks.sql, row counts,
/// counters against their sites, names and views; and each case as a Reader reads it, with its times, sums
/// and bounds of counters. Gives at most 20 findings a check and table. Throws Error(data) if the file cannot
/// be opened as SortScope's.
Verification verify(const std::filesystem::path& path);

/// Findings of verify() in the rows of an open file, without reading cases.
std::vector<Finding> row_findings(SQLite::Database& database);

/// A counter is at most `times` another one of the same launch, provenance and pass.
struct CounterBound {
    CounterId part;
    int times;
    int times_before_3;    ///< on devices of compute capability 1.x and 2.x
    CounterId whole;       ///< none: one
    const char* check;     ///< of the finding: "efficiency", "sectors"
    const char* sentence;  ///< after "the launch": "loaded more than 32 sectors a request"
};

struct BrokenBound {
    const CounterBound* bound = nullptr;
    CounterValue part;
    std::string sentence;  ///< with the values: "loaded ... (gld_sectors 40, gld_requests 1)"
};
/// The first bound that the counters of a launch break on a device of compute capability `cc_major`.
std::optional<BrokenBound> broken_bound(std::span<const CounterValue> counters, int cc_major);

/// checks.sql, embedded by the build.
std::span<const EmbeddedFile> embedded_checks();

}  // namespace sortscope::db
