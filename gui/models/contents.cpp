#include "gui/models/contents.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "db/read/reader.hpp"
#include "db/schema/schema.hpp"
#include "gui/models/text.hpp"
#include "present/charts/breakdown.hpp"
#include "present/tables/breakdown.hpp"

namespace sortscope::gui {
namespace {

/// A breakdown's cells. It keeps the last row, since views ask for the cells of a row one after the other.
class BreakdownTable {
 public:
    explicit BreakdownTable(std::shared_ptr<const analyzer::Breakdown> breakdown)
        : breakdown_(std::move(breakdown)), cells_(*breakdown_), shown_(cells_.columns()) {
        for (std::size_t i = 0; i < shown_.size(); ++i)
            metrics_.push_back(find_metric(cells_.columns()[shown_[i]].id));
    }

    std::vector<present::Column> columns() const { return shown_.columns(cells_.columns()); }
    std::vector<present::Cell> total() const { return shown_.cells(cells_.total()); }

    present::Cell cell(std::size_t row, std::size_t column) {
        if (row_ != row) {
            last_ = cells_.row(breakdown_->rows[row]);
            row_ = row;
        }
        return shown_.cell(last_, column);
    }

    /// In the metric's own unit, which sorts alike.
    std::optional<Number> number(std::size_t row, std::size_t column) {
        if (metrics_[column] == nullptr) return cell(row, column).number;
        const auto value = breakdown_->value(*metrics_[column], breakdown_->rows[row]);
        return value ? std::optional(value->value) : std::nullopt;
    }

 private:
    std::shared_ptr<const analyzer::Breakdown> breakdown_;
    present::BreakdownCells cells_;
    ShownColumns shown_;
    std::vector<const Metric*> metrics_;  ///< by column; null for other columns
    std::optional<std::size_t> row_;
    present::Row last_;
};

TableRowsPtr table_rows(const std::shared_ptr<const analyzer::Breakdown>& breakdown) {
    auto rows = std::make_shared<TableRows>();
    if (breakdown->rows.empty()) return rows;
    const auto table = std::make_shared<BreakdownTable>(breakdown);
    rows->columns = table->columns();
    rows->count = breakdown->rows.size();
    rows->total = table->total();
    rows->cell = [table](std::size_t row, std::size_t column) { return table->cell(row, column); };
    rows->number = [table](std::size_t row, std::size_t column) { return table->number(row, column); };
    rows->again = [breakdown] { return table_rows(breakdown); };
    return rows;
}

}  // namespace

std::uint64_t next_reading() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

void FileContents::compute() {
    devices.emplace(cases);
    variances = analyzer::RoundVariances(cases);
    places_.clear();
    places_.reserve(cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) places_.emplace(static_cast<std::int64_t>(cases[i].id), i);
}

QString FileContents::device_name(const CaseRecord& record) const {
    return typeset(devices ? (*devices)(record.device) : record.device.name);
}

const CaseRecord* FileContents::find(CaseId id) const {
    const auto place = places_.find(static_cast<std::int64_t>(id));
    return place == places_.end() ? nullptr : &cases[place->second];
}

const RunRecord* FileContents::run_of(const CaseRecord& record) const {
    const auto run = std::ranges::find(runs, record.run, &RunRecord::id);
    return run == runs.end() ? nullptr : &*run;
}

const CaseRecord* FileContents::first_case() const {
    for (const auto& record : cases)
        if (record.status == CaseStatus::ok && record.backend != BackendKind::cpu) return &record;
    return cases.empty() ? nullptr : &cases.front();
}

FileContentsPtr read_file(const db::Reader& reader, const QString& path, const FileStamp& stamp) {
    auto contents = std::make_shared<FileContents>();
    contents->path = path;
    contents->stamp = stamp;
    contents->schema_version = db::schema_version;
    contents->runs = reader.runs();
    contents->cases = reader.cases();
    contents->compute();
    return contents;
}

BarChartPtr bar_chart(const BreakdownContents& contents, std::size_t metric, const CaseRecord& record) {
    const auto& shown = metric < contents.metrics.size() ? *contents.metrics[metric] : time_metric();
    return std::make_shared<const BarChart>(present::breakdown_chart(contents.breakdown, shown, record));
}

BreakdownContentsPtr breakdown_contents(const CaseRecord& record, analyzer::Breakdown breakdown,
                                        const QString& metric_id) {
    auto contents = std::make_shared<BreakdownContents>();
    contents->case_id = record.id;
    contents->breakdown = std::make_shared<const analyzer::Breakdown>(std::move(breakdown));
    contents->metrics = present::chart_metrics(*contents->breakdown);
    const auto wanted = metric_id.toStdString();
    for (std::size_t i = 0; i < contents->metrics.size(); ++i)
        if (contents->metrics[i]->id == wanted) contents->charted = i;
    contents->chart = bar_chart(*contents, contents->charted, record);
    contents->table = table_rows(contents->breakdown);
    return contents;
}

CaseContentsPtr read_case(const db::Reader& reader, const QString& path, CaseId id,
                          const QString& metric_id) {
    auto contents = std::make_shared<CaseContents>();
    contents->path = path;
    contents->record = reader.read_case(id, db::Detail::details);
    contents->sums = reader.stages(id);
    analyzer::BreakdownBuilder builder(contents->record, analyzer::Grouping::stage);
    for (const auto& sums : contents->sums) builder.add(sums);
    if (contents->record.launch_count <= most_held_launches)
        reader.launches(id, {.counters = false}, [&](const LaunchRecord& launch) {
            builder.add_gap(launch);
            return true;
        });
    contents->by_stage = breakdown_contents(contents->record, builder.take(), metric_id);
    return contents;
}

}  // namespace sortscope::gui
