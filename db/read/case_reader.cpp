#include "db/read/case_reader.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "core/metric/metric.hpp"
#include "db/read/launch_reader.hpp"
#include "db/rows/annotations.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {

constexpr auto count_columns =
    "note_count, trial_count, transfer_count, series_count, stall_count, other_time_count, round_count, "
    "pass_count";
auto count_fields(RowCounts& r) {
    return members(r.notes, r.trials, r.transfers, r.series, r.stalls, r.other_times, r.rounds, r.passes);
}

/// Columns: see CaseReader::read_summary().
const auto select_cases = fmt::format(
    "SELECT c.id, c.run_id, (SELECT count(*) FROM run r WHERE r.id = c.run_id) AS run_id, condition_id, "
    "subject_id, distribution_id, seed, {}, work_items, work_bytes, device_id, cache_state_id, {}, "
    "first_launch_id, launch_count, {}, {}, {}, time_stop_id FROM profiled_case c",
    Row<SortInput>::columns, Row<CaseRecord>::columns, count_columns, Row<LaunchSpan>::columns,
    Row<TimeSummary>::columns_of_case);

/// Throws BadValue with `what` where `sql` gives a row.
void refuse_where(SQLite::Database& database, const std::string& sql, const std::string& what) {
    Statement statement(database, sql);
    const ResetAtEnd reset(statement);
    if (statement.step()) throw BadValue(what);
}

/// The rows of a table below run or case `id`, in the order of the column `order`.
template <class Record>
std::vector<Record> read_rows(SQLite::Database& database, const char* table, const char* owner,
                              std::int64_t id, const char* order = "position") {
    std::vector<Record> records;
    Statement select(database, fmt::format("SELECT {0}, {1} FROM {2} WHERE {3} = ? ORDER BY {0}", order,
                                           Row<Record>::columns, table, owner));
    bind_row(select, id);
    for_each_row(select, table, [&](RowReader& row) {
        std::int64_t number = 0;
        row.read(number, Row<Record>::fields(records.emplace_back()));
    });
    return records;
}

/// The same of a case. Throws BadValue unless there are `stored` rows.
template <class Record>
std::vector<Record> read_rows(SQLite::Database& database, const char* table, CaseId id, std::size_t stored,
                              const char* order = "position") {
    auto records = read_rows<Record>(database, table, "case_id", static_cast<std::int64_t>(id), order);
    expect_rows(table, id, stored, records.size());
    return records;
}

}  // namespace

void expect_rows(const char* table, CaseId id, std::size_t stored, std::size_t found) {
    if (stored != found)
        throw BadValue(fmt::format("table '{}' has {} rows of case {} where {} were stored", table, found,
                                   static_cast<std::int64_t>(id), stored));
}

std::vector<RunRecord> CaseReader::runs() {
    check_references();
    std::vector<RunRecord> runs;
    for_each_row(
        database_,
        "SELECT id, uuid, started_utc, ended_utc, command, program_version, planned_cases, host_id FROM run "
        "ORDER BY id",
        "run", [&](RowReader& row) {
            auto& run = runs.emplace_back();
            std::int64_t host = 0;
            row.read(run.id, run.uuid, run.started_utc, run.ended_utc, run.command, run.program_version,
                     run.planned_cases, range::any(host));
            run.host = lookups_.hosts.at(host);
        });
    if (runs.empty()) return runs;
    auto annotations = stored_annotations(database_, runs.front().id, runs.back().id);
    for (auto& run : runs) {
        const auto id = static_cast<std::int64_t>(run.id);
        run.notes = read_rows<Note>(database_, "run_note", "run_id", id);
        if (const auto found = annotations.find(id); found != annotations.end())
            run.annotation = std::move(found->second);
    }
    return runs;
}

void CaseReader::check_references() {
    refuse_where(database_, "SELECT 1 FROM profiled_case WHERE run_id NOT IN (SELECT id FROM run) LIMIT 1",
                 "a case belongs to a run that table 'run' does not have");
    refuse_where(
        database_,
        "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM profiled_case) AND (EXISTS (SELECT 1 FROM launch) OR "
        "EXISTS (SELECT 1 FROM trial) "
        "OR EXISTS (SELECT 1 FROM case_note))",
        "table 'profiled_case' is empty, but there are rows below cases");
}

std::vector<StoredCase> CaseReader::list(const CaseFilter& filter) {
    check_references();
    auto statement = summaries(database_, filter);
    return read_summaries(statement);
}

std::optional<StoredCase> CaseReader::find(CaseId id) {
    Statement statement(database_, select_cases + " WHERE c.id = ?");
    bind_row(statement, id);
    auto found = read_summaries(statement);
    if (found.empty()) {  // else its own references were looked up
        check_references();
        return std::nullopt;
    }
    return std::move(found.front());
}

std::vector<StoredCase> CaseReader::read_summaries(Statement& statement) {
    std::vector<StoredCase> cases;
    for_each_row(statement, "profiled_case", [&](RowReader& row) { cases.push_back(read_summary(row)); });
    if (cases.empty()) return cases;
    read_times(cases);
    read_passes(cases);
    auto annotations = stored_annotations(database_, cases.front().record.id, cases.back().record.id);
    for (auto& stored : cases) {
        const auto found = annotations.find(static_cast<std::int64_t>(stored.record.id));
        if (found != annotations.end()) stored.record.annotation = std::move(found->second);
        stored.key.id = stored.record.id;
        stored.key.launches = stored.record.launch_count;
        expect_rows("case_pass", stored.record.id, stored.counts.passes, stored.record.passes.size());
    }
    return cases;
}

StoredCase CaseReader::read_summary(RowReader& row) {
    StoredCase stored;
    auto& c = stored.record;
    SortInput input;
    std::int64_t runs = 0;
    std::int64_t condition = 0;
    std::int64_t subject = 0;
    std::optional<Distribution> distribution;
    std::optional<std::uint64_t> seed, items, bytes;
    std::int64_t device = 0;
    std::int64_t cache = 0;
    std::optional<std::int64_t> first, span, busy, stop;
    row.read(c.id, c.run, runs);
    if (runs == 0) throw BadValue("a case belongs to a run that table 'run' does not have");
    row.read(range::any(condition), range::any(subject), distribution, range::any(seed),
             Row<SortInput>::fields(input), range::keys(items), range::bytes(bytes), range::any(device),
             range::any(cache), Row<CaseRecord>::fields(c), first, range::launches(c.launch_count),
             count_fields(stored.counts), range::ns(span), range::ns(busy), c.time, range::any(stop));
    c.subject = lookups_.subjects.at(subject);
    c.axes = axes_of(condition);
    if (distribution) {
        input.distribution = *distribution;
        input.seed = seed.value_or(input.seed);
        c.input = std::move(input);
    }
    if (items) c.work = Work{*items, bytes.value_or(0)};
    c.device = lookups_.devices.at(device);
    c.cache_state = lookups_.strings.at(cache);
    if (c.launch_count > 0 && !first) row.refuse("has launches, but no first one");
    stored.key.first_launch = first.value_or(0);
    if (span && busy) {
        if (*busy > *span)
            row.refuse("has launches that ran for longer than there is time between the first and the last");
        c.launch_span = LaunchSpan{*span, *busy};
    }
    if (!c.time) return stored;
    c.time->mode = c.time_mode;
    if (c.time->min_ns > c.time->max_ns) row.refuse(out_of_order);
    c.time->stopped_by = lookups_.strings.at(stop.value_or(0));
    return stored;
}

const Axes& CaseReader::axes_of(std::int64_t condition) {
    if (const auto known = axes_.find(condition); known != axes_.end()) return known->second;
    axes_.clear();
    std::map<std::int64_t, std::pair<std::string, std::size_t>> stored;  // text and number of rows
    for_each_row(database_, "SELECT id, axes, axis_count FROM condition", "condition", [&](RowReader& row) {
        std::int64_t id = 0;
        row.read(range::any(id));
        auto& [text, count] = stored[id];
        row.read(text, count);
        axes_[id];
    });
    for_each_row(
        database_,
        "SELECT x.condition_id, a.name, x.value FROM condition_axis x LEFT JOIN axis a ON a.id = x.axis_id",
        "condition_axis", [&](RowReader& row) {
            std::int64_t id = 0;
            std::string name;
            AxisValue value;
            row.read(range::any(id), name, value);
            if (const auto fault = axis_fault(name, value); !fault.empty()) row.refuse(fault);
            if (const auto axes = axes_.find(id); axes != axes_.end()) axes->second.set(name, value);
        });
    for (const auto& [id, said] : stored)
        if (const auto& axes = axes_.at(id); axes.size() != said.second || axes_text(axes) != said.first)
            throw BadValue(fmt::format("the axes of condition {} are '{}', and its rows say '{}'", id,
                                       said.first, axes_text(axes)));
    const auto axes = axes_.find(condition);
    if (axes == axes_.end())
        throw BadValue(
            fmt::format("a case refers to row {} of table 'condition', which is not there", condition));
    return axes->second;
}

void CaseReader::read_passes(std::vector<StoredCase>& cases) {
    Statement select(database_,
                     "SELECT case_id, set_name, provenance_id, pass, launches, sums FROM case_pass WHERE "
                     "case_id BETWEEN ? AND ? "
                     "ORDER BY case_id, pass, set_name, provenance_id");
    bind_row(select, cases.front().record.id, cases.back().record.id);
    match_rows(select, "case_pass", cases, [&](RowReader& row, StoredCase& stored) {
        auto& pass = stored.key.passes.emplace_back();
        row.read(pass.set, pass.provenance, pass.pass, pass.launches, pass.sums);
        stored.record.passes.push_back(pass);
    });
}

void CaseReader::read_times(std::vector<StoredCase>& cases) {
    Statement others(database_, fmt::format("SELECT case_id, time_mode_id, stop_id, {} FROM other_time WHERE "
                                            "case_id BETWEEN ? AND ? ORDER BY case_id, time_mode_id",
                                            Row<TimeSummary>::columns));
    bind_row(others, cases.front().record.id, cases.back().record.id);
    match_rows(others, "other_time", cases, [&](RowReader& row, StoredCase& stored) {
        TimeSummary time;
        row.read(time.mode);
        if (time.mode == stored.record.time_mode || time.mode == TimeMode::none)
            row.refuse("is that of the case's own time, or none");
        std::int64_t stop = 0;
        row.read(range::any(stop), Row<TimeSummary>::fields(time));
        if (time.min_ns > time.max_ns) row.refuse(out_of_order);
        time.stopped_by = lookups_.strings.at(stop);
        stored.record.other_times.push_back(std::move(time));
    });
    std::vector<std::size_t> rounds(cases.size());
    Statement all_rounds(database_,
                         fmt::format("SELECT case_id, time_mode_id, {} FROM time_round WHERE "
                                     "case_id BETWEEN ? AND ? ORDER BY case_id, time_mode_id, round",
                                     Row<RoundTime>::columns));
    bind_row(all_rounds, cases.front().record.id, cases.back().record.id);
    match_rows(all_rounds, "time_round", cases, [&](RowReader& row, StoredCase& stored) {
        auto& record = stored.record;
        TimeMode mode{};
        row.read(mode);
        const auto other = std::ranges::find(record.other_times, mode, &TimeSummary::mode);
        auto* const time = other != record.other_times.end()         ? &*other
                           : mode == record.time_mode && record.time ? &*record.time
                                                                     : nullptr;
        if (time == nullptr) row.refuse("is a mode that its case has no time of");
        row.read(Row<RoundTime>::fields(time->rounds.emplace_back()));
        ++rounds[static_cast<std::size_t>(&stored - cases.data())];
    });
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto& [record, key, counts] = cases[i];
        expect_rows("other_time", record.id, counts.other_times, record.other_times.size());
        expect_rows("time_round", record.id, counts.rounds, rounds[i]);
    }
}

std::vector<TrialRecord> CaseReader::trials(const StoredCase& stored) {
    return read_rows<TrialRecord>(database_, "trial", stored.record.id, stored.counts.trials);
}

std::vector<SeriesRecord> CaseReader::series(const StoredCase& stored) {
    return read_rows<SeriesRecord>(database_, "series", stored.record.id, stored.counts.series, "id");
}

std::vector<StallRecord> CaseReader::stalls(const StoredCase& stored) {
    std::vector<StallRecord> stalls;
    Statement select(database_,
                     "SELECT s.instruction_id, s.reason_id, s.samples, i.kernel_id, i.file_id, i.pc_offset, "
                     "i.line FROM stall s LEFT JOIN instruction i ON i.id = s.instruction_id WHERE s.case_id "
                     "= ?");
    bind_row(select, stored.record.id);
    for_each_row(select, "stall", [&](RowReader& row) {
        std::int64_t instruction = 0;
        std::int64_t reason = 0;
        std::optional<std::int64_t> kernel;
        std::int64_t file = 0;
        auto& stall = stalls.emplace_back();
        row.read(range::any(instruction), range::any(reason), stall.samples, range::any(kernel));
        if (!kernel) row.refuse("refers to a row of table 'instruction' which is not there");
        row.read(range::any(file), range::bytes(stall.pc_offset), stall.line);
        stall.reason = lookups_.strings.at(reason);
        stall.file = lookups_.strings.at(file);
        const auto& names = lookups_.kernels.at(*kernel);
        stall.kernel = names.name;
        stall.symbol = names.symbol;
    });
    expect_rows("stall", stored.record.id, stored.counts.stalls, stalls.size());
    std::ranges::sort(stalls, {}, [](const StallRecord& s) {
        return std::tie(s.kernel, s.symbol, s.pc_offset, s.line, s.file, s.reason);
    });
    return stalls;
}

std::vector<SourceText> CaseReader::sources(CaseId id) {
    std::vector<SourceText> sources;
    std::size_t bytes = 0;
    const auto number = static_cast<std::int64_t>(id);
    Statement select(database_,
                     "SELECT c.source_text_id, t.id, t.file, t.digest, t.text FROM case_source c LEFT JOIN "
                     "source_text t ON t.id = c.source_text_id WHERE c.case_id = ? ORDER BY t.file");
    bind_row(select, id);
    for_each_row(select, "source_text", [&](RowReader& row) {
        std::int64_t text = 0;
        std::optional<std::int64_t> found;
        row.read(range::any(text), range::any(found));
        if (!found)
            throw BadValue(fmt::format(
                "a row of table 'case_source' refers to row {} of table 'source_text', which is not there",
                text));
        auto& source = sources.emplace_back();
        std::string digest;
        row.read(source.file, digest, source.text);
        if (const auto fault = source_fault(source.text); !fault.empty()) row.refuse(fault);
        if (digest != text_digest(source.text)) row.refuse("is not the text that its digest is of");
        bytes += source.text.size();
        if (bytes > most_source_bytes)
            throw BadValue(
                fmt::format("case {} has more than {} bytes of source texts", number, most_source_bytes));
        if (sources.size() > 1 && sources[sources.size() - 2].file == source.file)
            throw BadValue(fmt::format("case {} has two texts of one source file", number));
    });
    return sources;
}

std::vector<DeviceLimits> CaseReader::limits(RunId run) {
    bool known = false;
    std::size_t stored = 0;
    Statement count(database_, "SELECT id, limit_count FROM run WHERE id = ?");
    bind_row(count, run);
    for_each_row(count, "run", [&](RowReader& row) {
        RunId id{};
        row.read(id, stored);
        known = true;
    });
    const auto number = static_cast<std::int64_t>(run);
    if (!known) throw Error(ErrorKind::usage, fmt::format("There is no run {}.", number));

    std::vector<DeviceLimits> all;
    std::size_t found = 0;
    std::optional<std::int64_t> before;
    Statement select(database_,
                     "SELECT run_id, device_id, name_id, value, unit_id, spread FROM device_limit WHERE "
                     "run_id = ? ORDER BY device_id");
    bind_row(select, run);
    for_each_row(select, "device_limit", [&](RowReader& row) {
        RunId id{};
        std::int64_t device = 0;
        std::int64_t name = 0;
        std::int64_t unit = 0;
        DeviceLimit limit;
        row.read(id, range::any(device), range::any(name), limit.value, range::any(unit), limit.spread);
        limit.name = lookups_.strings.at(name);
        limit.unit = lookups_.strings.at(unit);
        if (before != device) all.push_back({lookups_.devices.at(device), {}});
        before = device;
        all.back().limits.push_back(std::move(limit));
        ++found;
    });
    if (found != stored)
        throw BadValue(fmt::format("table 'device_limit' has {} rows of run {} where {} were stored", found,
                                   number, stored));
    for (auto& device : all) std::ranges::sort(device.limits, {}, &DeviceLimit::name);
    return all;
}

void CaseReader::read_details(StoredCase& stored) {
    auto& record = stored.record;
    record.notes = read_rows<Note>(database_, "case_note", record.id, stored.counts.notes);
    record.trials = trials(stored);
    record.transfers = read_rows<TransferRecord>(database_, "transfer", record.id, stored.counts.transfers);
}

Statement summaries(SQLite::Database& database, const CaseFilter& filter) {
    std::string where;
    std::vector<AxisValue> values;
    /// Restricts cases to `condition`, in which {0} becomes a mark for each of `wanted`.
    const auto require = [&](const std::string& condition, const std::vector<AxisValue>& wanted) {
        if (wanted.empty()) return;
        std::string marks;
        for (const auto& value : wanted) {
            values.push_back(value);
            marks += fmt::format("{}?{}", marks.empty() ? "" : ", ", values.size());
        }
        where += (where.empty() ? " WHERE " : " AND ") + fmt::format(fmt::runtime(condition), marks);
    };
    if (filter.run) require("c.run_id = {0}", {static_cast<std::int64_t>(*filter.run)});
    require("c.subject_id IN (SELECT id FROM subject WHERE name IN ({0}))",
            {filter.variants.begin(), filter.variants.end()});
    require(
        "(c.id IN (SELECT case_id FROM case_tag WHERE tag IN ({0})) OR c.run_id IN (SELECT run_id FROM "
        "run_tag WHERE tag IN ({0})))",
        {filter.tags.begin(), filter.tags.end()});
    Statement statement(database, select_cases + where + " ORDER BY c.id");
    RowWriter writer(statement, 1, RowWriter::Check::nothing);
    for (const auto& value : values) writer.write(value);
    return statement;
}

}  // namespace sortscope::db
