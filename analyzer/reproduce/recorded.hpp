// The recorded cases of figures.
#pragma once

#include "analyzer/reproduce/figure.hpp"
#include "core/case_source.hpp"

namespace sortscope::analyzer::reproduce {
class Recorded {
 public:
    /// `cases` in order of collecting. `source` reads their launches and must live as long; null without
    /// cases.
    Recorded(std::vector<CaseRecord> cases, const CaseSource* source);

    /// A case of `query` that ended ok and has what is `needed`, on the GPU called `device` (empty: any) or
    /// on any CPU. The newest of each condition competes: measured before modelled; if the query names no
    /// block, the fastest; then the newest. Null if there is none.
    const CaseRecord* find_case(const Query& query, const std::string& device, Needs needed) const;

    /// Names of the GPUs with cases, that with most cases first.
    const std::vector<std::string>& gpus() const { return gpus_; }
    const CaseRecord* by_id(CaseId id) const;  ///< null if unknown

    /// Sums over all launches; kept once read.
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

/// The name `text`, else the first that contains it, ignoring capital letters; null if there is none.
const std::string* named_like(const std::vector<std::string>& names, const std::string& text);
}
