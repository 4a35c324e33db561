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

/// Which cases to list; an empty field does not restrict.
struct CaseFilter {
    std::optional<RunId> run{};
    std::vector<std::string> variants{};
    std::vector<std::string> tags{};  ///< that the case or its run has, any of them
};

using sortscope::Detail;
using sortscope::LaunchQuery;

/// When one launch ran: what charts of very many launches choose by.
struct LaunchTime {
    std::uint32_t index = 0;
    std::int64_t origin =
        0;  ///< launches of one process, context and stream have the same number; 0 where unknown
    std::optional<std::int64_t> start_ns, duration_ns;  ///< as LaunchRecord's
};

/// The launches of one stream among some that follow each other.
struct LaunchRun {
    std::int64_t origin = 0;                ///< as LaunchTime's
    std::uint32_t first = 0, last = 0;      ///< indices of the first and the last of them
    std::uint32_t launches = 0;             ///< how many there are of the stream
    std::uint32_t longest = 0;              ///< index of the longest
    std::int64_t longest_ns = 0;            ///< its duration
    std::int64_t start_ns = 0, end_ns = 0;  ///< the earliest start and the latest end of them
    friend bool operator==(const LaunchRun&, const LaunchRun&) = default;
};

/// Of cases of so many launches or more, runs of launches and sums by substage are stored.
inline constexpr std::uint64_t least_launches_with_runs = 65'536;
/// A run holds at most so many launches.
inline constexpr std::uint32_t launches_a_run = 128;

/// A Reader belongs to one thread at a time; each call sees one consistent state of the file.
class Reader : public CaseSource {
 public:
    /// Opens `path`. Throws Error(data) with a sentence for: missing, not SQLite, SQLite but not SortScope's,
    /// truncated, of another schema version (both versions named), locked, unreadable. `wait` is how long
    /// this and each later call waits for a program that holds the whole file locked.
    explicit Reader(const std::filesystem::path& path,
                    std::chrono::milliseconds wait = std::chrono::seconds(2));
    ~Reader() override;
    Reader(Reader&&) noexcept;
    Reader& operator=(Reader&&) noexcept;

    /// All runs, oldest first: by when they began, for in a merged file their numbers tell the order of the
    /// merging.
    std::vector<RunRecord> runs() const override;
    /// Cases in order of collecting (of runs in their order, within a run by number), at Detail::summary.
    std::vector<CaseRecord> cases(const CaseFilter& filter = {}) const;
    /// One case. Throws Error(usage) that says which ids there are if the file has no such case. Launches
    /// come by index; their counters by number and provenance; their sites by file, line, column and kind.
    /// Counters that this program does not know are left out, and a note says which. Detail::launches and
    /// Detail::sites hold the whole case in memory: views read stages() or stream launches() instead.
    CaseRecord read_case(CaseId id, Detail detail = Detail::launches) const override;
    /// The trials of a case alone. Throws as read_case().
    std::vector<TrialRecord> trials(CaseId id) const override;
    /// The series of a case, with their values, which may be many. Throws as read_case().
    std::vector<SeriesRecord> series(CaseId id) const;
    /// Samples of stalled warps, by kernel and instruction. Throws as read_case().
    std::vector<StallRecord> stalls(CaseId id) const override;
    /// The texts of the source files that the case's sites and stalls name, by file, as they were compiled
    /// into the program that recorded it; none of files that were recorded before texts were kept, and of a
    /// program that is not ours. Throws as read_case().
    std::vector<SourceText> sources(CaseId id) const;
    /// What the devices of a run reach, as the run measured it, by device and name; empty if it did not.
    /// Throws Error(usage) where the file has no such run.
    std::vector<DeviceLimits> limits(RunId run) const override;
    /// The launches of a case added up by stage and kernel, in order of their first launch. Throws as
    /// read_case().
    std::vector<LaunchSums> stages(CaseId id) const override;
    /// The same by stage, substage and kernel. Stored with cases of very many launches; of others added up in
    /// one pass that makes no records of launches. `go_on` is asked now and then; nothing where it said no.
    std::optional<std::vector<LaunchSums>> substages(CaseId id,
                                                     const std::function<bool()>& go_on = {}) const override;
    /// Calls `each` with one launch after the other, in order of index; it returns whether to go on. Holds
    /// one launch at a time. Throws as read_case().
    void launches(CaseId id, const LaunchQuery& query, const EachLaunch& each) const override;
    /// The times alone of all launches, or of `count` of them from `first` on, in order of index: ten to
    /// twenty times as fast as the launches. Throws as read_case().
    void launch_times(CaseId id, const std::function<bool(const LaunchTime&)>& each, std::uint64_t first = 0,
                      std::optional<std::uint64_t> count = {}) const;
    /// Runs of at most launches_a_run launches, in order of their first, as they were stored with a case of
    /// very many timed launches; none of other cases: their times are gone through. Throws as read_case().
    std::vector<LaunchRun> launch_runs(CaseId id) const;
    /// The access sites of a case added up over its launches (or of one launch), by source, each provenance
    /// apart. Throws Error(usage) where the case has no such launch.
    std::vector<SiteCounts> sites(CaseId id,
                                  std::optional<std::uint32_t> launch = std::nullopt) const override;

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Throws Error(usage) that says how to list the cases of `file` unless it has case `id`.
void check_case(const Reader& reader, const std::string& file, CaseId id);

}  // namespace sortscope::db
