// Contents of files and cases that the loader gives to the window.
#pragma once

#include <unordered_map>

#include "analyzer/devices.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "analyzer/timing/interval.hpp"
#include "gui/models/loader.hpp"
#include "gui/models/table_model.hpp"
#include "present/chart.hpp"
#include "present/table.hpp"

namespace sortscope::gui {
/// Index of a chart's bars by row, fast for a million bars.
class Bars {
 public:
    Bars() = default;
    explicit Bars(const present::Chart& chart);

    size_t rows() const { return totals_.size(); }
    /// In the chart's unit; 0 if absent.
    double total(size_t row) const { return totals_[row]; }
    double largest() const { return largest_; }
    double part(size_t series, size_t row) const { return parts_[series][row]; }
    /// Part of a bar: the series, and the index of the point in that series.
    struct Hit {
        size_t series = 0;
        size_t point = 0;
    };
    /// The part at `value`, else the last part; absent if the row has no value.
    std::optional<Hit> hit(size_t row, double value, const std::vector<bool>& hidden = {}) const;

    /// Rows of [first, last) to draw: all, or the longest row of each of `most` equal parts.
    std::vector<size_t> drawn(size_t first, size_t last, size_t most) const;

 private:
    std::vector<std::vector<double>> parts_;   ///< by series and row
    std::vector<std::vector<size_t>> points_;  ///< index of the point plus one; 0: none
    std::vector<double> totals_;
    double largest_ = 0;
    bool stacked_ = false;
};

/// Number of a reading: 1, 2, 3, .. Any thread may call this function.
uint64_t next_reading();

/// A file's cases, at summary detail.
struct FileContents {
    uint64_t reading = next_reading();
    QString path;
    FileStamp stamp;
    std::vector<RunRecord> runs;
    std::vector<CaseRecord> cases;
    std::vector<std::string> left_out;  ///< sentences on damaged runs, limits and cases
    std::optional<analyzer::DeviceNames> devices;
    analyzer::RoundVariances variances;

    /// Call once `cases` are complete.
    void compute();
    /// Name of the case's device, with number or UUID if two devices of the file have that name.
    QString device_name(const CaseRecord& record) const;
    /// Null if absent.
    const CaseRecord* find(CaseId id) const;
    const RunRecord* run_of(const CaseRecord& record) const;
    /// The first successful case of GPU or interpreter, else the first; null without cases.
    const CaseRecord* first_case() const;

 private:
    std::unordered_map<int64_t, size_t> places_;
};
using FilePtr = Shared<FileContents>;
FilePtr read_file(const db::Reader& reader, const QString& path, const FileStamp& stamp);

struct BarChart {
    BarChart() = default;
    explicit BarChart(present::Chart of) : chart(std::move(of)), bars(chart) {}
    present::Chart chart;
    Bars bars;
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

/// Charts `metric_id`, else the first metric. Reads all rows: for the loader's thread.
BreakdownPtr breakdown_contents(const CaseRecord& record, analyzer::Breakdown breakdown,
                                const QString& metric_id = {});
/// Shows time if there is no such metric.
BarChartPtr bar_chart(const BreakdownContents& contents, size_t metric, const CaseRecord& record);

/// Reads a breakdown without gaps; null if stale. Not for more launches than a chart can draw.
Shared<analyzer::Breakdown> read_breakdown(const db::Reader& reader, const CaseRecord& record,
                                           analyzer::Grouping grouping, const Stale& stale);

/// Cases with more launches are read by pages and partial charts.
inline constexpr size_t most_held_launches = 20'000;

/// A case without launches. Other groupings are read on demand.
struct CaseContents {
    QString path;
    CaseRecord record;  ///< at db::Detail::details
    BreakdownPtr by_stage;
    std::vector<LaunchSums> sums;          ///< by stage and kernel, as stored
    std::vector<DeviceLimit> limits;       ///< limits of the case's device
    std::optional<LaunchRecord> heaviest;  ///< a launch of the kernel with the longest time

    present::Facts facts() const;
};
using CasePtr = Shared<CaseContents>;
CasePtr read_case(const db::Reader& reader, const QString& path, CaseId id, const QString& metric_id);
}
