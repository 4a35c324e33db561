// Reads runs and cases, but no launches.
#pragma once

#include "db/read/reader.hpp"
#include "db/rows/interned.hpp"

namespace sortscope::db {
struct StoredPass : PassRecord {
    uint64_t launches = 0, sums = 0;  ///< rows of counters, rows of sums
};

/// Finds the launches of a stored case.
struct CaseKey {
    CaseId id{};
    int64_t first_launch = 0;
    uint64_t launches = 0;
    std::vector<StoredPass> passes;
};

struct StoredCase {
    CaseRecord record;
    CaseKey key;
    RowCounts counts;
};

/// Throws BadValue if a run or case has `found` rows in `table`, but `stored` were written.
template <class Id>
void expect_rows(const char* table, Id id, uint64_t stored, uint64_t found, const char* what = "rows") {
    if (stored != found)
        throw BadValue("table '{}' has {} {} of {} {} where {} were stored", table, found, what,
                       std::is_same_v<Id, RunId> ? "run" : "case", id, stored);
}

/// Each connection needs its own reader.
class CaseReader {
 public:
    CaseReader(Database& database, Lookups& lookups) : database_(database), lookups_(lookups) {}

    /// Sorted by start time. Adds damaged runs to `damaged`; if null, throws BadValue.
    std::vector<RunRecord> runs(std::vector<DamagedRun>* damaged = nullptr);
    /// Cases of a run, or of all runs, by id. Adds damaged cases to `damaged`; if null, throws BadValue.
    std::vector<StoredCase> list(std::optional<RunId> run = {}, std::vector<DamagedCase>* damaged = nullptr);
    std::optional<StoredCase> find(CaseId id);
    /// Adds trials, transfers and notes.
    void read_details(StoredCase& stored);
    std::vector<TrialRecord> trials(const StoredCase& stored);
    std::vector<SeriesRecord> series(const StoredCase& stored);
    std::vector<SampledLaunch> sampled_launches(const StoredCase& stored);
    /// Sorted by kernel, symbol, place in the machine code and reason.
    std::vector<StallRecord> stalls(const StoredCase& stored);
    /// Sorted by file.
    std::vector<SourceText> sources(const StoredCase& stored);
    /// Adds all but launches.
    void read_parts(StoredCase& stored);
    /// Sorted by device and name. Throws Error(usage) for an unknown run, BadValue for a damaged limit.
    std::vector<DeviceLimits> limits(RunId run);
    /// Describes the damage of limits, if any.
    std::optional<std::string> limits_fault(RunId run);

 private:
    std::vector<StoredCase> read_summaries(Statement statement, std::vector<DamagedCase>* damaged = nullptr);
    StoredCase read_summary(RowReader& row);
    const Axes& axes_of(int64_t condition);
    void read_axes();
    template <class Guard>
    void read_times(std::vector<StoredCase>& cases, const Guard& guard);
    void check_cases_are_there();

    Database& database_;
    Lookups& lookups_;
    std::unordered_map<int64_t, Axes> axes_;
    std::unordered_map<int64_t, std::string> axes_faults_;  ///< by damaged condition
};

/// The readable runs, their readable cases by id, and the damage.
struct Listing {
    std::vector<RunRecord> runs;
    std::vector<StoredCase> cases;
    Damage damage;
};
Listing listing_of(CaseReader& reader);
}
