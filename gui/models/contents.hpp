// Contents of files and cases that the loader gives to the window.
#pragma once

#include <unordered_map>

#include "analyzer/devices.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "analyzer/timing/compare.hpp"
#include "gui/models/loader.hpp"
#include "gui/models/table_model.hpp"
#include "present/chart.hpp"

namespace sortscope::present {
class BreakdownCells;
}

namespace sortscope::gui {
/// Returns a new number for each reading of a file: 1, 2, 3, .. Thread-safe.
uint64_t next_reading();

/// A file's cases, at summary detail.
struct FileContents : analyzer::CaseFile {
    uint64_t reading = next_reading();
    QString path;
    FileStamp stamp;
    std::vector<std::string> left_out;  ///< sentences on damaged runs, limits and cases
    std::optional<analyzer::DeviceNames> devices;
    CaseId richest{};  ///< the costliest case with times, counters and sites, if any

    /// Call once `cases` are complete.
    void compute();
    /// The case's device, with number or UUID if its name is not unique in the file.
    QString device_name(const CaseRecord& record) const;
    const CaseRecord* find(CaseId id) const;
    const RunRecord* run_of(const CaseRecord& record) const;
    /// The costliest case with times, counters and sites, else the first successful case of GPU or
    /// interpreter, else the first; null without cases.
    const CaseRecord* first_case() const;

 private:
    std::unordered_map<int64_t, size_t> places_;
};
using FilePtr = Shared<FileContents>;
FilePtr read_file(const db::Reader& reader, const QString& path, const FileStamp& stamp);

/// A chart with an index of its bars by row, fast for a million bars.
struct BarChart {
    BarChart() = default;
    explicit BarChart(present::Chart of);

    size_t rows() const { return totals.size(); }
    const present::Point* bar(size_t series, size_t row) const {
        const auto place = places[series][row];
        return place == 0 ? nullptr : &chart.series[series].points[place - 1];
    }
    /// Rows of [first, last) to draw: all, or the row with the longest bar in each of `most` equal parts.
    std::vector<size_t> drawn(size_t first, size_t last, size_t most) const;

    present::Chart chart;
    std::vector<double> totals;               ///< by row, in the chart's unit; 0 if absent
    std::vector<std::vector<size_t>> places;  ///< index of the point plus one, by series and row; 0: none
};
using BarChartPtr = Shared<BarChart>;

struct BreakdownContents {
    Shared<analyzer::Breakdown> breakdown;
    std::vector<const Metric*> metrics;
    size_t charted = 0;  ///< index of `chart` in `metrics`
    BarChartPtr chart;
    TableRowsPtr table;
};
using BreakdownPtr = Shared<BreakdownContents>;

/// Charts `metric_id`, else the first metric. Reads all rows, so call it on a loader's thread.
BreakdownPtr breakdown_contents(const CaseRecord& record, analyzer::Breakdown breakdown,
                                const QString& metric_id = {});
/// Charts time if `metric` is out of range.
BarChartPtr bar_chart(const BreakdownContents& contents, size_t metric, const CaseRecord& record);

/// Reads no gaps between launches. Null if stale. Do not read more than most_held_launches rows.
Shared<analyzer::Breakdown> read_breakdown(const db::Reader& reader, const CaseRecord& record,
                                           analyzer::Grouping grouping, const Stale& stale);

/// Above this number of launches, tables read single pages, and charts read only drawn launches.
inline constexpr size_t most_held_launches = 20'000;

/// A case without its launch records. Breakdowns by substage, launch or kernel are read on demand.
struct CaseContents {
    QString path;
    CaseRecord record;  ///< at db::Detail::details
    BreakdownPtr by_stage;
    std::vector<LaunchSums> sums;          ///< by stage and kernel, as stored
    std::vector<DeviceLimit> limits;       ///< limits of the case's device
    std::optional<LaunchRecord> heaviest;  ///< a launch of the kernel with most time

    present::Facts facts() const;
};
using CasePtr = Shared<CaseContents>;
CasePtr read_case(const db::Reader& reader, const QString& path, CaseId id, const QString& metric_id);
}
