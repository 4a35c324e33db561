#include "db/read/case_reader.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include "core/ranges.hpp"
#include "db/rows/annotations.hpp"

namespace sortscope::db {
namespace {
const auto select_cases = fmt::format(
    "SELECT c.id, c.run_id, (SELECT count(*) FROM run r WHERE r.id = c.run_id) AS run_id, condition_id, "
    "subject_id, distribution_id, seed, {}, {}, device_id, cache_state_id, {}, first_launch_id, "
    "launch_count, {}, {}, {}, time_stop_id FROM profiled_case c",
    Row<SortInput>::columns, Row<Work>::columns, Row<CaseRecord>::columns, Row<RowCounts>::columns,
    Row<LaunchSpan>::columns, Row<TimeSummary>::columns_of_case);

/// Reads the rows of a run or case. Throws BadValue unless there are `stored` rows.
template <class Record, class Id>
std::vector<Record> read_rows(Database& database, const char* table, Id id, std::optional<size_t> stored = {},
                              const char* order = "position") {
    std::vector<Record> records;
    Statement select(
        database,
        fmt::format("SELECT {0}, {1} FROM {2} WHERE {3} = ? ORDER BY {0}", order, Row<Record>::columns, table,
                    std::is_same_v<Id, RunId> ? "run_id" : "case_id"),
        id);
    for_each_row(select, table, [&](RowReader& row) {
        int64_t number = 0;
        row.read(number, Row<Record>::fields(records.emplace_back()));
    });
    if (stored) expect_rows(table, id, *stored, records.size());
    return records;
}

/// Calls `each` with each row of a table and its case. `order`: column numbers for ORDER BY.
template <class Guard, class Each>
void for_rows_of(Database& database, std::vector<StoredCase>& cases, const char* table,
                 const std::string& columns, const char* order, const Guard& guard, Each&& each) {
    Statement select(database,
                     fmt::format("SELECT case_id, {} FROM {} WHERE case_id BETWEEN ? AND ? ORDER BY {}",
                                 columns, table, order),
                     cases.front().record.id, cases.back().record.id);
    auto at = cases.begin();
    for_each_row(select, table, [&](RowReader& row) {
        CaseId id{};
        row.read(range::any(id));
        while (at != cases.end() && at->record.id < id) ++at;
        if (at != cases.end() && at->record.id == id) guard(id, at->record.run, [&] { each(row, *at); });
    });
}
}  // namespace

std::vector<RunRecord> CaseReader::runs(std::vector<DamagedRun>* damaged) {
    check_cases_are_there();
    std::vector<RunRecord> runs;
    Statement select(database_,
                     "SELECT id, uuid, started_utc, ended_utc, command, program_version, planned_cases, "
                     "host_id FROM run ORDER BY started_utc, id");
    for_each_row(select, "run", [&](RowReader& row) {
        RunRecord run;
        run.id = RunId{sqlite3_column_int64(select.handle(), 0)};
        const auto damage = damage_in([&] {
            row.read(run.id, run.uuid, run.started_utc, run.ended_utc, run.command, run.program_version,
                     run.planned_cases, Reference{lookups_.hosts, run.host});
            run.notes = read_rows<Note>(database_, "run_note", run.id);
            run.annotation = stored_annotation(database_, run.id);
        });
        if (!damage)
            runs.push_back(std::move(run));
        else if (damaged == nullptr)
            throw BadValue("{}", *damage);
        else
            damaged->push_back({run.id, *damage});
    });
    return runs;
}

Listing listing_of(CaseReader& reader) {
    Listing listing;
    auto& [runs, cases, damage] = listing;
    runs = reader.runs(&damage.runs);
    for (const auto& run : runs)
        if (auto fault = reader.limits_fault(run.id)) damage.limits.push_back({run.id, std::move(*fault)});
    cases = reader.list({}, &damage.cases);
    const auto is_damaged = [&](RunId run) { return contains(damage.runs, run, &DamagedRun::id); };
    std::erase_if(damage.cases, [&](const DamagedCase& damaged) { return is_damaged(damaged.run); });
    std::erase_if(cases, [&](const StoredCase& stored) { return is_damaged(stored.record.run); });
    return listing;
}

std::optional<std::string> CaseReader::limits_fault(RunId run) {
    return damage_in([&] { limits(run); });
}

void CaseReader::check_cases_are_there() {
    if (find_number(
            Statement(database_,
                      "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM profiled_case) AND (EXISTS (SELECT 1 FROM "
                      "launch) OR EXISTS (SELECT 1 FROM trial) OR EXISTS (SELECT 1 FROM case_note))")))
        throw BadValue("table 'profiled_case' is empty, but there are rows below cases");
}

std::vector<StoredCase> CaseReader::list(std::optional<RunId> run, std::vector<DamagedCase>* damaged) {
    check_cases_are_there();
    return read_summaries(run ? Statement(database_, select_cases + " WHERE c.run_id = ? ORDER BY c.id", *run)
                              : Statement(database_, select_cases + " ORDER BY c.id"),
                          damaged);
}

std::optional<StoredCase> CaseReader::find(CaseId id) {
    auto found = read_summaries(Statement(database_, select_cases + " WHERE c.id = ?", id));
    if (!found.empty()) return std::move(found.front());
    check_cases_are_there();
    return std::nullopt;
}

std::vector<StoredCase> CaseReader::read_summaries(Statement statement, std::vector<DamagedCase>* damaged) {
    std::map<CaseId, DamagedCase> damage;
    const auto guard = [&](CaseId id, RunId run, const auto& read) {
        if (damaged == nullptr) return read();
        if (auto fault = damage_in(read)) damage.try_emplace(id, id, run, std::move(*fault));
    };
    std::vector<StoredCase> cases;
    for_each_row(statement, "profiled_case", [&](RowReader& row) {
        const CaseId id{sqlite3_column_int64(statement.handle(), 0)};
        const RunId run{sqlite3_column_int64(statement.handle(), 1)};
        guard(id, run, [&] { cases.push_back(read_summary(row)); });
    });
    if (!cases.empty()) {
        read_times(cases, guard);
        for_rows_of(database_, cases, "case_pass", "pass, set_name, provenance_id, launches, sums",
                    "1, 2, 3, 4", guard, [](RowReader& row, StoredCase& stored) {
                        auto& pass = stored.key.passes.emplace_back();
                        row.read(pass.pass, pass.set, pass.provenance, pass.launches, pass.sums);
                        stored.record.passes.push_back(pass);
                    });
        for_rows_of(database_, cases, "case_annotation", "name, note", "1", guard,
                    [](RowReader& row, StoredCase& stored) {
                        row.read(stored.record.annotation.name, stored.record.annotation.note);
                    });
        for_rows_of(database_, cases, "case_tag", "tag", "1, 2", guard,
                    [](RowReader& row, StoredCase& stored) {
                        row.read(stored.record.annotation.tags.emplace_back());
                    });
        for (const auto& [record, key, counts] : cases)
            guard(record.id, record.run,
                  [&] { expect_rows("case_pass", record.id, counts.passes, record.passes.size()); });
    }
    std::erase_if(cases, [&](const StoredCase& stored) { return damage.contains(stored.record.id); });
    for (auto& [id, one] : damage) damaged->push_back(std::move(one));
    return cases;
}

StoredCase CaseReader::read_summary(RowReader& row) {
    StoredCase stored;
    auto& c = stored.record;
    SortInput input;
    int64_t runs = 0, condition = 0;
    std::optional<Distribution> distribution;
    std::optional<uint64_t> seed, items, bytes;
    std::optional<int64_t> first, span, busy, stop;
    row.read(c.id, c.run, runs);
    if (runs == 0) throw BadValue("a case belongs to a run that table 'run' does not have");
    row.read(range::any(condition), Reference{lookups_.subjects, c.subject}, distribution, range::any(seed),
             Row<SortInput>::fields(input), range::keys(items), range::bytes(bytes),
             Reference{lookups_.devices, c.device}, Reference{lookups_.strings, c.cache_state},
             Row<CaseRecord>::fields(c), first, range::launches(c.launch_count),
             Row<RowCounts>::fields(stored.counts), range::ns(span), range::ns(busy), c.time,
             range::any(stop));
    c.axes = axes_of(condition);
    if (distribution) {
        input.distribution = *distribution;
        input.seed = seed.value_or(input.seed);
        c.input = std::move(input);
    }
    if (items) c.work = Work{*items, bytes.value_or(0)};
    if (c.launch_count > 0 && !first) row.refuse("has launches, but no first one");
    stored.key = {c.id, first.value_or(0), c.launch_count, {}};
    if (span && busy) {
        if (*busy > *span)
            row.refuse("has launches that ran for longer than there is time between the first and the last");
        c.launch_span = LaunchSpan{*span, *busy};
    }
    if (!c.time) return stored;
    c.time->mode = c.time_mode;
    if (c.time->min_ns > c.time->max_ns)
        throw BadValue("column 'time_min_ns' of table 'profiled_case', row {}, is above 'time_max_ns'", c.id);
    c.time->stopped_by = lookups_.strings.at(stop.value_or(0));
    return stored;
}

const Axes& CaseReader::axes_of(int64_t condition) {
    if (!axes_.contains(condition)) read_axes();
    if (const auto* fault = mapped_or_null(axes_faults_, condition)) throw BadValue("{}", *fault);
    if (const auto* axes = mapped_or_null(axes_, condition)) return *axes;
    throw BadValue("a case refers to row {} of table 'condition', which is not there", condition);
}

void CaseReader::read_axes() {
    axes_.clear();
    axes_faults_.clear();
    const auto guard = [&](int64_t id, const auto& read) {
        if (auto fault = damage_in(read)) axes_faults_.try_emplace(id, std::move(*fault));
    };
    std::map<int64_t, std::pair<std::string, size_t>> stored;  // axes as text, and number of axes
    Statement conditions(database_, "SELECT id, axes, axis_count FROM condition");
    for_each_row(conditions, "condition", [&](RowReader& row) {
        int64_t id = 0;
        row.read(range::any(id));
        axes_[id];
        guard(id, [&] {
            auto& [text, count] = stored[id];
            row.read(text, count);
        });
    });
    Statement values(
        database_,
        "SELECT x.condition_id, a.name, x.value FROM condition_axis x LEFT JOIN axis a ON a.id = x.axis_id");
    for_each_row(values, "condition_axis", [&](RowReader& row) {
        int64_t id = 0;
        row.read(range::any(id));
        guard(id, [&] {
            std::string name;
            AxisValue value;
            row.read(name, value);
            if (const auto fault = axis_fault(name, value); !fault.empty()) row.refuse(fault);
            if (auto* axes = mapped_or_null(axes_, id)) axes->set(name, value);
        });
    });
    for (const auto& [id, text_and_count] : stored) {
        const auto& [text, count] = text_and_count;
        if (const auto& axes = axes_.at(id); axes.size() != count || axes_text(axes) != text)
            axes_faults_.try_emplace(
                id, fmt::format("the axes of condition {} are '{}', and its rows say '{}'", id, text,
                                axes_text(axes)));
    }
}

template <class Guard>
void CaseReader::read_times(std::vector<StoredCase>& cases, const Guard& guard) {
    for_rows_of(database_, cases, "other_time",
                fmt::format("time_mode_id, stop_id, {}", Row<TimeSummary>::columns), "1, 2", guard,
                [&](RowReader& row, StoredCase& stored) {
                    auto& time = stored.record.other_times.emplace_back();
                    row.read(time.mode);
                    if (time.mode == stored.record.time_mode || time.mode == TimeMode::none)
                        row.refuse("is that of the case's own time, or none");
                    row.read(Reference{lookups_.strings, time.stopped_by}, Row<TimeSummary>::fields(time));
                    if (time.min_ns > time.max_ns) row.refuse("is in a row whose min_ns is above its max_ns");
                });
    for_rows_of(database_, cases, "time_round", fmt::format("time_mode_id, {}", Row<RoundTime>::columns),
                "1, 2, 3", guard, [&](RowReader& row, StoredCase& stored) {
                    auto& [record, key, counts] = stored;
                    TimeMode mode{};
                    row.read(mode);
                    const auto other = std::ranges::find(record.other_times, mode, &TimeSummary::mode);
                    auto* const time = other != record.other_times.end()         ? &*other
                                       : mode == record.time_mode && record.time ? &*record.time
                                                                                 : nullptr;
                    if (time == nullptr) row.refuse("is a mode that its case has no time of");
                    row.read(Row<RoundTime>::fields(time->rounds.emplace_back()));
                });
    for (const auto& [record, key, counts] : cases) {
        auto rounds = record.time ? record.time->rounds.size() : 0;
        for (const auto& time : record.other_times) rounds += time.rounds.size();
        guard(record.id, record.run, [&] {
            expect_rows("other_time", record.id, counts.other_times, record.other_times.size());
            expect_rows("time_round", record.id, counts.rounds, rounds);
        });
    }
}

void CaseReader::read_details(StoredCase& stored) {
    auto& [record, key, counts] = stored;
    record.notes = read_rows<Note>(database_, "case_note", record.id, counts.notes);
    record.trials = trials(stored);
    record.transfers = read_rows<TransferRecord>(database_, "transfer", record.id, counts.transfers);
}

void CaseReader::read_parts(StoredCase& stored) {
    read_details(stored);
    auto& record = stored.record;
    record.series = series(stored);
    record.sampled_launches = sampled_launches(stored);
    record.stalls = stalls(stored);
    record.sources = sources(stored);
}

std::vector<TrialRecord> CaseReader::trials(const StoredCase& stored) {
    return read_rows<TrialRecord>(database_, "trial", stored.record.id, stored.counts.trials);
}

std::vector<SeriesRecord> CaseReader::series(const StoredCase& stored) {
    return read_rows<SeriesRecord>(database_, "series", stored.record.id, stored.counts.series, "id");
}

std::vector<SampledLaunch> CaseReader::sampled_launches(const StoredCase& stored) {
    return read_rows<SampledLaunch>(database_, "sampled_launch", stored.record.id,
                                    stored.counts.sampled_launches);
}

std::vector<StallRecord> CaseReader::stalls(const StoredCase& stored) {
    std::vector<StallRecord> stalls;
    Statement select(
        database_,
        "SELECT s.instruction_id, s.reason_id, s.samples, i.kernel_id, i.file_id, i.pc_offset, i.line FROM "
        "stall s LEFT JOIN instruction i ON i.id = s.instruction_id WHERE s.case_id = ?",
        stored.record.id);
    for_each_row(select, "stall", [&](RowReader& row) {
        std::optional<int64_t> kernel;
        auto& stall = stalls.emplace_back();
        row.skip();
        row.read(Reference{lookups_.strings, stall.reason}, stall.samples, range::any(kernel));
        if (!kernel) row.refuse("refers to a row of table 'instruction' which is not there");
        row.read(Reference{lookups_.strings, stall.file}, range::bytes(stall.pc_offset), stall.line);
        std::tie(stall.kernel, stall.symbol) = lookups_.kernels.at(*kernel);
    });
    expect_rows("stall", stored.record.id, stored.counts.stalls, stalls.size());
    std::ranges::sort(stalls, {}, [](const StallRecord& s) {
        return std::tie(s.kernel, s.symbol, s.pc_offset, s.line, s.file, s.reason);
    });
    return stalls;
}

std::vector<SourceText> CaseReader::sources(const StoredCase& stored) {
    const auto id = stored.record.id;
    std::vector<SourceText> sources;
    size_t bytes = 0;
    Statement select(database_,
                     "SELECT c.source_text_id, t.id, t.file, t.digest, t.text FROM case_source c LEFT JOIN "
                     "source_text t ON t.id = c.source_text_id WHERE c.case_id = ? ORDER BY t.file",
                     id);
    for_each_row(select, "source_text", [&](RowReader& row) {
        int64_t text = 0;
        std::optional<int64_t> found;
        row.read(range::any(text), range::any(found));
        if (!found)
            throw BadValue(
                "a row of table 'case_source' refers to row {} of table 'source_text', which is not there",
                text);
        auto& source = sources.emplace_back();
        std::string digest;
        row.read(source.file, digest, source.text);
        if (const auto fault = source_fault(source.text); !fault.empty()) row.refuse(fault);
        if (digest != text_digest(source.text)) row.refuse("is not the text that its digest is of");
        bytes += source.text.size();
        if (bytes > most_source_bytes)
            throw BadValue("case {} has more than {} bytes of source texts", id, most_source_bytes);
        if (sources.size() > 1 && sources[sources.size() - 2].file == source.file)
            throw BadValue("case {} has two texts of one source file", id);
    });
    return sources;
}

std::vector<DeviceLimits> CaseReader::limits(RunId run) {
    const auto stored = find_number(Statement(database_, "SELECT limit_count FROM run WHERE id = ?"), run);
    if (!stored) throw failure(ErrorKind::usage, "There is no run {}.", run);
    std::vector<DeviceLimits> all;
    size_t found = 0;
    std::optional<int64_t> before;
    Statement select(database_,
                     "SELECT run_id, device_id, name_id, unit_id, value, spread FROM device_limit WHERE "
                     "run_id = ? ORDER BY device_id",
                     run);
    for_each_row(select, "device_limit", [&](RowReader& row) {
        int64_t device = 0;
        DeviceLimit limit;
        row.skip();
        row.read(range::any(device), Reference{lookups_.strings, limit.name},
                 Reference{lookups_.strings, limit.unit}, limit.value);
        if (const auto fault = limit_fault(limit); !fault.empty()) row.refuse(fault);
        row.read(limit.spread);
        if (before != device) all.push_back({lookups_.devices.at(device), {}});
        before = device;
        all.back().limits.push_back(std::move(limit));
        ++found;
    });
    expect_rows("device_limit", run, size_t(*stored), found);
    for (auto& device : all) std::ranges::sort(device.limits, {}, &DeviceLimit::name);
    return all;
}
}
