// Reads a SortScope file. Read-only: a writer may be at work on the same file.
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

/// When one launch ran.
struct LaunchTime {
    std::uint32_t index = 0;
    std::int64_t origin = 0;  ///< equal for launches of one process, context and stream; 0 if unknown
    std::optional<std::int64_t> start_ns, duration_ns;  ///< as LaunchRecord's
};

/// The launches of one stream among some that follow each other.
struct LaunchRun {
    std::int64_t origin = 0;                ///< as LaunchTime's
    std::uint32_t first = 0, last = 0;      ///< indices of the first and the last of them
    std::uint32_t launches = 0;             ///< how many
    std::uint32_t longest = 0;              ///< index of the longest
    std::int64_t longest_ns = 0;            ///< its duration
    std::int64_t start_ns = 0, end_ns = 0;  ///< their earliest start and latest end
    friend bool operator==(const LaunchRun&, const LaunchRun&) = default;
};

/// Cases of so many launches are stored with runs of launches and sums by substage.
inline constexpr std::uint64_t least_launches_with_runs = 65'536;
/// Most launches of a run.
inline constexpr std::uint32_t launches_a_run = 128;

/// A Reader belongs to one thread at a time; each call sees one consistent state of the file.
class Reader : public CaseSource {
 public:
    /// Opens `path`. Throws Error(data) for a file that is missing, unreadable, locked, truncated, not
    /// SortScope's or of another schema version. `wait`: how long this and each later call waits for a
    /// program that locks the whole file.
    explicit Reader(const std::filesystem::path& path,
                    std::chrono::milliseconds wait = std::chrono::seconds(2));
    ~Reader() override;
    Reader(Reader&&) noexcept;
    Reader& operator=(Reader&&) noexcept;

    /// By start time: in a merged file, numbers follow the order of merging.
    std::vector<RunRecord> runs() const override;
    /// By run as runs(), then by number, at Detail::summary.
    std::vector<CaseRecord> cases() const;
    /// Throws Error(usage) that names the cases there are if the file has no such case; so do all below.
    /// Launches come by index; their counters by number and provenance; their sites by file, line, column and
    /// kind. A note names counters that this program does not know. Detail::launches and Detail::sites hold
    /// the whole case in memory: views read stages() or stream launches() instead.
    CaseRecord read_case(CaseId id, Detail detail = Detail::launches) const override;
    std::vector<TrialRecord> trials(CaseId id) const override;
    std::vector<SeriesRecord> series(CaseId id) const;
    /// By kernel and instruction.
    std::vector<StallRecord> stalls(CaseId id) const override;
    /// Source files of the case's sites and stalls, by file, as compiled into the recording program; empty
    /// for a program that is not ours.
    std::vector<SourceText> sources(CaseId id) const;
    /// By device and name; empty if the run measured none. Throws Error(usage) if the file has no such run.
    std::vector<DeviceLimits> limits(RunId run) const override;
    std::vector<LaunchSums> stages(CaseId id) const override;
    /// Stored with cases of very many launches, else added up without records of launches.
    std::optional<std::vector<LaunchSums>> substages(CaseId id,
                                                     const std::function<bool()>& go_on = {}) const override;
    /// Holds one launch at a time.
    void launches(CaseId id, const LaunchQuery& query, const EachLaunch& each) const override;
    /// The times alone of all launches, or of `count` from `first` on, by index, until `each` returns false:
    /// ten to twenty times as fast as launches().
    void launch_times(CaseId id, const std::function<bool(const LaunchTime&)>& each, std::uint64_t first = 0,
                      std::optional<std::uint64_t> count = {}) const;
    /// Runs of at most launches_a_run launches, by their first, as stored with a case of very many timed
    /// launches. Empty for other cases, or if the stored ones are damaged: use launch_times().
    std::vector<LaunchRun> launch_runs(CaseId id) const;
    /// Throws Error(usage) if the case has no such launch.
    std::vector<SiteCounts> sites(CaseId id,
                                  std::optional<std::uint32_t> launch = std::nullopt) const override;

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Throws Error(usage) with the command that lists the cases of `file` unless it has case `id`.
void check_case(const Reader& reader, const std::string& file, CaseId id);

}  // namespace sortscope::db
