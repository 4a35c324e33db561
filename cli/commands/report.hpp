// `sortscope report`: a whole file at a glance.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/curves/curve.hpp"
#include "analyzer/devices.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "analyzer/timing/compare.hpp"
#include "core/records.hpp"
#include "present/json/writer.hpp"
#include "present/table.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::cli {

/// What a report is made of.
struct ReportData {
    std::string file;
    std::vector<CaseRecord> cases;  ///< all that were asked for, at db::Detail::summary
    struct CaseBreakdown {
        analyzer::Representative chosen;
        analyzer::Breakdown breakdown;  ///< by stage
    };
    /// Of those that analyzer::representative_cases() chooses, in its order.
    std::vector<CaseBreakdown> breakdowns;
    analyzer::Repeats repeats = analyzer::Repeats::newest;
    std::optional<analyzer::CaseFile> file_of = {};  ///< of intervals; nothing: points have none
    std::vector<DeviceLimits> limits = {};           ///< of devices, the newest run's first
    std::size_t top = 0;  ///< in text: breakdowns of so many cases of each device, the longest; 0: all
    std::optional<analyzer::DeviceNames> names =
        {};  ///< of all of the file's devices, where not all cases were asked for
};

/// Where it is long, its contents; then device by device: stage breakdowns, throughput by number of keys,
/// block sweeps.
std::string render_report(const ReportData& data, const present::text::Screen& screen);

/// A row each point of each curve, for a spreadsheet.
present::Table report_points(const ReportData& data);

void write_report(present::json::Writer& out, const ReportData& data);

}  // namespace sortscope::cli
