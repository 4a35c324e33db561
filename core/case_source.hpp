// Interface through which analyses read cases. db::Reader implements it for a file.
#pragma once

#include <functional>

#include "core/records.hpp"

namespace sortscope {
/// Parts that CaseSource::read_case() reads.
enum class Detail {
    summary,   ///< times and rounds of every mode
    details,   ///< also trials, transfers and notes
    launches,  ///< also launches with their counters, sampled runs and stalls
    sites      ///< everything
};

/// Launches to read, and the data to read of each.
struct LaunchQuery {
    uint64_t first = 0;
    std::optional<uint64_t> count = {};  ///< limit; empty: all launches
    bool counters = true;
    std::vector<std::string> sets = {};  ///< names of metric sets; empty: all
    bool sites = false;
    std::vector<uint32_t> only = {};  ///< ascending indices; replace `first` and `count` if given
};

class CaseSource {
 public:
    using EachLaunch = std::function<bool(const LaunchRecord&)>;

    CaseSource() = default;
    CaseSource(const CaseSource&) = delete;
    CaseSource(CaseSource&&) noexcept = default;
    CaseSource& operator=(const CaseSource&) = delete;
    CaseSource& operator=(CaseSource&&) noexcept = default;
    virtual ~CaseSource() = default;

    /// Oldest first.
    virtual std::vector<RunRecord> runs() const = 0;
    /// Grouped by device.
    virtual std::vector<DeviceLimits> limits(RunId run) const = 0;
    virtual CaseRecord read_case(CaseId id, Detail detail) const = 0;
    virtual std::vector<TrialRecord> trials(CaseId id) const = 0;
    virtual std::vector<StallRecord> stalls(CaseId id) const = 0;
    /// Sums by stage and kernel, in order of first launch.
    virtual std::vector<LaunchSums> stages(CaseId id) const = 0;
    /// Sums by stage, substage and kernel. Stops and returns empty once `go_on` returns false.
    virtual std::optional<std::vector<LaunchSums>> substages(
        CaseId id, const std::function<bool()>& go_on = {}) const = 0;
    /// Calls `each` in order of index until `each` returns false.
    virtual void launches(CaseId id, const LaunchQuery& query, const EachLaunch& each) const = 0;
    /// Counts of `launch`; without it, sums over all launches. Sorted by site and provenance.
    virtual std::vector<SiteCounts> sites(CaseId id, std::optional<uint32_t> launch = std::nullopt) const = 0;
};

/// Launch `index` without counters; empty if absent.
std::optional<LaunchRecord> find_launch(const CaseSource& source, CaseId id, uint32_t index);
std::vector<LaunchRecord> read_launches(const CaseSource& source, CaseId id, const LaunchQuery& query = {});

/// Limits from the case's run; if it has none, from the newest run that measured the case's device.
std::vector<DeviceLimit> limits_of(const CaseSource& source, const CaseRecord& record);
}
