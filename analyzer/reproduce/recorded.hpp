// The recorded cases that figures are made of; the analyzer knows no store.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/reproduce/figure.hpp"
#include "core/case_source.hpp"

namespace sortscope::analyzer::reproduce {

class Recorded {
 public:
    /// `cases` in order of collecting. `source` answers for their launches and must live as long; null
    /// without cases.
    Recorded(std::vector<CaseRecord> cases, const CaseSource* source);

    /// A case of `query` that ended ok and has what is `needed`, on the GPU `device` (its name; empty: any)
    /// or on any CPU. The newest of each condition competes: measured before modelled; if the query names no
    /// block, the fastest; then the newest. Null if there is none.
    const CaseRecord* find_case(const Query& query, const std::string& device, Needs needed) const;

    /// Names of the GPUs that have cases, the one with most cases first. GPUs of one name count as one.
    const std::vector<std::string>& gpus() const { return gpus_; }
    /// The GPU with this name, else the first with `text` in its name, whatever its capital letters.
    std::optional<std::string> gpu_called(const std::string& text) const;
    const std::vector<CaseRecord>& cases() const { return cases_; }
    const CaseRecord* by_id(CaseId id) const;

    /// All launches of a case added up. Kept once read.
    const LaunchSums& sums(const CaseRecord& record) const;
    std::vector<LaunchRecord> launches(const CaseRecord& record) const {
        return read_launches(*source_, record.id);
    }
    std::vector<TrialRecord> trials(const CaseRecord& record) const { return source_->trials(record.id); }
    CaseRecord details(const CaseRecord& record) const {
        return source_->read_case(record.id, Detail::details);
    }
    std::vector<SiteCounts> sites(const CaseRecord& record, std::uint32_t launch) const {
        return source_->sites(record.id, launch);
    }
    /// "copy_bandwidth" of the case's device, as its run measured it.
    std::optional<double> limit(const CaseRecord& record, std::string_view name) const;

 private:
    bool has(const CaseRecord& record, Needs needed) const;

    std::vector<CaseRecord> cases_;
    std::multimap<std::string, std::size_t> by_variant_;
    const CaseSource* source_;
    std::vector<std::string> gpus_;
    mutable std::map<CaseId, LaunchSums> sums_;
    mutable std::map<RunId, std::vector<DeviceLimits>> limits_;
};

}  // namespace sortscope::analyzer::reproduce
