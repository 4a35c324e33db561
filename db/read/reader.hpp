// Reads a SortScope file, even while other programs write to it.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/case_source.hpp"

namespace sortscope::db {
using sortscope::Detail;
using sortscope::LaunchQuery;

/// Time of one launch.
struct LaunchTime {
    uint32_t index = 0;
    int64_t origin = 0;  ///< equal for launches of one process, context and stream; 0 if unknown
    std::optional<int64_t> start_ns, duration_ns;
};

/// The launches of one stream among launches_a_run consecutive ones.
struct LaunchRun {
    int64_t origin = 0;            ///< as LaunchTime's
    uint32_t first = 0, last = 0;  ///< indices
    uint32_t launches = 0;
    uint32_t longest = 0;  ///< index
    int64_t longest_ns = 0;
    int64_t start_ns = 0, end_ns = 0;  ///< earliest start and latest end
    friend bool operator==(const LaunchRun&, const LaunchRun&) = default;
};

/// Longer cases also have runs of launches and sums by substage.
inline constexpr uint64_t least_launches_with_runs = 65'536;
inline constexpr uint32_t launches_a_run = 128;

/// A case whose rows cannot be read.
struct DamagedCase {
    CaseId id{};
    RunId run{};
    std::string sentence;  ///< "column 'time_min_ns' of table 'profiled_case', row 3, holds ..."
};

/// A run with rows or limits that cannot be read.
struct DamagedRun {
    RunId id{};
    std::string sentence;
};

/// Parts of a damaged file that readers leave out: runs with their cases, limits of runs, and single cases.
struct Damage {
    std::vector<DamagedRun> runs, limits;
    std::vector<DamagedCase> cases;  ///< of other runs, by number

    /// "case 3: column ...", "all of run 2: ...", "device limits of run 2: ..."
    std::vector<std::string> sentences() const;
};

/// Reads a file, for one thread at a time. Each call sees one consistent state of the file.
class Reader : public CaseSource {
 public:
    /// Throws Error(data) for a file that is missing, unreadable, locked, truncated, not SortScope's or of
    /// another schema version. This and each later call wait for a lock on the file up to `wait`.
    explicit Reader(const std::filesystem::path& path,
                    std::chrono::milliseconds wait = std::chrono::seconds(2));
    ~Reader() override;
    Reader(Reader&&) noexcept;
    Reader& operator=(Reader&&) noexcept;

    /// Sorted by start time: numbers of a merged file follow the order of merging.
    std::vector<RunRecord> runs() const override;
    /// Sorted by run as runs(), then by number; with Detail::summary. `damage` gets what this, runs() and
    /// limits() leave out.
    std::vector<CaseRecord> cases(Damage* damage = nullptr) const;
    /// Throws Error(usage) with the existing cases if the file lacks the case, as all calls below do.
    /// Counters of a launch come by number and provenance, sites by file, line, column and kind. A note names
    /// counters that this program does not know. Detail::launches and Detail::sites hold the whole case in
    /// memory: views read stages() or launches() instead.
    CaseRecord read_case(CaseId id, Detail detail = Detail::launches) const override;
    std::vector<TrialRecord> trials(CaseId id) const override;
    std::vector<SeriesRecord> series(CaseId id) const;
    std::vector<SampledLaunch> sampled_launches(CaseId id) const;
    /// Sorted by kernel and instruction.
    std::vector<StallRecord> stalls(CaseId id) const override;
    /// The source files of sites and stalls, by name; empty for a program that is not ours.
    std::vector<SourceText> sources(CaseId id) const;
    /// Sorted by device and name; empty if damaged. Throws Error(usage) if the file lacks the run.
    std::vector<DeviceLimits> limits(RunId run) const override;
    std::vector<LaunchSums> stages(CaseId id) const override;
    std::optional<std::vector<LaunchSums>> substages(CaseId id,
                                                     const std::function<bool()>& go_on = {}) const override;
    /// Holds one launch at a time.
    void launches(CaseId id, const LaunchQuery& query, const EachLaunch& each) const override;
    /// Times alone, until `each` returns false: ten to twenty times as fast as launches().
    void launch_times(CaseId id, const std::function<bool(const LaunchTime&)>& each, uint64_t first = 0,
                      std::optional<uint64_t> count = {}) const;
    /// Sorted by first launch. Empty for cases of few launches or untimed ones, and if the stored runs are
    /// damaged: use launch_times().
    std::vector<LaunchRun> launch_runs(CaseId id) const;
    /// Throws Error(usage) if the case lacks the launch.
    std::vector<SiteCounts> sites(CaseId id, std::optional<uint32_t> launch = std::nullopt) const override;

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Throws Error(usage), with the command that lists the cases of `file`, unless it has case `id`.
void check_case(const Reader& reader, const std::string& file, CaseId id);
}
