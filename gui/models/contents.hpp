// The results that the loader hands to the window.
#pragma once

#include <cstddef>
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
#include "gui/models/loader.hpp"
#include "gui/models/table_model.hpp"
#include "present/chart.hpp"

namespace sortscope::db {
class Reader;
}

namespace sortscope::gui {

/// The bars of a chart by row, to find a part of a million of them at once.
class Bars {
 public:
    Bars() = default;
    explicit Bars(const present::Chart& chart);

    std::size_t rows() const { return totals_.size(); }
    /// Lengths of a row's bar and of a series' part of it, in the chart's unit; 0 if absent.
    double total(std::size_t row) const { return totals_[row]; }
    double largest() const { return largest_; }
    double part(std::size_t series, std::size_t row) const { return parts_[series][row]; }
    /// The series at `value` and the index of its point; beyond the bar its last part. Nothing if the row has
    /// no value.
    struct Hit {
        std::size_t series = 0;
        std::size_t point = 0;
    };
    /// Ignores `hidden` series.
    std::optional<Hit> hit(std::size_t row, double value, const std::vector<bool>& hidden = {}) const;

    /// Rows to draw of [first, last), ascending: all, or the longest of each of `most` equal parts.
    std::vector<std::size_t> drawn(std::size_t first, std::size_t last, std::size_t most) const;

 private:
    std::vector<std::vector<double>> parts_;        ///< by series and row
    std::vector<std::vector<std::size_t>> points_;  ///< the same: index of the point plus one; 0: none
    std::vector<double> totals_;
    double largest_ = 0;
    bool stacked_ = false;
};

/// 1, 2, 3, ..; for any thread.
std::uint64_t next_reading();

/// A file's list of cases, each at summary detail.
struct FileContents {
    std::uint64_t reading = next_reading();  ///< differs for each reading of a file
    QString path;
    FileStamp stamp;  ///< before it was read
    std::vector<RunRecord> runs;
    std::vector<CaseRecord> cases;
    std::optional<analyzer::DeviceNames> devices;
    analyzer::RoundVariances variances;

    /// Call it once `cases` are complete.
    void compute();
    /// The device's name, with number or UUID if the file has two of that name.
    QString device_name(const CaseRecord& record) const;
    /// Null if the file has no such case.
    const CaseRecord* find(CaseId id) const;
    const RunRecord* run_of(const CaseRecord& record) const;
    /// The first successful GPU or interpreter case, else the first; null if there is none.
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

/// A breakdown of a case with its table and one chart.
struct BreakdownContents {
    std::shared_ptr<const analyzer::Breakdown> breakdown;
    std::vector<const Metric*> metrics;  ///< of the chart's list
    std::size_t charted = 0;             ///< index in `metrics` of `chart`
    BarChartPtr chart;
    TableRowsPtr table;
};
using BreakdownContentsPtr = std::shared_ptr<const BreakdownContents>;

/// Charts `metric_id`, else the first metric. Reads all rows: not for the window's thread.
BreakdownContentsPtr breakdown_contents(const CaseRecord& record, analyzer::Breakdown breakdown,
                                        const QString& metric_id = {});
/// The chart of one of its metrics, of time if there is none.
BarChartPtr bar_chart(const BreakdownContents& contents, std::size_t metric, const CaseRecord& record);

/// Without gaps; null if stale. Not for more launches than can be drawn.
std::shared_ptr<const analyzer::Breakdown> read_breakdown(const db::Reader& reader, const CaseRecord& record,
                                                          analyzer::Grouping grouping, const Stale& stale);

/// Cases with more launches are shown by pages and partial charts, without gaps.
inline constexpr std::size_t most_held_launches = 20'000;

/// A case without launches, and its breakdown by stage; other groupings are read on demand.
struct CaseContents {
    QString path;
    CaseRecord record;  ///< at db::Detail::details
    BreakdownContentsPtr by_stage;
    std::vector<LaunchSums> sums;  ///< by stage and kernel, as stored
};
using CaseContentsPtr = std::shared_ptr<const CaseContents>;
CaseContentsPtr read_case(const db::Reader& reader, const QString& path, CaseId id, const QString& metric_id);

}  // namespace sortscope::gui
