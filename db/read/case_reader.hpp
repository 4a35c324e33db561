// Reads runs and cases, but no launches.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include <SQLiteCpp/Database.h>

#include "db/rows/interned.hpp"

namespace sortscope::db {
struct StoredPass : PassRecord {
    uint64_t launches = 0, sums = 0;  ///< rows in the counter table and in the table of sums
};

/// Finds the launches of a stored case.
struct CaseKey {
    CaseId id{};
    int64_t first_launch = 0;
    uint64_t launches = 0;
    std::vector<StoredPass> passes;
};

/// Rows that were stored with a case.
struct RowCounts {
    size_t notes = 0, trials = 0, transfers = 0, series = 0, stalls = 0, other_times = 0, rounds = 0,
           passes = 0;
};

struct StoredCase {
    CaseRecord record;
    CaseKey key;
    RowCounts counts;
};

/// Throws BadValue if rows of `table` below a run or case are missing.
template <class Id>
void expect_rows(const char* table, Id id, uint64_t stored, uint64_t found, const char* what = "rows") {
    if (stored != found)
        throw BadValue("table '{}' has {} {} of {} {} where {} were stored", table, found, what,
                       std::is_same_v<Id, RunId> ? "run" : "case", id, stored);
}

/// One for each connection.
class CaseReader {
 public:
    CaseReader(Database& database, Lookups& lookups) : database_(database), lookups_(lookups) {}

    /// Sorted by start time.
    std::vector<RunRecord> runs();
    /// The cases of a run, or all, by number.
    std::vector<StoredCase> list(std::optional<RunId> run = {});
    std::optional<StoredCase> find(CaseId id);
    /// Adds trials, transfers and notes.
    void read_details(StoredCase& stored);
    std::vector<TrialRecord> trials(const StoredCase& stored);
    std::vector<SeriesRecord> series(const StoredCase& stored);
    /// Sorted by kernel, symbol, place in the machine code and reason.
    std::vector<StallRecord> stalls(const StoredCase& stored);
    /// Sorted by file.
    std::vector<SourceText> sources(CaseId id);
    /// Sorted by device and name. Throws Error(usage) for an unknown run.
    std::vector<DeviceLimits> limits(RunId run);

 private:
    std::vector<StoredCase> read_summaries(Statement statement);
    StoredCase read_summary(RowReader& row);
    const Axes& axes_of(int64_t condition);
    void read_times(std::vector<StoredCase>& cases);
    void check_references();

    Database& database_;
    Lookups& lookups_;
    std::unordered_map<int64_t, Axes> axes_;
};
}
