// Records as tables of plain columns, one row each, for spreadsheets and scripts. Columns are spelled as
// those of the file's views (docs/schema.md); times are in ns.
#pragma once

#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/records.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// One row a case, with its times in each mode: "median_ns" is the headline's, "graph_median_ns",
/// "stream_median_ns", "host_median_ns" are by mode.
Table case_records(std::span<const CaseRecord> cases);

/// One row a trial.
Table trial_records(const CaseRecord& record, std::span<const TrialRecord> trials);

/// One row a value: the metric, the start of its interval, its value.
Table series_records(const CaseRecord& record, std::span<const SeriesRecord> series);

/// One row a launch, with a column for each metric and provenance that any launch has: "gld_sectors"
/// measured, "gld_sectors_modelled". Launches are looked at twice, so that none has to be held: first
/// look_at() each, then row().
class LaunchRecords {
 public:
    void look_at(const CaseRecord& record, const LaunchRecord& launch);
    /// Without rows.
    Table table() const;
    Row row(const CaseRecord& record, const LaunchRecord& launch) const;

 private:
    using Counted = std::pair<const Metric*, Provenance>;
    static bool in_order(const Counted& a, const Counted& b);

    std::set<Counted, bool (*)(const Counted&, const Counted&)> metrics_{in_order};
    std::set<std::string> vendor_;
};

}  // namespace sortscope::present
