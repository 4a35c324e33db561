// What the loader hands to the window: whole results, never half of one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <QString>

#include "analyzer/devices.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "analyzer/timing/interval.hpp"
#include "core/records.hpp"
#include "gui/models/bars.hpp"
#include "gui/models/file_stamp.hpp"
#include "gui/models/table_rows.hpp"

namespace sortscope::db {
class Reader;
}

namespace sortscope::gui {

/// 1, 2, 3, ..: a number that no other reading of a file in this program has. For any thread.
std::uint64_t next_reading();

/// A file's list of cases, each at summary detail.
struct FileContents {
    std::uint64_t reading = next_reading();  ///< tells it from what was read before, where an address may
                                             ///< come again; a copy is of the same reading
    QString path;
    FileStamp stamp;  ///< before it was read
    int schema_version = 0;
    std::vector<RunRecord> runs;
    std::vector<CaseRecord> cases;
    std::optional<analyzer::DeviceNames> devices;
    analyzer::RoundVariances variances;

    /// Fills in what follows from `cases`.
    void compute();
    /// A device's name, with its number or UUID where two devices of the file share one.
    QString device_name(const CaseRecord& record) const;
    /// Null where there is none such.
    const CaseRecord* find(CaseId id) const;
    const RunRecord* run_of(const CaseRecord& record) const;
    /// The case to show first: the first with launches to expect and a good end, else the first; null where
    /// there is none.
    const CaseRecord* first_case() const;

 private:
    std::unordered_map<std::int64_t, std::size_t> places_;
};
using FileContentsPtr = std::shared_ptr<const FileContents>;
FileContentsPtr read_file(const db::Reader& reader, const QString& path, const FileStamp& stamp);

/// A chart of a breakdown and its bars, ready to be drawn.
struct BarChart {
    BarChart() = default;
    explicit BarChart(present::Chart of) : chart(std::move(of)), bars(chart) {}
    present::Chart chart;
    Bars bars;
};
using BarChartPtr = std::shared_ptr<const BarChart>;

/// One breakdown of one case, with what its chart can show, its first chart and its table.
struct BreakdownContents {
    CaseId case_id{};
    std::shared_ptr<const analyzer::Breakdown> breakdown;
    std::vector<const Metric*> metrics;  ///< that the chart can show
    std::size_t charted = 0;             ///< the one of `metrics` that `chart` shows
    BarChartPtr chart;
    TableRowsPtr table;
};
using BreakdownContentsPtr = std::shared_ptr<const BreakdownContents>;

/// `breakdown` of `record` with its metrics, the chart of the one called `metric_id` (the first there is,
/// where it has none such) and its table; to be made away from the window's thread, as it goes over all rows.
BreakdownContentsPtr breakdown_contents(const CaseRecord& record, analyzer::Breakdown breakdown,
                                        const QString& metric_id = {});
/// The chart of one of its metrics, of time where it has none.
BarChartPtr bar_chart(const BreakdownContents& contents, std::size_t metric, const CaseRecord& record);

/// A case of more launches is shown by pages and by charts of a part of them; one of fewer is broken down by
/// launch as a whole, and gone through for the gaps between them.
inline constexpr std::size_t most_held_launches = 20'000;

/// One case without its launches, and its breakdown by stage; other groupings are read when they are asked
/// for.
struct CaseContents {
    QString path;
    CaseRecord record;  ///< at db::Detail::details
    BreakdownContentsPtr by_stage;
    std::vector<LaunchSums> sums;  ///< by stage and kernel, as stored
};
using CaseContentsPtr = std::shared_ptr<const CaseContents>;
CaseContentsPtr read_case(const db::Reader& reader, const QString& path, CaseId id, const QString& metric_id);

}  // namespace sortscope::gui
