#include "gui/models/contents.hpp"

#include <numeric>

#include "db/query/query.hpp"
#include "present/charts/breakdown.hpp"
#include "present/tables/breakdown.hpp"
#include "present/tables/case.hpp"

namespace sortscope::gui {
BarChart::BarChart(present::Chart of) : chart(std::move(of)), totals(chart.x.ticks.size()) {
    for (const auto& series : chart.series) {
        auto& points = places.emplace_back(totals.size());
        if (series.kind != present::Series::Kind::bars) continue;  // a line over bars
        for (size_t i = 0; i < series.points.size(); ++i) {
            const auto& point = series.points[i];
            const auto row = size_t(std::llround(point.x));
            if (!point.y || row >= totals.size()) continue;
            points[row] = i + 1;
            totals[row] = chart.stacked ? totals[row] + *point.y : std::max(totals[row], *point.y);
        }
    }
}

std::vector<size_t> BarChart::drawn(size_t first, size_t last, size_t most) const {
    last = std::min(last, totals.size());
    const size_t count = last > first ? last - first : 0, parts = std::min(count, most);
    const auto begin_of = [&](size_t part) {
        return totals.begin() + ptrdiff_t(first + part * count / parts);
    };
    std::vector<size_t> rows;
    for (size_t part = 0; part < parts; ++part)
        rows.push_back(size_t(std::max_element(begin_of(part), begin_of(part + 1)) - totals.begin()));
    return rows;
}

std::shared_ptr<TableRows> breakdown_rows(const present::BreakdownCells& cells, size_t count) {
    auto rows = std::make_shared<TableRows>();
    rows->columns = without_bars(cells.columns(), cells.columns());
    rows->count = count;
    rows->totals.push_back(without_bars(cells.columns(), cells.total().cells));
    for (auto& row : cells.rest())
        rows->totals.push_back(without_bars(cells.columns(), std::move(row.cells)));
    return rows;
}

namespace {
TableRowsPtr table_rows(const Shared<analyzer::Breakdown>& breakdown) {
    if (breakdown->rows.empty()) return std::make_shared<TableRows>();
    const auto cells = std::make_shared<present::BreakdownCells>(*breakdown);
    const auto rows = breakdown_rows(*cells, breakdown->rows.size());
    // Keeps the last row, because views ask for all its cells in succession.
    rows->cell = [breakdown, cells, at = std::optional<size_t>(), made = std::vector<present::Cell>()](
                     size_t row, size_t column) mutable {
        if (at != row) made = without_bars(cells->columns(), cells->row(breakdown->rows[row]).cells);
        at = row;
        return made[column];
    };
    rows->again = [breakdown] { return table_rows(breakdown); };
    return rows;
}
}  // namespace

uint64_t next_reading() {
    static std::atomic<uint64_t> last = 0;
    return ++last;
}

void FileContents::compute() {
    devices.emplace(cases);
    variances = analyzer::RoundVariances(cases);
    places_.clear();
    places_.reserve(cases.size());
    for (size_t i = 0; i < cases.size(); ++i) places_.emplace(int64_t(cases[i].id), i);
}

QString FileContents::device_name(const CaseRecord& record) const {
    return typeset(devices ? (*devices)(record.device) : record.device.name);
}

const CaseRecord* FileContents::find(CaseId id) const {
    const auto place = places_.find(int64_t(id));
    return place == places_.end() ? nullptr : &cases[place->second];
}

const RunRecord* FileContents::run_of(const CaseRecord& record) const {
    const auto run = std::ranges::find(runs, record.run, &RunRecord::id);
    return run == runs.end() ? nullptr : &*run;
}

const CaseRecord* FileContents::first_case() const {
    if (const auto* record = find(richest)) return record;
    for (const auto& record : cases)
        if (record.status == CaseStatus::ok && record.backend != BackendKind::cpu) return &record;
    return cases.empty() ? nullptr : &cases.front();
}

namespace {
/// Selects the 100 costliest cases with sources, because opening must be fast. Their sites may be absent.
constexpr const char* timed_with_sources =
    "SELECT c.case_id FROM (SELECT DISTINCT case_id FROM sources) CROSS JOIN cases c USING (case_id) WHERE "
    "c.status = 'ok' AND c.median_ns > 0 ORDER BY c.median_ns DESC LIMIT 100";

CaseId richest_case(const db::Reader& reader, const QString& path) {
    CaseId richest{};
    const auto take = [&](const auto& row) {
        const CaseId id{std::get<int64_t>(row[0])};
        if (richest == CaseId{} && !reader.sites(id, 0).empty()) richest = id;
    };
    try {
        db::Query(native(path)).run(timed_with_sources, {[](const auto&) {}, take}, {});
    } catch (const Error&) {
        // The reader reports damage.
    }
    return richest;
}
}  // namespace

FilePtr read_file(const db::Reader& reader, const QString& path, const FileStamp& stamp) {
    auto contents = std::make_shared<FileContents>();
    contents->path = path;
    contents->name = path.section(u'/', -1).toStdString();
    contents->stamp = stamp;
    contents->runs = reader.runs();
    for (const auto& run : contents->runs) contents->know_timers(run.id, reader.limits(run.id));
    db::Damage damage;
    contents->cases = reader.cases(&damage);
    contents->left_out = damage.sentences();
    contents->richest = richest_case(reader, path);
    contents->compute();
    return contents;
}

BarChartPtr bar_chart(const BreakdownContents& contents, size_t metric, const CaseRecord& record) {
    const auto& shown = metric < contents.metrics.size() ? *contents.metrics[metric] : time_metric();
    return std::make_shared<BarChart>(present::breakdown_chart(contents.breakdown, shown, record));
}

BreakdownPtr breakdown_contents(const CaseRecord& record, analyzer::Breakdown breakdown,
                                const QString& metric_id) {
    auto contents = std::make_shared<BreakdownContents>();
    contents->breakdown = std::make_shared<analyzer::Breakdown>(std::move(breakdown));
    contents->metrics = present::chart_metrics(*contents->breakdown);
    const auto wanted = metric_id.toStdString();
    for (size_t i = 0; i < contents->metrics.size(); ++i)
        if (contents->metrics[i]->id == wanted) contents->charted = i;
    contents->chart = bar_chart(*contents, contents->charted, record);
    contents->table = table_rows(contents->breakdown);
    return contents;
}

Shared<analyzer::Breakdown> read_breakdown(const db::Reader& reader, const CaseRecord& record,
                                           analyzer::Grouping grouping, const Stale& stale) {
    auto breakdown = analyzer::breakdown(reader, record, grouping, analyzer::Gaps::unread, stale);
    return breakdown ? std::make_shared<analyzer::Breakdown>(std::move(*breakdown)) : nullptr;
}

present::Facts CaseContents::facts() const {
    return present::case_facts(record, *by_stage->breakdown, heaviest ? &*heaviest : nullptr);
}

CasePtr read_case(const db::Reader& reader, const QString& path, CaseId id, const QString& metric_id) {
    auto contents = std::make_shared<CaseContents>();
    contents->path = path;
    contents->record = reader.read_case(id, db::Detail::details);
    contents->sums = reader.stages(id);
    contents->limits = limits_of(reader, contents->record);
    if (const auto* stage = analyzer::heaviest_stage(contents->sums); stage != nullptr && stage->time_ns)
        contents->heaviest = find_launch(reader, id, stage->first_launch);
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
}
