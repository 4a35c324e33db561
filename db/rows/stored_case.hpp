// Rows below cases: matched to the cases that they belong to, and counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/records.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {

/// A pass with the rows that it was stored with.
struct StoredPass : PassRecord {
    std::uint64_t launches = 0;  ///< of the counter table
    std::uint64_t sums = 0;      ///< of the table of sums
};

/// What the launches of a stored case are found by.
struct CaseKey {
    CaseId id{};
    std::int64_t first_launch = 0;
    std::uint64_t launches = 0;
    std::vector<StoredPass> passes;
};

/// Rows below a case, as it was stored.
struct RowCounts {
    std::size_t notes = 0, trials = 0, transfers = 0, series = 0, stalls = 0, other_times = 0, rounds = 0,
                passes = 0;
};

/// A summary with what its launches are found by.
struct StoredCase {
    CaseRecord record;
    CaseKey key;
    RowCounts counts;
};

/// Throws BadValue unless all rows of `table` that were stored with a case are there.
void expect_rows(const char* table, CaseId id, std::size_t stored, std::size_t found);

/// Calls `each` with the case that a row of `statement` belongs to: its first column. Rows come by case, as
/// the cases do.
template <class Each>
void match_rows(Statement& statement, const char* table, std::vector<StoredCase>& cases, Each&& each) {
    auto at = cases.begin();
    for_each_row(statement, table, [&](RowReader& row) {
        CaseId id{};
        row.read(range::any(id));
        while (at != cases.end() && at->record.id < id) ++at;
        if (at != cases.end() && at->record.id == id) each(row, *at);
    });
}

}  // namespace sortscope::db
