// A CaseSource of records in memory, for tests.
#pragma once

#include "core/case_source.hpp"

namespace sortscope::sample {
class MemorySource : public CaseSource {
 public:
    MemorySource() = default;
    explicit MemorySource(CaseRecord record) { add(std::move(record)); }

    std::map<CaseId, CaseRecord> records;
    /// If present, replace the sums of a case's launches.
    std::map<CaseId, std::vector<LaunchSums>> sums, substage_sums;
    std::vector<DeviceLimits> measured;
    mutable int sums_read = 0, launches_read = 0;

    CaseRecord& add(CaseRecord record) { return records[record.id] = std::move(record); }

    std::vector<RunRecord> runs() const override { return {}; }
    std::vector<DeviceLimits> limits(RunId) const override { return measured; }
    CaseRecord read_case(CaseId id, Detail) const override { return records.at(id); }
    std::vector<TrialRecord> trials(CaseId id) const override { return records.at(id).trials; }
    std::vector<StallRecord> stalls(CaseId id) const override { return records.at(id).stalls; }
    std::vector<LaunchSums> stages(CaseId id) const override {
        ++sums_read;
        return sums.contains(id) ? sums.at(id) : sums_by(id, false);
    }
    std::optional<std::vector<LaunchSums>> substages(CaseId id,
                                                     const std::function<bool()>& go_on) const override {
        if (go_on && !go_on()) return std::nullopt;
        return substage_sums.contains(id) ? substage_sums.at(id) : sums_by(id, true);
    }
    void launches(CaseId id, const LaunchQuery& query, const EachLaunch& each) const override {
        for (const auto& launch : records.at(id).launches) {
            if (launch.index < query.first) continue;
            ++launches_read;
            if (!each(launch)) return;
        }
    }
    std::vector<SiteCounts> sites(CaseId id, std::optional<uint32_t> index) const override {
        std::vector<SiteCounts> all;
        for (const auto& launch : records.at(id).launches)
            if (!index || launch.index == *index)
                all.insert(all.end(), launch.sites.begin(), launch.sites.end());
        return all;
    }

 private:
    std::vector<LaunchSums> sums_by(CaseId id, bool substage) const {
        std::vector<LaunchSums> all;
        for (const auto& launch : records.at(id).launches) {
            const auto same = std::ranges::find_if(all, [&](const LaunchSums& other) {
                return other.stage == launch.stage.stage && other.kernel == launch.kernel &&
                       (!substage || other.substage == launch.stage.substage);
            });
            add_to(same == all.end() ? all.emplace_back() : *same, launch);
        }
        return all;
    }
    static void add_to(LaunchSums& sum, const LaunchRecord& launch) { sortscope::add(sum, launch); }
};
}
