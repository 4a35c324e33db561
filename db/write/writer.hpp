// Writes a SortScope file, one transaction per case: a killed program loses at most its current case.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>

#include "core/records.hpp"

namespace sortscope::db {
/// For one thread at a time; a forked child may not use it. Several writers, also of other processes, may
/// share a file: each transaction waits for its turn.
class Writer {
 public:
    /// The first run creates a missing file. Throws Error(data) if the file is no SortScope file, has another
    /// version, or is read-only or locked. Also throws as check_output_folder(). Transactions wait up to
    /// `wait` for other writers.
    explicit Writer(const std::filesystem::path& path,
                    std::chrono::milliseconds wait = std::chrono::seconds(10));
    /// Leaves no log, unless another program has the file open.
    ~Writer();
    Writer(Writer&&) noexcept;
    Writer& operator=(Writer&&) noexcept;

    /// Stores the start of a run. Ignores run.id.
    RunId begin_run(const RunRecord& run);
    /// Stores a finished case with its sums, or nothing. Ignores record.id and record.run. Throws Error(data)
    /// if the case cannot be stored, Error(internal) if it contradicts itself: launch indices have a gap or
    /// repeat, a counter or site repeats within one provenance, ...
    CaseId write_case(RunId run, const CaseRecord& record);
    /// Stores a case too large for memory: `launches` calls its argument for each launch, in order.
    /// record.launch_count is the number of launches.
    using EachLaunch = std::function<void(const LaunchRecord&)>;
    CaseId write_case(RunId run, const CaseRecord& record,
                      const std::function<void(const EachLaunch&)>& launches);
    /// Adds the trials and notes of a later round to a stored case. Replaces its times by `summaries` of all
    /// rounds, one for each mode. Stores all or nothing. A text in `unverified` makes the case unverified.
    /// Throws Error(internal) for a missing case, or if `summaries` lack the mode of the case's time.
    void add_round(CaseId id, std::span<const TrialRecord> trials, const std::vector<TimeSummary>& summaries,
                   std::span<const Note> notes = {}, const std::string& unverified = {});
    /// Stores limits that `run` measured on `device`, each once.
    void write_limits(RunId run, const Device& device, std::span<const DeviceLimit> limits);
    /// Marks the run as ended, and adds the new notes of `ended`.
    void finish_run(RunId run, const RunRecord& ended);

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};
}
