// The recorded cases of figures.
#pragma once

#include "analyzer/reproduce/figure.hpp"
#include "core/case_source.hpp"

namespace sortscope::analyzer::reproduce {
class Recorded {
 public:
    /// `cases` must be in order of collecting. `source` reads launches and must outlive this object; null
    /// without cases.
    Recorded(std::vector<CaseRecord> cases, const CaseSource* source);

    /// Finds a case of `query` that ended ok and has the `needed` data, on GPU `device` (empty: any) or on
    /// any CPU. Considers the newest case of each condition. Prefers measured to modelled cases, then the
    /// fastest if the query has no block, then the newest. Null if absent.
    const CaseRecord* find_case(const Query& query, const std::string& device, Needs needed) const;

    /// Names of the GPUs with cases; the GPU with most cases comes first.
    const std::vector<std::string>& gpus() const { return gpus_; }
    const CaseRecord* by_id(CaseId id) const;  ///< null if unknown

    /// Sums over all launches; read once and cached.
    const LaunchSums& sums(const CaseRecord& record) const;
    const CaseSource& source() const { return *source_; }

 private:
    bool has(const CaseRecord& record, Needs needed) const;

    std::vector<CaseRecord> cases_;
    std::multimap<std::string, size_t> by_variant_;
    const CaseSource* source_;
    std::vector<std::string> gpus_;
    mutable std::map<CaseId, LaunchSums> sums_;
};

/// The name `text`, else the first name that contains `text`, ignoring case; null if absent.
const std::string* named_like(const std::vector<std::string>& names, const std::string& text);
}
