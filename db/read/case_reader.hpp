// Reads cases: summaries, and what is below them but their launches.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <SQLiteCpp/Database.h>

#include "core/records.hpp"
#include "db/read/reader.hpp"
#include "db/rows/interned.hpp"
#include "db/rows/stored_case.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {

/// One for each connection.
class CaseReader {
 public:
    CaseReader(SQLite::Database& database, Lookups& lookups) : database_(database), lookups_(lookups) {}

    std::vector<RunRecord> runs();
    std::vector<StoredCase> list(const CaseFilter& filter);
    /// Nothing where there is no such case.
    std::optional<StoredCase> find(CaseId id);
    /// Adds trials, transfers and notes.
    void read_details(StoredCase& stored);
    std::vector<TrialRecord> trials(const StoredCase& stored);
    std::vector<SeriesRecord> series(const StoredCase& stored);
    /// By kernel, symbol, place in the machine code and reason.
    std::vector<StallRecord> stalls(const StoredCase& stored);
    /// By file. Throws BadValue also where a text is not the one that its digest is of.
    std::vector<SourceText> sources(CaseId id);
    /// By device and name. Throws Error(usage) where there is no such run.
    std::vector<DeviceLimits> limits(RunId run);

 private:
    std::vector<StoredCase> read_summaries(Statement& statement);
    StoredCase read_summary(RowReader& row);
    /// The axes of a condition: all are read if one is not known yet.
    const Axes& axes_of(std::int64_t condition);
    void read_passes(std::vector<StoredCase>& cases);
    void read_times(std::vector<StoredCase>& cases);
    void check_references();

    SQLite::Database& database_;
    Lookups& lookups_;
    std::unordered_map<std::int64_t, Axes> axes_;
};

/// The cases that pass `filter`, in order of collecting, bound and ready to step.
Statement summaries(SQLite::Database& database, const CaseFilter& filter);

}  // namespace sortscope::db
