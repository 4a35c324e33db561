#include "db/write/case_writer.hpp"

#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

#include "core/condition.hpp"

namespace sortscope::db {
namespace {
template <class Id, class Records>
void write_rows(Database& database, const std::string& table, Id owner, size_t position,
                const Records& records) {
    using Record = std::ranges::range_value_t<Records>;
    if (records.empty()) return;
    Statement insert(database, insert_sql(table, std::is_same_v<Id, RunId> ? "run_id" : "case_id", "position",
                                          Row<Record>::columns));
    for (const auto& record : records) execute(insert, owner, position++, Row<Record>::fields(record));
}

/// Throws Contradiction if `time` has another mode than the case, two times share a mode, or a min_ns exceeds
/// its max_ns.
void check_modes(TimeMode mode, const std::optional<TimeSummary>& time, std::span<const TimeSummary> others) {
    if (time && time->mode != TimeMode::none && time->mode != mode)
        throw Contradiction("its time is of mode {}, and it says {}", name_of(time->mode), name_of(mode));
    std::set<TimeMode> modes{TimeMode::none, mode};
    for (const auto& other : others)
        if (!modes.insert(other.mode).second)
            throw Contradiction(
                "one of its other times is of mode {}, which it has a time of already, or none",
                name_of(other.mode));
    const auto is_in_order = [](const TimeSummary& summary) { return summary.min_ns <= summary.max_ns; };
    if ((time && !is_in_order(*time)) || !std::ranges::all_of(others, is_in_order))
        throw Contradiction("one of its times has a minimum above its maximum");
}

size_t rounds_of(const std::optional<TimeSummary>& time, std::span<const TimeSummary> others) {
    auto count = time ? time->rounds.size() : 0;
    for (const auto& other : others) count += other.rounds.size();
    return count;
}
}  // namespace

RunId write_run(Database& database, const RunRecord& run) {
    InternedRows hosts(database, Row<Host>::table, Row<Host>::columns);
    const auto uuid =
        run.uuid.empty() ? boost::uuids::to_string(boost::uuids::random_generator()()) : run.uuid;
    execute(Statement(database, insert_sql("run",
                                           "uuid, started_utc, ended_utc, command, program_version, host_id, "
                                           "planned_cases, limit_count")),
            uuid, run.started_utc, run.ended_utc, run.command, run.program_version,
            hosts.id(Row<Host>::fields(run.host)), run.planned_cases, 0);
    const RunId stored{database.getLastInsertRowid()};
    add_run_notes(database, stored, 0, run.notes);
    return stored;
}

void add_run_notes(Database& database, RunId run, size_t first, std::span<const Note> notes) {
    write_rows(database, "run_note", run, first, notes);
}

CaseWriter::CaseWriter(Database& database)
    : database_(database),
      strings_(database),
      kernels_(database),
      subjects_(database, Row<Subject>::table, Row<Subject>::columns),
      axes_(database, "axis", "name, unit"),
      devices_(database, Row<Device>::table, Row<Device>::columns),
      instructions_(database, "instruction", "kernel_id, pc_offset, line, file_id"),
      find_condition_(database,
                      "SELECT id FROM condition WHERE subject = ? AND axes = ? AND device_key = ? AND "
                      "(device = ? OR substr(device_key, 1, 1) NOT IN ('', '#')) AND backend_id = ? AND "
                      "cache_state = ? AND time_mode_id = ? ORDER BY id LIMIT 1"),
      condition_(
          database,
          insert_sql("condition",
                     "subject, axes, device_key, device, backend_id, cache_state, time_mode_id, axis_count")),
      condition_axis_(database, insert_sql("condition_axis", "condition_id, axis_id, value")),
      run_(database, "SELECT 1 FROM run WHERE id = ?"),
      case_(database, insert_sql("profiled_case", "run_id, condition_id, subject_id, distribution_id, seed",
                                 Row<SortInput>::columns, Row<Work>::columns, "device_id, cache_state_id",
                                 Row<CaseRecord>::columns, Row<TimeSummary>::columns_of_case, "time_stop_id",
                                 Row<RowCounts>::columns, "launch_count")),
      other_time_(database,
                  insert_sql("other_time", "case_id, time_mode_id, stop_id", Row<TimeSummary>::columns)),
      round_(database, insert_sql("time_round", "case_id, time_mode_id", Row<RoundTime>::columns)),
      launches_(database, strings_, kernels_) {}

CaseId CaseWriter::write(RunId run, const CaseRecord& record) {
    const CaseId id = begin(run, record);
    std::vector<const LaunchRecord*> ordered;
    for (const auto& launch : record.launches) ordered.push_back(&launch);
    // Launches are mostly in order. To sort them then takes 7 % of the time to write a large case.
    if (!std::ranges::is_sorted(ordered, {}, &LaunchRecord::index))
        std::ranges::stable_sort(ordered, {}, &LaunchRecord::index);
    for (const auto* launch : ordered) launches_.add(*launch);
    launches_.finish(record.passes);
    return id;
}

CaseId CaseWriter::begin(RunId run, const CaseRecord& record) {
    // SQLite does not check references: that would double the time. Check the run only: all other rows were
    // just found or inserted.
    if (!find_number(run_, run)) throw Contradiction("it is of run {}, which is not there", run);
    const CaseId id = write_summary(run, record);
    write_rows(database_, "case_note", id, 0, record.notes);
    write_rows(database_, "trial", id, 0, record.trials);
    write_rows(database_, "transfer", id, 0, record.transfers);
    for (const auto& series : record.series)
        execute(Statement(database_, insert_sql("series", "case_id", Row<SeriesRecord>::columns)), id,
                Row<SeriesRecord>::fields(series));
    write_rows(database_, "sampled_launch", id, 0, record.sampled_launches);
    write_times(id, record.time_mode, record.time, record.other_times);
    if (!record.stalls.empty()) write_stalls(id, record.stalls);
    if (!record.sources.empty()) write_sources(id, record.sources);
    launches_.begin(id, std::max<uint64_t>(record.launches.size(), record.launch_count));
    return id;
}

void CaseWriter::write_times(CaseId id, TimeMode mode, const std::optional<TimeSummary>& headline,
                             std::span<const TimeSummary> others) {
    const auto write_rounds = [&](TimeMode of, const TimeSummary& time) {
        for (const auto& round : time.rounds) execute(round_, id, of, Row<RoundTime>::fields(round));
    };
    if (headline) write_rounds(mode, *headline);
    for (const auto& time : others) {
        execute(other_time_, id, time.mode, strings_.id(time.stopped_by), Row<TimeSummary>::fields(time));
        write_rounds(time.mode, time);
    }
}

void CaseWriter::write_stalls(CaseId id, std::span<const StallRecord> stalls) {
    Statement insert(database_, insert_sql("stall", "case_id, instruction_id, reason_id, samples"));
    for (const auto& stall : stalls) {
        const auto instruction =
            instructions_.id(kernels_.id(std::tie(stall.kernel, stall.symbol)), range::bytes(stall.pc_offset),
                             stall.line, strings_.id(stall.file));
        execute(insert, id, instruction, strings_.id(stall.reason), stall.samples);
    }
}

void CaseWriter::write_sources(CaseId id, std::span<const SourceText> sources) {
    size_t bytes = 0;
    Statement insert(database_, insert_sql("case_source", "case_id, source_text_id"));
    for (size_t i = 0; i < sources.size(); ++i) {
        const auto& source = sources[i];
        if (i > 0 && source.file <= sources[i - 1].file)
            throw Contradiction("the source of '{}' comes twice, or out of order", source.file);
        if (const auto fault = source_fault(source.text); !fault.empty())
            throw Contradiction("the source of '{}' {}", source.file, fault);
        bytes += source.text.size();
        if (bytes > most_source_bytes)
            throw Contradiction("its sources have more than {} bytes together", most_source_bytes);
        execute(insert, id, source_text_id(source));
    }
}

int64_t CaseWriter::source_text_id(const SourceText& source) {
    const auto digest = text_digest(source.text);
    Statement find(database_, find_sql("source_text", "file, digest"));
    if (const auto found = find_number(find, source.file, digest)) return *found;
    execute(Statement(database_, insert_sql("source_text", "file, digest, text")), source.file, digest,
            source.text);
    return database_.getLastInsertRowid();
}

void CaseWriter::add_round(CaseId id, std::span<const TrialRecord> trials,
                           std::span<const TimeSummary> summaries, std::span<const Note> notes,
                           const std::string& unverified) {
    bool is_there = false;
    TimeMode mode{};
    size_t note_count = 0, trial_count = 0;
    std::optional<int64_t> median;
    Statement select(
        database_,
        "SELECT id, time_mode_id, note_count, trial_count, time_median_ns FROM profiled_case WHERE id = ?",
        id);
    for_each_row(select, "profiled_case", [&](RowReader& row) {
        is_there = true;
        row.skip();
        row.read(mode, note_count, trial_count, range::ns(median));
    });
    if (!is_there) throw Contradiction("it is of case {}, which is not there", id);
    std::optional<TimeSummary> time;
    std::vector<TimeSummary> others;
    for (const auto& summary : summaries) {
        if (summary.mode == mode && !time)
            time = summary;
        else
            others.push_back(summary);
    }
    check_modes(mode, time, others);
    if (!time && median)
        throw Contradiction("there is no summary of mode {}, which the case's time is of", name_of(mode));
    for (const auto* const table : {"other_time", "time_round"})
        execute(Statement(database_, fmt::format("DELETE FROM {} WHERE case_id = ?", table)), id);
    write_times(id, mode, time, others);
    write_rows(database_, "trial", id, trial_count, trials);
    write_rows(database_, "case_note", id, note_count, notes);
    execute(Statement(database_,
                      "UPDATE profiled_case SET time_median_ns = ?, time_min_ns = ?, time_max_ns = ?, "
                      "time_spread = ?, time_count = ?, time_stop_id = ?, note_count = ?, trial_count = ?, "
                      "other_time_count = ?, round_count = ? WHERE id = ?"),
            time, time ? std::optional(strings_.id(time->stopped_by)) : std::nullopt,
            note_count + notes.size(), trial_count + trials.size(), others.size(), rounds_of(time, others),
            id);
    if (!unverified.empty())
        execute(Statement(database_, "UPDATE profiled_case SET status_id = ?, message = ? WHERE id = ?"),
                CaseStatus::unverified, unverified, id);
}

CaseId CaseWriter::write_summary(RunId run, const CaseRecord& record) {
    const auto& time = record.time;
    check_modes(record.time_mode, time, record.other_times);
    const auto input = record.input.value_or(SortInput{});
    const auto if_input = [&](auto value) { return record.input ? std::optional(value) : std::nullopt; };
    const auto seed = if_input(input.seed);
    const RowCounts counts{record.notes.size(),
                           record.trials.size(),
                           record.transfers.size(),
                           record.series.size(),
                           record.sampled_launches.size(),
                           record.stalls.size(),
                           record.other_times.size(),
                           rounds_of(time, record.other_times)};
    execute(case_, run, condition_id(record), subjects_.id(Row<Subject>::fields(record.subject)),
            if_input(input.distribution), range::any(seed), Row<SortInput>::fields(input), record.work,
            devices_.id(Row<Device>::fields(record.device)), strings_.id(record.cache_state),
            Row<CaseRecord>::fields(record), time,
            time ? std::optional(strings_.id(time->stopped_by)) : std::nullopt,
            Row<RowCounts>::fields(counts), 0);
    return CaseId{database_.getLastInsertRowid()};
}

void CaseWriter::write_limits(RunId run, const Device& device, std::span<const DeviceLimit> limits) {
    execute(Statement(database_, "UPDATE run SET limit_count = limit_count + ? WHERE id = ?"), limits.size(),
            run);
    if (database_.getChanges() == 0) throw Contradiction("they are of run {}, which is not there", run);
    const auto number = devices_.id(Row<Device>::fields(device));
    Statement insert(database_,
                     insert_sql("device_limit", "run_id, device_id, name_id, value, unit_id, spread"));
    for (const auto& limit : limits) {
        if (const auto fault = limit_fault(limit); !fault.empty())
            throw Contradiction("column 'value' of table 'device_limit' {}", fault);
        execute(insert, run, number, strings_.id(limit.name), limit.value, strings_.id(limit.unit),
                limit.spread);
    }
}

int64_t CaseWriter::condition_id(const CaseRecord& record) {
    const auto condition = condition_of(record);
    const auto axes = axes_text(condition.axes);
    const auto columns = std::tie(condition.subject, axes, condition.device.id, condition.device.name,
                                  condition.backend, condition.cache_state, condition.time_mode);
    if (const auto found = find_number(find_condition_, columns)) return *found;
    execute(condition_, columns, condition.axes.size());
    const auto id = database_.getLastInsertRowid();
    for (const auto& [name, value] : condition.axes) {
        if (const auto fault = axis_fault(name, value); !fault.empty())
            throw Contradiction("column 'value' of table 'condition_axis' {}", fault);
        execute(condition_axis_, id, axes_.id(name, axis_info(name).unit), value);
    }
    return id;
}

void CaseWriter::forget() {
    strings_.forget();
    kernels_.forget();
    launches_.forget();
}
}
