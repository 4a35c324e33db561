// Stores runs and cases with all their rows.
#pragma once

#include "db/write/launch_writer.hpp"

namespace sortscope::db {
/// Stores a run with its notes. Draws a uuid if run.uuid is empty. Within a transaction only.
RunId write_run(Database& database, const RunRecord& run);

/// Stores notes of a run, numbered from `first` on.
void add_run_notes(Database& database, RunId run, size_t first, std::span<const Note> notes);

/// Stores cases, within transactions only. Each connection needs its own writer.
class CaseWriter {
 public:
    explicit CaseWriter(Database& database);

    /// Stores a case. Throws Contradiction, also if the file lacks the run.
    CaseId write(RunId run, const CaseRecord& record);
    /// Stores a case without launches. Then call launches().add() for each launch, and launches().finish().
    CaseId begin(RunId run, const CaseRecord& record);
    LaunchWriter& launches() { return launches_; }
    /// As Writer::add_round(). Throws Contradiction.
    void add_round(CaseId id, std::span<const TrialRecord> trials, std::span<const TimeSummary> summaries,
                   std::span<const Note> notes, const std::string& unverified);
    /// As Writer::write_limits(). Throws Contradiction.
    void write_limits(RunId run, const Device& device, std::span<const DeviceLimit> limits);
    /// Forgets cached row ids. Call it after a rollback.
    void forget();

 private:
    CaseId write_summary(RunId run, const CaseRecord& record);
    void write_times(CaseId id, TimeMode mode, const std::optional<TimeSummary>& headline,
                     std::span<const TimeSummary> others);
    void write_stalls(CaseId id, std::span<const StallRecord> stalls);
    void write_sources(CaseId id, std::span<const SourceText> sources);
    /// Finds a text by file and digest, or stores it.
    int64_t source_text_id(const SourceText& source);
    int64_t condition_id(const CaseRecord& record);

    Database& database_;
    Interned<std::string> strings_;
    Interned<KernelName> kernels_;
    InternedRows subjects_, axes_, devices_, instructions_;
    Statement find_condition_, condition_, condition_axis_, run_, case_, other_time_, round_;
    LaunchWriter launches_;
};
}
