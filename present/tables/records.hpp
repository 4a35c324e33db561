// Records for spreadsheets. Columns are named as in the file's views; times are in ns.
#pragma once

#include "core/records.hpp"
#include "present/table.hpp"

namespace sortscope::present {
/// Columns of times: "median_ns" for the headline mode, "graph_median_ns" for a named mode.
Table case_records(std::span<const CaseRecord> cases);

Table trial_records(const CaseRecord& record, std::span<const TrialRecord> trials);

/// One row for each value.
Table series_records(const CaseRecord& record, std::span<const SeriesRecord> series);

/// One row for each launch, one column per metric and provenance: "gld_sectors_modelled". Pass all
/// launches to look_at() before table() and row().
class LaunchRecords {
 public:
    void look_at(const CaseRecord& record, const LaunchRecord& launch);
    Table table() const;
    Row row(const CaseRecord& record, const LaunchRecord& launch) const;

 private:
    using Counted = std::pair<const Metric*, Provenance>;
    static bool in_order(const Counted& a, const Counted& b);

    std::set<Counted, bool (*)(const Counted&, const Counted&)> metrics_{in_order};
    std::set<std::string> vendor_;
};
}
