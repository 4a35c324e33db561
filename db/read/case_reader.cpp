#include "db/read/case_reader.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "core/metric/metric.hpp"
#include "db/read/launch_reader.hpp"
#include "db/rows/annotations.hpp"
#include "db/rows/limits.hpp"
#include "db/rows/sources.hpp"
#include "db/rows/stalls.hpp"
#include "db/rows/times.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {

/// Columns: see CaseReader::read_summary().
constexpr auto select_cases =
    "SELECT c.id, c.run_id, (SELECT count(*) FROM run r WHERE r.id = c.run_id) AS run_id, c.condition_id, "
    "c.subject_id, c.distribution_id, c.seed, c.input_file, c.file_digest, c.entropy_bits, c.work_items, "
    "c.work_bytes, c.device_id, c.backend_id, c.status_id, c.message, c.padded, c.required_bytes, "
    "c.cache_state_id, c.time_mode_id, c.collect_ns, c.first_launch_id, c.launch_count, c.span_ns, "
    "c.busy_ns, "
    "c.note_count, c.trial_count, c.transfer_count, c.series_count, c.stall_count, c.other_time_count, "
    "c.round_count, c.pass_count, c.time_median_ns, c.time_min_ns, c.time_max_ns, c.time_spread, "
    "c.time_count, "
    "c.time_stop_id FROM profiled_case c";

/// Throws BadValue with `what` where `sql` gives a row.
void refuse_where(SQLite::Database& database, const std::string& sql, const std::string& what) {
    Statement statement(database, sql);
    const ResetAtEnd reset(statement);
    if (statement.step()) throw BadValue(what);
}

void read_notes(SQLite::Database& database, const std::string& table, const char* key, std::int64_t id,
                std::vector<Note>& notes) {
    Statement select(
        database,
        fmt::format("SELECT position, severity_id, text FROM {} WHERE {} = ? ORDER BY position", table, key));
    bind_row(select, id);
    for_each_row(select, table.c_str(), [&](RowReader& row) {
        std::int64_t position = 0;
        auto& note = notes.emplace_back();
        row.read(position, note.severity, note.text);
    });
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
    for (auto& run : runs)
        read_notes(database_, "run_note", "run_id", static_cast<std::int64_t>(run.id), run.notes);
    read_annotations(database_, runs);
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
    Statement statement(database_, select_cases + std::string(" WHERE c.id = ?"));
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
    read_times(database_, lookups_, cases);
    read_passes(cases);
    read_annotations(database_, cases);
    for (auto& stored : cases) {
        stored.key.id = stored.record.id;
        stored.key.launches = stored.record.launch_count;
        expect_rows("case_pass", stored.record.id, stored.counts.passes, stored.record.passes.size());
    }
    return cases;
}

StoredCase CaseReader::read_summary(RowReader& row) {
    StoredCase stored;
    auto& c = stored.record;
    auto& rows = stored.counts;
    SortInput input;
    std::int64_t runs = 0;
    std::int64_t condition = 0;
    std::int64_t subject = 0;
    std::optional<Distribution> distribution;
    std::optional<std::uint64_t> seed;
    std::optional<std::uint64_t> items;
    std::optional<std::uint64_t> bytes;
    std::int64_t device = 0;
    std::int64_t cache = 0;
    std::optional<std::int64_t> first;
    std::optional<std::int64_t> span;
    std::optional<std::int64_t> busy;
    std::optional<std::int64_t> median;
    row.read(c.id, c.run, runs);
    if (runs == 0) throw BadValue("a case belongs to a run that table 'run' does not have");
    row.read(range::any(condition), range::any(subject), distribution, range::any(seed), input.file,
             input.file_digest, range::entropy_bits(input.entropy_bits), range::keys(items),
             range::bytes(bytes), range::any(device), c.backend, c.status, c.message, c.padded,
             range::bytes(c.required_bytes), range::any(cache), c.time_mode, range::ns(c.collect_ns), first,
             range::launches(c.launch_count), range::ns(span), range::ns(busy), rows.notes, rows.trials,
             rows.transfers, rows.series, rows.stalls, rows.other_times, rows.rounds, rows.passes,
             range::ns(median));
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
    if (!median) return stored;
    auto& time = c.time.emplace();
    time.mode = c.time_mode;
    time.median_ns = *median;
    std::int64_t stop = 0;
    row.read(range::ns(time.min_ns), range::ns(time.max_ns), time.spread, time.count, range::any(stop));
    if (time.min_ns > time.max_ns) row.refuse(out_of_order);
    time.stopped_by = lookups_.strings.at(stop);
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

std::vector<TrialRecord> CaseReader::trials(const StoredCase& stored) {
    std::vector<TrialRecord> trials;
    Statement select(
        database_,
        "SELECT position, kind_id, trial_index, duration_ns, verified, accepted, note, round, time_mode_id, "
        "sm_clock_mhz, memory_clock_mhz FROM trial WHERE case_id = ?1 ORDER BY position");
    bind_row(select, stored.record.id);
    for_each_row(select, "trial", [&](RowReader& row) {
        std::int64_t position = 0;
        auto& trial = trials.emplace_back();
        row.read(position, trial.kind, trial.index, range::ns(trial.duration_ns), trial.verified,
                 trial.accepted, trial.note, trial.round, trial.time_mode, trial.sm_clock_mhz,
                 trial.memory_clock_mhz);
    });
    expect_rows("trial", stored.record.id, stored.counts.trials, trials.size());
    return trials;
}

std::vector<SeriesRecord> CaseReader::series(const StoredCase& stored) {
    std::vector<SeriesRecord> all;
    Statement select(database_,
                     "SELECT id, metric, unit, provenance_id, start_ns, interval_ns, samples FROM series "
                     "WHERE case_id = ? ORDER BY id");
    bind_row(select, stored.record.id);
    for_each_row(select, "series", [&](RowReader& row) {
        std::int64_t id = 0;
        auto& one = all.emplace_back();
        row.read(id, one.metric, one.unit, one.provenance, range::ns(one.start_ns),
                 range::ns(one.interval_ns), one.values);
    });
    expect_rows("series", stored.record.id, stored.counts.series, all.size());
    return all;
}

std::vector<StallRecord> CaseReader::stalls(const StoredCase& stored) {
    return read_stalls(database_, lookups_, stored);
}

std::vector<SourceText> CaseReader::sources(const StoredCase& stored) {
    return read_sources(database_, stored.record.id);
}

std::vector<DeviceLimits> CaseReader::limits(RunId run) { return read_limits(database_, lookups_, run); }

void CaseReader::read_details(StoredCase& stored) {
    auto& record = stored.record;
    read_notes(database_, "case_note", "case_id", static_cast<std::int64_t>(record.id), record.notes);
    expect_rows("case_note", record.id, stored.counts.notes, record.notes.size());
    record.trials = trials(stored);
    Statement transfers(database_,
                        "SELECT position, kind_id, bytes, start_ns, duration_ns FROM transfer WHERE case_id "
                        "= ? ORDER BY position");
    bind_row(transfers, record.id);
    for_each_row(transfers, "transfer", [&](RowReader& row) {
        std::int64_t position = 0;
        auto& transfer = record.transfers.emplace_back();
        row.read(position, transfer.kind, range::bytes(transfer.bytes), range::ns(transfer.start_ns),
                 range::ns(transfer.duration_ns));
    });
    expect_rows("transfer", record.id, stored.counts.transfers, record.transfers.size());
}

Statement summaries(SQLite::Database& database, const CaseFilter& filter) {
    std::string where;
    std::vector<std::function<void(Statement&, int)>> values;
    const auto require = [&](const std::string& condition) {
        where += (where.empty() ? " WHERE " : " AND ") + condition;
    };
    const auto equal = [&](const char* column, const auto& wanted) {
        if (!wanted) return;
        require(std::string(column) + " = ?");
        values.emplace_back([value = *wanted](Statement& s, int position) { bind(s, position, value); });
    };
    const auto on_axis = [&](const std::string& axis, const std::optional<AxisValue>& wanted) {
        if (!wanted) return;
        require(
            "c.condition_id IN (SELECT x.condition_id FROM condition_axis x JOIN axis a ON a.id = x.axis_id "
            "WHERE a.name = '" +
            axis + "' AND x.value = ?)");
        values.emplace_back([value = *wanted](Statement& s, int position) { bind(s, position, value); });
    };
    equal("c.run_id", filter.run);
    if (!filter.variants.empty()) {
        std::string marks;
        for (const auto& variant : filter.variants) {
            marks += marks.empty() ? "?" : ", ?";
            values.emplace_back([&variant](Statement& s, int position) { bind(s, position, variant); });
        }
        require("c.subject_id IN (SELECT id FROM subject WHERE name IN (" + marks + "))");
    }
    on_axis("key", filter.key ? std::optional(AxisValue(name_of(*filter.key))) : std::nullopt);
    equal("c.distribution_id", filter.distribution);
    on_axis("n", filter.n ? std::optional(AxisValue(*filter.n)) : std::nullopt);
    on_axis("block", filter.block ? std::optional(AxisValue(*filter.block)) : std::nullopt);
    equal("c.backend_id", filter.backend);
    equal("c.status_id", filter.status);
    if (!filter.tags.empty()) {
        std::string marks;
        for (int i = 0; i < 2; ++i)
            for (const auto& tag : filter.tags) {
                if (i == 0) marks += marks.empty() ? "?" : ", ?";
                values.emplace_back([&tag](Statement& s, int position) { bind(s, position, tag); });
            }
        require("(c.id IN (SELECT case_id FROM case_tag WHERE tag IN (" + marks +
                ")) OR c.run_id IN (SELECT run_id FROM run_tag WHERE tag IN (" + marks + ")))");
    }

    Statement statement(database, select_cases + where + " ORDER BY c.id");
    int position = 0;
    for (const auto& value : values) value(statement, ++position);
    return statement;
}

}  // namespace sortscope::db
