// Writes a SortScope file: one transaction a case, so that a killed program loses at most the case it was in.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/records.hpp"

namespace sortscope::db {

/// Several writers may have one file open at a time, in one process or in many: each transaction waits for
/// its turn. A Writer belongs to one thread at a time, and must not be used in a forked child.
class Writer {
 public:
    /// Opens `path` for appending. A file that is not there yet
    /// is made when the first run begins, so that a program that stops before that leaves none. Throws
    /// Error(data) with a sentence where the file is not SortScope's, newer, read-only, locked by another
    /// writer, or its folder cannot be written. `wait` is how long this and each later call waits for another
    /// program's transaction before it gives up.
    explicit Writer(const std::filesystem::path& path,
                    std::chrono::milliseconds wait = std::chrono::seconds(10));
    /// Leaves a single file, without a log, unless another program has the file open.
    ~Writer();
    Writer(Writer&&) noexcept;
    Writer& operator=(Writer&&) noexcept;

    /// Starts a run (its id field is ignored) and commits it.
    RunId begin_run(const RunRecord& run);
    /// Stores one finished case with everything below it, in one transaction (its id and run fields are
    /// ignored), its sums by stage and its condition. Throws Error(data) where it cannot be stored; nothing
    /// of it is then in the file. Launches are numbered from 0 without gaps, in any order. A launch index, a
    /// counter of one provenance or a site of one provenance that occurs twice is a contradiction:
    /// Error(internal).
    CaseId write_case(RunId run, const CaseRecord& record);
    /// Adds a later round to a stored case, in one transaction: its trials behind those that are there, its
    /// notes behind theirs, and `summaries` in place of the summaries of times that there are. They are those
    /// of all rounds, of a mode each; the one of the case's own time_mode is its headline, and must be there
    /// where the case has a time. `unverified` says that a sort of the round went wrong: the case is
    /// unverified from then on, with that as its message; empty where none did. Throws Error(internal) where
    /// the case is not there, or where that contradicts itself; nothing of the round is then in the file.
    void add_round(CaseId id, std::span<const TrialRecord> trials, const std::vector<TimeSummary>& summaries,
                   std::span<const Note> notes = {}, const std::string& unverified = {});
    /// Stores what a device reaches, as `run` measured it. Each limit of a device is stored once a run.
    void write_limits(RunId run, const Device& device, std::span<const DeviceLimit> limits);
    /// Marks the run as ended and adds those of `ended.notes` that come after the ones given at begin_run.
    void finish_run(RunId run, const RunRecord& ended);

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace sortscope::db
