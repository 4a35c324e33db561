// Writes a SortScope file: one transaction a case, so that a killed program loses at most its current case.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/records.hpp"

namespace sortscope::db {

/// Several writers, in one process or in many, may have one file open: each transaction waits for its turn. A
/// Writer belongs to one thread at a time, and must not be used in a forked child.
class Writer {
 public:
    /// Opens `path` for appending. A new file is created when the first run begins, so that a program that
    /// stops before leaves none. Throws Error(data) if the file is not SortScope's, of another version,
    /// read-only or locked, or its folder cannot be written. `wait`: how long this and each later call waits
    /// for another program's transaction.
    explicit Writer(const std::filesystem::path& path,
                    std::chrono::milliseconds wait = std::chrono::seconds(10));
    /// Leaves a single file, without a log, unless another program has the file open.
    ~Writer();
    Writer(Writer&&) noexcept;
    Writer& operator=(Writer&&) noexcept;

    /// Stores the start of a run (its id is ignored).
    RunId begin_run(const RunRecord& run);
    /// Stores a finished case (its id and run are ignored) with its sums and condition, or nothing of it.
    /// Throws Error(data) if it cannot be stored. Launches are numbered from 0 without gaps, in any order. A
    /// launch index, or a counter or site of one provenance, that occurs twice is a contradiction:
    /// Error(internal).
    CaseId write_case(RunId run, const CaseRecord& record);
    /// Adds a later round to a stored case, or nothing of it: appends its trials and notes, and replaces the
    /// summaries of times by `summaries`, which are of all rounds, one a mode. That of the case's own
    /// time_mode must be there if the case has a time. A text in `unverified` is the message of the case,
    /// which is unverified from then on. Throws Error(internal) if the case is not there, or the round
    /// contradicts itself.
    void add_round(CaseId id, std::span<const TrialRecord> trials, const std::vector<TimeSummary>& summaries,
                   std::span<const Note> notes = {}, const std::string& unverified = {});
    /// Stores limits of a device, as `run` measured them; each once a run.
    void write_limits(RunId run, const Device& device, std::span<const DeviceLimit> limits);
    /// Marks the run as ended and adds the notes in `ended` that are new since begin_run().
    void finish_run(RunId run, const RunRecord& ended);

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace sortscope::db
