// Stores one case with everything below it.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <map>
#include <optional>

#include "core/records.hpp"
#include "db/intern.hpp"

namespace sortscope::db {

/// The prepared statements of a case. One for each connection.
class CaseWriter {
 public:
    explicit CaseWriter(SQLite::Database& database);

    /// Stores `record` as a case of `run`. Must be called within a transaction.
    CaseId write(RunId run, const CaseRecord& record);
    /// To be called after a rollback.
    void forget();

 private:
    CaseId write_summary(RunId run, const CaseRecord& record);
    void write_launch(CaseId id, const LaunchRecord& launch);
    std::int64_t device_id(const Device& device);
    std::int64_t site_id(const Site& site);

    SQLite::Database& database_;
    InternedNames variants_, kernels_, phrases_;
    InternedRows devices_, sites_;
    std::map<Site, std::int64_t> known_sites_;
    SQLite::Statement case_, parameter_, note_, trial_, transfer_, launch_, counter_, launch_site_;
};

}  // namespace sortscope::db
