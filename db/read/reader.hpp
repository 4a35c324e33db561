// Reads a SortScope file, even while other programs write to it.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

#include "core/case_source.hpp"
#include "db/rows/sums.hpp"

namespace sortscope::db {
using sortscope::Detail;
using sortscope::LaunchQuery;

struct LaunchTime {
    uint32_t index = 0;
    int64_t origin = 0;  ///< equal for launches of one process, context and stream; 0 if unknown
    std::optional<int64_t> start_ns, duration_ns;
};

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

/// Unreadable parts of a file: runs with their cases, limits of runs, and single cases.
struct Damage {
    std::vector<DamagedRun> runs, limits;
    std::vector<DamagedCase> cases;  ///< of readable runs, by id

    /// "case 3: column ...", "all of run 2: ...", "device limits of run 2: ..."
    std::vector<std::string> sentences() const;
};

/// Reads a file, for one thread at a time. Each call sees one consistent state of the file.
class Reader : public CaseSource {
 public:
    /// Throws Error(data) unless the file is readable and has schema_version. Waits up to `wait` for a lock.
    explicit Reader(const std::filesystem::path& path,
                    std::chrono::milliseconds wait = std::chrono::seconds(2));
    /// Sorted by start time, because ids in a merged file follow the order of merging.
    std::vector<RunRecord> runs() const override;
    /// Reads Detail::summary of all cases, in order of runs(), then ids. Leaves out damaged parts, and lists
    /// them in `damage`.
    std::vector<CaseRecord> cases(Damage* damage = nullptr) const;
    /// Throws Error(usage) if the file lacks the case, as does each call with a CaseId. Sorts counters of a
    /// launch by id and provenance; sites by file, line, column and kind. Adds notes on counters that this
    /// program does not know. Detail::launches and Detail::sites hold the whole case in memory.
    CaseRecord read_case(CaseId id, Detail detail = Detail::launches) const override;
    std::vector<TrialRecord> trials(CaseId id) const override;
    std::vector<SeriesRecord> series(CaseId id) const;
    std::vector<SampledLaunch> sampled_launches(CaseId id) const;
    /// Sorted by kernel and instruction.
    std::vector<StallRecord> stalls(CaseId id) const override;
    /// The source files of sites and stalls, by name.
    std::vector<SourceText> sources(CaseId id) const;
    /// Sorted by device and name; empty if damaged. Throws Error(usage) if the file lacks the run.
    std::vector<DeviceLimits> limits(RunId run) const override;
    std::vector<LaunchSums> stages(CaseId id) const override;
    std::optional<std::vector<LaunchSums>> substages(CaseId id,
                                                     const std::function<bool()>& go_on = {}) const override;
    /// Holds one launch in memory at a time.
    void launches(CaseId id, const LaunchQuery& query, const EachLaunch& each) const override;
    /// Streams times until `each` returns false, 10 to 20 times as fast as launches().
    void launch_times(CaseId id, const std::function<bool(const LaunchTime&)>& each, uint64_t first = 0,
                      std::optional<uint64_t> count = {}) const;
    /// Sorted by first launch. Empty for short, untimed and damaged cases: then use launch_times().
    std::vector<LaunchGroup> launch_groups(CaseId id) const;
    /// Throws Error(usage) if the case lacks the launch.
    std::vector<SiteCounts> sites(CaseId id, std::optional<uint32_t> launch = std::nullopt) const override;

 private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

/// Throws Error(usage) unless the file has case `id`. The message names `file`.
void check_case(const Reader& reader, const std::string& file, CaseId id);
}
