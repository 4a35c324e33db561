#include "db/write/case_writer.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <type_traits>

#include <fmt/format.h>
#include <boost/uuid/uuid_io.hpp>

#include "core/condition.hpp"
#include "db/rows/interned.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {

std::string random_uuid() {
    std::random_device source;
    const auto bits = [&] { return static_cast<std::uint32_t>(source()); };
    const auto middle = bits();
    const auto last = bits();
    return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:04x}{:08x}", bits(), middle >> 16, middle & 0xfff,
                       0x8000 | (last >> 16 & 0x3fff), last & 0xffff, bits());
}

RunId write_run(SQLite::Database& database, const RunRecord& run) {
    InternedRows hosts(database, "host", {"name", "os", "kernel", "cpu", "threads", "memory_bytes"});
    const auto& h = run.host;
    Statement insert(database,
                     "INSERT INTO run (uuid, started_utc, ended_utc, command, program_version, host_id, "
                     "planned_cases, limit_count) "
                     "VALUES (?, ?, ?, ?, ?, ?, ?, 0)");
    execute(
        insert, run.uuid.empty() ? random_uuid() : run.uuid, run.started_utc, run.ended_utc, run.command,
        run.program_version,
        hosts.id(h.name, h.os, h.kernel, h.cpu, range::host_threads(h.threads), range::bytes(h.memory_bytes)),
        run.planned_cases);
    const RunId stored{database.getLastInsertRowid()};
    add_run_notes(database, stored, 0, run.notes);
    return stored;
}

void add_run_notes(SQLite::Database& database, RunId run, std::int64_t first, std::span<const Note> notes) {
    Statement insert(database,
                     "INSERT INTO run_note (run_id, position, severity_id, text) VALUES (?, ?, ?, ?)");
    for (const auto& note : notes) execute(insert, run, first++, note.severity, note.text);
}

CaseWriter::CaseWriter(SQLite::Database& database)
    : database_(database),
      strings_(database, "string", "text"),
      subjects_(database, "subject", {"name", "kind", "family", "promise_id"}),
      axes_(database, "axis", {"name", "unit"}),
      devices_(database, "device",
               {"name", "backend_id", "ordinal", "uuid", "cc_major", "cc_minor", "multiprocessors",
                "warp_size", "clock_khz", "memory_clock_khz", "memory_bus_bits", "memory_bytes", "l2_bytes",
                "shared_per_block_bytes", "max_threads_per_block", "driver_version", "cuda_version",
                "cupti_version"}),
      find_condition_(
          database,
          "SELECT id FROM condition WHERE subject = ? AND axes = ? AND device_key = ? AND (device = ? OR "
          "substr(device_key, 1, 1) NOT IN ('', '#')) AND backend_id = ? AND cache_state = ? AND "
          "time_mode_id = ? ORDER BY id LIMIT 1"),
      condition_(
          database,
          "INSERT INTO condition (subject, axes, device_key, device, backend_id, cache_state, time_mode_id, "
          "axis_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
      condition_axis_(database, "INSERT INTO condition_axis (condition_id, axis_id, value) VALUES (?, ?, ?)"),
      run_(database, "SELECT 1 FROM run WHERE id = ?"),
      case_(
          database,
          "INSERT INTO profiled_case (run_id, condition_id, subject_id, distribution_id, seed, input_file, "
          "file_digest, entropy_bits, work_items, work_bytes, device_id, backend_id, status_id, message, "
          "padded, required_bytes, cache_state_id, time_mode_id, time_median_ns, time_min_ns, time_max_ns, "
          "time_spread, time_count, time_stop_id, collect_ns, note_count, trial_count, transfer_count, "
          "series_count, stall_count, other_time_count, round_count, launch_count, pass_count) VALUES (?, ?, "
          "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)"),
      note_(database, "INSERT INTO case_note (case_id, position, severity_id, text) VALUES (?, ?, ?, ?)"),
      trial_(database,
             "INSERT INTO trial (case_id, position, kind_id, trial_index, duration_ns, verified, accepted, "
             "note, round, time_mode_id, "
             "sm_clock_mhz, memory_clock_mhz) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      transfer_(database,
                "INSERT INTO transfer (case_id, position, kind_id, bytes, start_ns, duration_ns) VALUES (?, "
                "?, ?, ?, ?, ?)"),
      series_(database,
              "INSERT INTO series (case_id, metric, unit, provenance_id, start_ns, interval_ns, samples) "
              "VALUES (?, ?, ?, ?, ?, ?, ?)"),
      stored_(
          database,
          "SELECT id, time_mode_id, note_count, trial_count, time_median_ns FROM profiled_case WHERE id = ?"),
      renew_(
          database,
          "UPDATE profiled_case SET time_median_ns = ?, time_min_ns = ?, time_max_ns = ?, time_spread = ?, "
          "time_count = ?, "
          "time_stop_id = ?, note_count = ?, trial_count = ?, other_time_count = ?, round_count = ? WHERE "
          "id = ?"),
      unverify_(database, "UPDATE profiled_case SET status_id = ?, message = ? WHERE id = ?"),
      times_(database, strings_),
      stalls_(database, strings_),
      sources_(database),
      launches_(database, strings_) {}

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
    if (!find_run(run))
        throw Contradiction(
            fmt::format("it is of run {}, which is not there", static_cast<std::int64_t>(run)));
    const CaseId id = write_summary(run, record);
    write_notes(id, 0, record.notes);
    write_trials(id, 0, record.trials);
    if (record.time) times_.write_rounds(id, record.time_mode, record.time->rounds);
    times_.write_others(id, record.other_times);
    std::int64_t position = 0;
    for (const auto& transfer : record.transfers)
        execute(transfer_, id, position++, transfer.kind, range::bytes(transfer.bytes),
                range::ns(transfer.start_ns), range::ns(transfer.duration_ns));
    for (const auto& series : record.series)
        execute(series_, id, series.metric, series.unit, series.provenance, range::ns(series.start_ns),
                range::ns(series.interval_ns), series.values);
    stalls_.write(id, record.stalls);
    sources_.write(id, record.sources);
    launches_.begin(id, std::max<std::uint64_t>(record.launches.size(), record.launch_count));
    return id;
}

void CaseWriter::write_trials(CaseId id, std::int64_t position, std::span<const TrialRecord> trials) {
    for (const auto& trial : trials)
        execute(trial_, id, position++, trial.kind, trial.index, range::ns(trial.duration_ns), trial.verified,
                trial.accepted, trial.note, trial.round, trial.time_mode, trial.sm_clock_mhz,
                trial.memory_clock_mhz);
}

void CaseWriter::write_notes(CaseId id, std::int64_t position, std::span<const Note> notes) {
    for (const auto& note : notes) execute(note_, id, position++, note.severity, note.text);
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
    if (!is_there)
        throw Contradiction(
            fmt::format("it is of case {}, which is not there", static_cast<std::int64_t>(id)));
    const TimeSummary* headline = nullptr;
    std::vector<TimeSummary> others;
    for (const auto& summary : summaries) {
        if (summary.mode == mode && headline == nullptr)
            headline = &summary;
        else
            others.push_back(summary);
    }
    check_modes(mode, headline, others);
    if (headline == nullptr && median)
        throw Contradiction(
            fmt::format("there is no summary of mode {}, which the case's time is of", name_of(mode)));
    times_.erase(id);
    if (headline != nullptr) times_.write_rounds(id, mode, headline->rounds);
    times_.write_others(id, others);
    write_trials(id, static_cast<std::int64_t>(trial_count), trials);
    write_notes(id, static_cast<std::int64_t>(note_count), notes);
    const auto rounds = rounds_of(headline, others);
    note_count += notes.size();
    trial_count += trials.size();
    if (headline == nullptr)
        execute(renew_, std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt,
                note_count, trial_count, others.size(), rounds, id);
    else
        execute(renew_, range::ns(headline->median_ns), range::ns(headline->min_ns),
                range::ns(headline->max_ns), headline->spread, headline->count,
                strings_.id(headline->stopped_by), note_count, trial_count, others.size(), rounds, id);
    if (!unverified.empty()) execute(unverify_, CaseStatus::unverified, unverified, id);
}

CaseId CaseWriter::write_summary(RunId run, const CaseRecord& record) {
    const auto& time = record.time;
    const auto* const headline = time ? &*time : nullptr;
    check_modes(record.time_mode, headline, record.other_times);
    const auto of_time = [&](auto TimeSummary::*field) {
        using Value = std::remove_cvref_t<decltype((*time).*field)>;
        return time ? std::optional<Value>((*time).*field) : std::nullopt;
    };
    const auto& subject = record.subject;
    const auto input = record.input.value_or(SortInput{});
    const auto if_input = [&](auto value) { return record.input ? std::optional(value) : std::nullopt; };
    const auto seed = if_input(input.seed);
    const auto items = record.work ? std::optional(record.work->items) : std::nullopt;
    const auto bytes = record.work ? std::optional(record.work->bytes) : std::nullopt;
    const auto median = of_time(&TimeSummary::median_ns);
    const auto min = of_time(&TimeSummary::min_ns);
    const auto max = of_time(&TimeSummary::max_ns);
    execute(case_, run, condition_id(record),
            subjects_.id(subject.name, subject.kind, subject.family, subject.promise),
            if_input(input.distribution), range::any(seed), input.file, input.file_digest,
            range::entropy_bits(input.entropy_bits), range::keys(items), range::bytes(bytes),
            device_id(record.device), record.backend, record.status, record.message, record.padded,
            range::bytes(record.required_bytes), strings_.id(record.cache_state), record.time_mode,
            range::ns(median), range::ns(min), range::ns(max), of_time(&TimeSummary::spread),
            of_time(&TimeSummary::count), time ? std::optional(strings_.id(time->stopped_by)) : std::nullopt,
            range::ns(record.collect_ns), record.notes.size(), record.trials.size(), record.transfers.size(),
            record.series.size(), record.stalls.size(), record.other_times.size(),
            rounds_of(headline, record.other_times));
    return CaseId{database_.getLastInsertRowid()};
}

bool CaseWriter::find_run(RunId run) {
    const ResetAtEnd reset(run_);
    bind_row(run_, run);
    return run_.step();
}

std::int64_t CaseWriter::device_id(const Device& d) {
    using namespace range;
    return devices_.id(d.name, d.backend, device_count(d.ordinal), d.uuid, compute_capability(d.cc_major),
                       compute_capability(d.cc_minor), device_count(d.multiprocessors),
                       warp_threads(d.warp_size), d.clock_khz, d.memory_clock_khz,
                       device_count(d.memory_bus_bits), bytes(d.memory_bytes), bytes(d.l2_bytes),
                       bytes(d.shared_per_block_bytes), device_count(d.max_threads_per_block),
                       d.driver_version, d.cuda_version, d.cupti_version);
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
    launches_.forget();
}

}  // namespace sortscope::db
