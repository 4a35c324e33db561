// Stores runs and cases with everything below them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <SQLiteCpp/Database.h>

#include "core/records.hpp"
#include "db/rows/interned.hpp"
#include "db/write/launch_writer.hpp"

namespace sortscope::db {

/// "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx": a random UUID (RFC 4122, version 4).
std::string random_uuid();

/// Stores a run with its notes; a run without a uuid gets a random one. Within a transaction only.
RunId write_run(SQLite::Database& database, const RunRecord& run);

/// Stores notes of a run, numbered from `first` on.
void add_run_notes(SQLite::Database& database, RunId run, std::size_t first, std::span<const Note> notes);

/// The prepared statements of a case. One for each connection; within transactions only.
class CaseWriter {
 public:
    explicit CaseWriter(SQLite::Database& database);

    /// Stores `record` as a case of `run`. Throws Contradiction where the file has no such run.
    CaseId write(RunId run, const CaseRecord& record);
    /// The same in steps, for launches that are not held in memory together: all but the launches, then
    /// launches() for each of these, then its finish().
    CaseId begin(RunId run, const CaseRecord& record);
    LaunchWriter& launches() { return launches_; }
    /// Adds the trials and notes of a later round, and renews the summaries of times; with `unverified` the
    /// case is so, with that as its message. Throws Contradiction as Writer::add_round().
    void add_round(CaseId id, std::span<const TrialRecord> trials, std::span<const TimeSummary> summaries,
                   std::span<const Note> notes, const std::string& unverified);
    /// Stores limits of a device for a run, beside those that it has. Throws Contradiction where there is no
    /// such run.
    void write_limits(RunId run, const Device& device, std::span<const DeviceLimit> limits);
    /// To be called after a rollback.
    void forget();

 private:
    CaseId write_summary(RunId run, const CaseRecord& record);
    /// `headline`: null if the case has no time in its own mode.
    void write_times(CaseId id, TimeMode mode, const TimeSummary* headline,
                     std::span<const TimeSummary> others);
    void write_stalls(CaseId id, std::span<const StallRecord> stalls);
    void write_sources(CaseId id, std::span<const SourceText> sources);
    std::int64_t condition_id(const CaseRecord& record);
    std::int64_t source_text_id(const SourceText& source);

    SQLite::Database& database_;
    InternedNames strings_;
    Interned<KernelName> kernels_;
    InternedRows subjects_, axes_, devices_, instructions_;
    Statement find_source_text_, source_text_, find_condition_, condition_, condition_axis_, run_, case_,
        note_, trial_, transfer_, series_, other_time_, round_, stall_, case_source_, stored_, renew_,
        unverify_;
    LaunchWriter launches_;
};

}  // namespace sortscope::db
