// What the loader hands to the window: whole results, never half of one.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QString>

#include "analyzer/breakdown.hpp"
#include "analyzer/curve.hpp"
#include "analyzer/devices.hpp"
#include "core/records.hpp"
#include "gui/models/table_rows.hpp"

namespace sortscope::gui {

/// A file's list of cases (each at summary detail) and what is computed over all of them.
struct FileContents {
    QString path;
    int schema_version = 0;
    std::vector<RunRecord> runs;
    std::vector<CaseRecord> cases;
    std::vector<analyzer::Curve> throughput;
    std::vector<analyzer::Curve> block_sweeps;
    std::optional<analyzer::DeviceNames> devices;

    /// Fills in what follows from `cases`.
    void compute();
    /// A device's name, with its number or UUID where two devices of the file share one.
    QString device_name(const CaseRecord& record) const;
};
using FileContentsPtr = std::shared_ptr<const FileContents>;

/// One breakdown of one case, with what its chart can show and its table.
struct BreakdownContents {
    CaseId case_id{};
    std::shared_ptr<const analyzer::Breakdown> breakdown;
    std::vector<const Metric*> metrics;  ///< that the chart can show
    TableRowsPtr table;
};
using BreakdownContentsPtr = std::shared_ptr<const BreakdownContents>;

/// `breakdown` with its metrics and its table; to be made away from the window's thread, as it goes over all rows.
BreakdownContentsPtr breakdown_contents(CaseId case_id, analyzer::Breakdown breakdown);

/// One case without its launches, and its breakdown by stage; other groupings are read when they are asked for.
struct CaseContents {
    CaseRecord record;
    BreakdownContentsPtr by_stage;
};
using CaseContentsPtr = std::shared_ptr<const CaseContents>;

}  // namespace sortscope::gui
