// `sortscope report`: a whole file at a glance.
#pragma once

#include <string>
#include <vector>

#include "cli/json.hpp"
#include "cli/terminal.hpp"
#include "core/records.hpp"

namespace sortscope::cli {

/// What a report is made of.
struct ReportData {
    std::string file;
    std::vector<CaseRecord> cases;     ///< all, at Detail::summary
    std::vector<CaseRecord> detailed;  ///< those of representative_cases(), with their launches
};

/// For each device the case that stands for each variant in its breakdown: the largest finished one; of several those
/// with uniform keys, then the fastest (where one condition was collected again, its latest case alone counts), then the
/// latest. In order of collecting. Sorts on the CPU have no launches and so no case here.
std::vector<CaseId> representative_cases(const std::vector<CaseRecord>& cases);

/// Device by device: stage breakdowns, throughput by number of keys, block sweeps.
std::string render_report(const ReportData& data, const Screen& screen);

Json report_json(const ReportData& data);

/// Throughput of curves of one device, in one table with bars of one scale.
std::string render_throughput(const std::vector<analyzer::Curve>& curves, const Screen& screen);

/// Time by block size.
std::string render_block_sweeps(const std::vector<analyzer::Curve>& sweeps, const Screen& screen);

}  // namespace sortscope::cli
