// Reads cases: summaries, and what is below them but their launches.
#pragma once

#include <SQLiteCpp/Database.h>

#include <optional>
#include <vector>

#include "core/records.hpp"
#include "db/case_rows.hpp"
#include "db/layout.hpp"
#include "db/lookup.hpp"
#include "db/reader.hpp"

namespace sortscope::db {

/// One for each connection.
class CaseReader {
 public:
    CaseReader(SQLite::Database& database, const Layout& layout, Lookups& lookups)
        : database_(database), layout_(layout), lookups_(lookups) {}

    std::vector<RunRecord> runs();
    std::vector<StoredCase> list(const CaseFilter& filter);
    /// Nothing where there is no such case.
    std::optional<StoredCase> find(CaseId id);
    /// Adds trials, transfers and notes.
    void read_details(StoredCase& stored);
    std::vector<TrialRecord> trials(const StoredCase& stored);
    std::vector<SeriesRecord> series(const StoredCase& stored);
    std::vector<StallRecord> stalls(const StoredCase& stored);
    std::vector<SourceText> sources(const StoredCase& stored);
    std::vector<DeviceLimits> limits(RunId run);

 private:
    std::vector<StoredCase> read_summaries(Statement& statement);
    StoredCase read_summary(RowReader& row);
    void read_parameters(std::vector<StoredCase>& cases);
    void read_passes(std::vector<StoredCase>& cases);
    void find_passes(StoredCase& stored);
    void find_span(StoredCase& stored);
    void check_references();

    SQLite::Database& database_;
    const Layout& layout_;
    Lookups& lookups_;
};

}  // namespace sortscope::db
