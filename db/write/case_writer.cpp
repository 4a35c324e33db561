#include "db/write/case_writer.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <string>

#include <fmt/format.h>

#include "core/condition.hpp"
#include "db/rows/interned.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {

/// `position`: of the first.
template <class Record>
void write_rows(Statement& insert, std::int64_t owner, std::size_t position,
                std::span<const Record> records) {
    for (const auto& record : records) execute(insert, owner, position++, Row<Record>::fields(record));
}

template <class Record>
std::string insert_sql_of(const char* table, const std::string& first_columns) {
    return insert_sql(table, first_columns + ", " + Row<Record>::columns);
}

/// Throws Contradiction unless `others` are of a mode each, none of them `headline`, and the headline's own
/// mode is `headline` (or left open), and where the least of a summary is above its greatest.
void check_modes(TimeMode headline, const TimeSummary* time, std::span<const TimeSummary> others) {
    if (time != nullptr && time->mode != TimeMode::none && time->mode != headline)
        throw Contradiction(
            fmt::format("its time is of mode {}, and it says {}", name_of(time->mode), name_of(headline)));
    std::set<TimeMode> modes{TimeMode::none, headline};
    for (const auto& other : others)
        if (!modes.insert(other.mode).second)
            throw Contradiction(
                fmt::format("one of its other times is of mode {}, which it has a time of already, or none",
                            name_of(other.mode)));
    const auto is_in_order = [](const TimeSummary& summary) { return summary.min_ns <= summary.max_ns; };
    if ((time != nullptr && !is_in_order(*time)) || !std::ranges::all_of(others, is_in_order))
        throw Contradiction("one of its times " + std::string(out_of_order));
}

/// Rows of the table time_round that summaries have.
std::size_t rounds_of(const TimeSummary* time, std::span<const TimeSummary> others) {
    auto count = time == nullptr ? 0 : time->rounds.size();
    for (const auto& other : others) count += other.rounds.size();
    return count;
}

}  // namespace

std::string random_uuid() {
    std::random_device source;
    const auto bits = [&] { return static_cast<std::uint32_t>(source()); };
    const auto middle = bits();
    const auto last = bits();
    return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:04x}{:08x}", bits(), middle >> 16, middle & 0xfff,
                       0x8000 | (last >> 16 & 0x3fff), last & 0xffff, bits());
}

RunId write_run(SQLite::Database& database, const RunRecord& run) {
    InternedRows hosts(database, Row<Host>::table, Row<Host>::columns);
    Statement insert(database, insert_sql("run",
                                          "uuid, started_utc, ended_utc, command, program_version, host_id, "
                                          "planned_cases, limit_count"));
    execute(insert, run.uuid.empty() ? random_uuid() : run.uuid, run.started_utc, run.ended_utc, run.command,
            run.program_version, hosts.id(Row<Host>::fields(run.host)), run.planned_cases, 0);
    const RunId stored{database.getLastInsertRowid()};
    add_run_notes(database, stored, 0, run.notes);
    return stored;
}

void add_run_notes(SQLite::Database& database, RunId run, std::size_t first, std::span<const Note> notes) {
    Statement insert(database, insert_sql_of<Note>("run_note", "run_id, position"));
    write_rows(insert, static_cast<std::int64_t>(run), first, notes);
}

CaseWriter::CaseWriter(SQLite::Database& database)
    : database_(database),
      strings_(database),
      kernels_(database),
      subjects_(database, Row<Subject>::table, Row<Subject>::columns),
      axes_(database, "axis", "name, unit"),
      devices_(database, Row<Device>::table, Row<Device>::columns),
      instructions_(database, "instruction", "kernel_id, pc_offset, line, file_id"),
      find_source_text_(database, find_sql("source_text", "file, digest")),
      source_text_(database, insert_sql("source_text", "file, digest, text")),
      find_condition_(
          database,
          "SELECT id FROM condition WHERE subject = ? AND axes = ? AND device_key = ? AND (device = ? OR "
          "substr(device_key, 1, 1) NOT IN ('', '#')) AND backend_id = ? AND cache_state = ? AND "
          "time_mode_id = ? ORDER BY id LIMIT 1"),
      condition_(database, insert_sql("condition",
                                      "subject, axes, device_key, device, backend_id, cache_state, "
                                      "time_mode_id, axis_count")),
      condition_axis_(database, insert_sql("condition_axis", "condition_id, axis_id, value")),
      run_(database, "SELECT 1 FROM run WHERE id = ?"),
      case_(database,
            insert_sql("profiled_case",
                       fmt::format("run_id, condition_id, subject_id, distribution_id, seed, {}, work_items, "
                                   "work_bytes, device_id, cache_state_id, {}, {}, time_stop_id, note_count, "
                                   "trial_count, transfer_count, series_count, stall_count, "
                                   "other_time_count, round_count, launch_count, pass_count",
                                   Row<SortInput>::columns, Row<CaseRecord>::columns,
                                   Row<TimeSummary>::columns_of_case))),
      note_(database, insert_sql_of<Note>("case_note", "case_id, position")),
      trial_(database, insert_sql_of<TrialRecord>("trial", "case_id, position")),
      transfer_(database, insert_sql_of<TransferRecord>("transfer", "case_id, position")),
      series_(database, insert_sql_of<SeriesRecord>("series", "case_id")),
      other_time_(database, insert_sql_of<TimeSummary>("other_time", "case_id, time_mode_id, stop_id")),
      round_(database, insert_sql_of<RoundTime>("time_round", "case_id, time_mode_id")),
      stall_(database, insert_sql("stall", "case_id, instruction_id, reason_id, samples")),
      case_source_(database, insert_sql("case_source", "case_id, source_text_id")),
      stored_(
          database,
          "SELECT id, time_mode_id, note_count, trial_count, time_median_ns FROM profiled_case WHERE id = ?"),
      renew_(
          database,
          "UPDATE profiled_case SET time_median_ns = ?, time_min_ns = ?, time_max_ns = ?, time_spread = ?, "
          "time_count = ?, time_stop_id = ?, note_count = ?, trial_count = ?, other_time_count = ?, "
          "round_count = ? WHERE id = ?"),
      unverify_(database, "UPDATE profiled_case SET status_id = ?, message = ? WHERE id = ?"),
      launches_(database, strings_, kernels_) {}

CaseId CaseWriter::write(RunId run, const CaseRecord& record) {
    const CaseId id = begin(run, record);
    if (std::ranges::is_sorted(record.launches, {}, &LaunchRecord::index)) {
        for (const auto& launch : record.launches) launches_.add(launch);
    } else {
        std::vector<const LaunchRecord*> ordered;
        for (const auto& launch : record.launches) ordered.push_back(&launch);
        std::ranges::stable_sort(ordered, {}, [](const LaunchRecord* launch) { return launch->index; });
        for (const auto* launch : ordered) launches_.add(*launch);
    }
    launches_.finish(record.passes);
    return id;
}

CaseId CaseWriter::begin(RunId run, const CaseRecord& record) {
    // References are not checked by SQLite (it costs as much as the inserts): all but this one lead to rows
    // that were just found or made.
    bind_row(run_, run);
    if (const ResetAtEnd reset(run_); !run_.step())
        throw Contradiction(
            fmt::format("it is of run {}, which is not there", static_cast<std::int64_t>(run)));
    const CaseId id = write_summary(run, record);
    const auto number = static_cast<std::int64_t>(id);
    write_rows(note_, number, 0, std::span(record.notes));
    write_rows(trial_, number, 0, std::span(record.trials));
    write_rows(transfer_, number, 0, std::span(record.transfers));
    for (const auto& series : record.series) execute(series_, id, Row<SeriesRecord>::fields(series));
    write_times(id, record.time_mode, record.time ? &*record.time : nullptr, record.other_times);
    write_stalls(id, record.stalls);
    write_sources(id, record.sources);
    launches_.begin(id, std::max<std::uint64_t>(record.launches.size(), record.launch_count));
    return id;
}

void CaseWriter::write_times(CaseId id, TimeMode mode, const TimeSummary* headline,
                             std::span<const TimeSummary> others) {
    const auto write_rounds = [&](TimeMode of, const TimeSummary& time) {
        for (const auto& round : time.rounds) execute(round_, id, of, Row<RoundTime>::fields(round));
    };
    if (headline != nullptr) write_rounds(mode, *headline);
    for (const auto& time : others) {
        execute(other_time_, id, time.mode, strings_.id(time.stopped_by), Row<TimeSummary>::fields(time));
        write_rounds(time.mode, time);
    }
}

void CaseWriter::write_stalls(CaseId id, std::span<const StallRecord> stalls) {
    for (const auto& stall : stalls) {
        const auto instruction =
            instructions_.id(kernels_.id({stall.kernel, stall.symbol}), range::bytes(stall.pc_offset),
                             stall.line, strings_.id(stall.file));
        execute(stall_, id, instruction, strings_.id(stall.reason), stall.samples);
    }
}

void CaseWriter::write_sources(CaseId id, std::span<const SourceText> sources) {
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const auto& source = sources[i];
        if (i > 0 && source.file <= sources[i - 1].file)
            throw Contradiction(fmt::format("the source of '{}' comes twice, or out of order", source.file));
        if (const auto fault = source_fault(source.text); !fault.empty())
            throw Contradiction(fmt::format("the source of '{}' {}", source.file, fault));
        bytes += source.text.size();
        if (bytes > most_source_bytes)
            throw Contradiction(
                fmt::format("its sources have more than {} bytes together", most_source_bytes));
        execute(case_source_, id, source_text_id(source));
    }
}

/// Digests identify texts, also where a damaged file holds another text under one.
std::int64_t CaseWriter::source_text_id(const SourceText& source) {
    const auto digest = text_digest(source.text);
    const ResetAtEnd reset(find_source_text_);
    bind_row(find_source_text_, source.file, digest);
    if (find_source_text_.step()) return sqlite3_column_int64(find_source_text_.handle(), 0);
    execute(source_text_, source.file, digest, source.text);
    return database_.getLastInsertRowid();
}

void CaseWriter::add_round(CaseId id, std::span<const TrialRecord> trials,
                           std::span<const TimeSummary> summaries, std::span<const Note> notes,
                           const std::string& unverified) {
    bool is_there = false;
    TimeMode mode{};
    std::size_t note_count = 0;
    std::size_t trial_count = 0;
    std::optional<std::int64_t> median;
    bind_row(stored_, id);
    for_each_row(stored_, "profiled_case", [&](RowReader& row) {
        CaseId found{};
        is_there = true;
        row.read(found, mode, note_count, trial_count, range::ns(median));
    });
    const auto number = static_cast<std::int64_t>(id);
    if (!is_there) throw Contradiction(fmt::format("it is of case {}, which is not there", number));
    std::optional<TimeSummary> headline;
    std::vector<TimeSummary> others;
    for (const auto& summary : summaries) {
        if (summary.mode == mode && !headline)
            headline = summary;
        else
            others.push_back(summary);
    }
    const auto* const time = headline ? &*headline : nullptr;
    check_modes(mode, time, others);
    if (!headline && median)
        throw Contradiction(
            fmt::format("there is no summary of mode {}, which the case's time is of", name_of(mode)));
    for (const auto* const table : {"other_time", "time_round"}) {
        Statement erase(database_, fmt::format("DELETE FROM {} WHERE case_id = ?", table));
        execute(erase, id);
    }
    write_times(id, mode, time, others);
    write_rows(trial_, number, trial_count, trials);
    write_rows(note_, number, note_count, notes);
    execute(renew_, headline, headline ? std::optional(strings_.id(headline->stopped_by)) : std::nullopt,
            note_count + notes.size(), trial_count + trials.size(), others.size(), rounds_of(time, others),
            id);
    if (!unverified.empty()) execute(unverify_, CaseStatus::unverified, unverified, id);
}

CaseId CaseWriter::write_summary(RunId run, const CaseRecord& record) {
    const auto& time = record.time;
    const auto* const headline = time ? &*time : nullptr;
    check_modes(record.time_mode, headline, record.other_times);
    const auto input = record.input.value_or(SortInput{});
    const auto if_input = [&](auto value) { return record.input ? std::optional(value) : std::nullopt; };
    const auto seed = if_input(input.seed);
    const auto items = record.work ? std::optional(record.work->items) : std::nullopt;
    const auto bytes = record.work ? std::optional(record.work->bytes) : std::nullopt;
    execute(case_, run, condition_id(record), subjects_.id(Row<Subject>::fields(record.subject)),
            if_input(input.distribution), range::any(seed), Row<SortInput>::fields(input), range::keys(items),
            range::bytes(bytes), devices_.id(Row<Device>::fields(record.device)),
            strings_.id(record.cache_state), Row<CaseRecord>::fields(record), time,
            time ? std::optional(strings_.id(time->stopped_by)) : std::nullopt, record.notes.size(),
            record.trials.size(), record.transfers.size(), record.series.size(), record.stalls.size(),
            record.other_times.size(), rounds_of(headline, record.other_times), 0, 0);
    return CaseId{database_.getLastInsertRowid()};
}

void CaseWriter::write_limits(RunId run, const Device& device, std::span<const DeviceLimit> limits) {
    Statement count(database_, "UPDATE run SET limit_count = limit_count + ? WHERE id = ?");
    execute(count, limits.size(), run);
    if (database_.getChanges() == 0)
        throw Contradiction(
            fmt::format("they are of run {}, which is not there", static_cast<std::int64_t>(run)));
    const auto number = devices_.id(Row<Device>::fields(device));
    Statement insert(database_,
                     insert_sql("device_limit", "run_id, device_id, name_id, value, unit_id, spread"));
    for (const auto& limit : limits)
        execute(insert, run, number, strings_.id(limit.name), limit.value, strings_.id(limit.unit),
                limit.spread);
}

std::int64_t CaseWriter::condition_id(const CaseRecord& record) {
    const auto condition = condition_of(record);
    const auto axes = axes_text(condition.axes);
    {
        const ResetAtEnd reset(find_condition_);
        bind_row(find_condition_, condition.subject, axes, condition.device.id, condition.device.name,
                 condition.backend, condition.cache_state, condition.time_mode);
        if (find_condition_.step()) return sqlite3_column_int64(find_condition_.handle(), 0);
    }
    execute(condition_, condition.subject, axes, condition.device.id, condition.device.name,
            condition.backend, condition.cache_state, condition.time_mode, condition.axes.size());
    const auto id = database_.getLastInsertRowid();
    for (const auto& [name, value] : condition.axes) {
        if (const auto fault = axis_fault(name, value); !fault.empty())
            throw Contradiction("column 'value' of table 'condition_axis' " + fault);
        execute(condition_axis_, id, axes_.id(name, axis_info(name).unit), value);
    }
    return id;
}

void CaseWriter::forget() {
    strings_.forget();
    kernels_.forget();
    launches_.forget();
}

}  // namespace sortscope::db
