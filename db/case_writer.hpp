// Stores one case with everything below it.
#pragma once

#include <SQLiteCpp/Database.h>

#include <optional>

#include "core/records.hpp"
#include "db/intern.hpp"
#include "db/launch_writer.hpp"

namespace sortscope::db {

/// The prepared statements of a case. One for each connection; within transactions only.
class CaseWriter {
 public:
    explicit CaseWriter(SQLite::Database& database);

    /// Stores `record` as a case of `run`. Throws Contradiction where the file has no such run.
    CaseId write(RunId run, const CaseRecord& record);
    /// The same in steps, for launches that are not held in memory together: all but the launches, then launches() for each of
    /// these, then its finish(). `id` is the case's number where it has one already.
    CaseId begin(RunId run, const CaseRecord& record, std::optional<CaseId> id = std::nullopt);
    LaunchWriter& launches() { return launches_; }
    /// To be called after a rollback.
    void forget();

 private:
    CaseId write_summary(RunId run, const CaseRecord& record, std::optional<CaseId> id);
    bool find_run(RunId run);
    std::int64_t device_id(const Device& device);
    std::int64_t condition_id(const CaseRecord& record);

    SQLite::Database& database_;
    InternedNames variants_, phrases_;
    InternedRows devices_, conditions_;
    Statement run_, case_, parameter_, note_, trial_, transfer_, series_;
    LaunchWriter launches_;
};

}  // namespace sortscope::db
