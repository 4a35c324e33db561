#include "db/case_reader.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "db/case_query.hpp"
#include "db/statement.hpp"

namespace sortscope::db {
namespace {

/// For references that lead nowhere: the store itself never writes them.
SQLite::Exception damaged(const std::string& what) { return {what, SQLITE_CORRUPT}; }

/// Position in `rows`, which ascends as the joined rows do, of the launch whose row number is `row`.
std::size_t advance_to(std::int64_t row, const std::vector<std::int64_t>& rows, std::size_t from) {
    while (from < rows.size() && rows[from] != row) ++from;
    if (from == rows.size()) throw damaged("a row of no launch");
    return from;
}

}  // namespace

CaseReader::CaseReader(SQLite::Database& database)
    : database_(database),
      case_(database, summary_select() + " WHERE c.id = ?"),
      parameters_(database,
                  "SELECT p.case_id, n.text, p.value FROM case_parameter p JOIN phrase n ON n.id = p.name_id "
                  "WHERE p.case_id BETWEEN ? AND ? ORDER BY p.case_id"),
      notes_(database, "SELECT severity_id, text FROM case_note WHERE case_id = ? ORDER BY position"),
      trials_(
          database,
          "SELECT kind_id, trial_index, duration_ns, verified, accepted, note FROM trial WHERE case_id = ? "
          "ORDER BY position"),
      transfers_(
          database,
          "SELECT kind_id, bytes, start_ns, duration_ns FROM transfer WHERE case_id = ? ORDER BY position"),
      launches_(database,
                "SELECT l.id, l.launch_index, l.stage, l.substage, p.text, k.name, l.grid_x, l.grid_y, "
                "l.grid_z, l.block_x, "
                "l.block_y, l.block_z, l.shared_bytes, l.registers, l.bound_bytes, l.start_ns, l.duration_ns "
                "FROM launch l JOIN phrase p ON p.id = l.label_id JOIN kernel k ON k.id = l.kernel_id "
                "WHERE l.case_id = ? ORDER BY l.launch_index"),
      counters_(
          database,
          "SELECT l.id, c.counter_id, c.provenance_id, c.value FROM launch l CROSS JOIN launch_counter c "
          "ON c.launch_id = l.id WHERE l.case_id = ? ORDER BY l.launch_index, c.counter_id, c.provenance_id"),
      launch_sites_(
          database,
          "SELECT l.id, s.site_id, s.provenance_id, s.requests, s.threads, s.bytes, s.sectors, s.tags, "
          "s.size_32, "
          "s.size_64, s.size_96, s.size_128, s.cc13_size_32, s.cc13_size_64, s.cc13_size_128, s.conflicts, "
          "s.taken, s.divergent FROM launch l CROSS JOIN launch_site s ON s.launch_id = l.id "
          "WHERE l.case_id = ? ORDER BY l.launch_index") {}

std::vector<CaseRecord> CaseReader::list(const CaseFilter& filter) {
    SQLite::Transaction one_state(database_);
    auto statement = summaries(database_, filter);
    return read_summaries(statement);
}

std::optional<CaseRecord> CaseReader::read(CaseId id, Detail detail) {
    SQLite::Transaction one_state(database_);
    bind_row(case_, id);
    auto found = read_summaries(case_);
    if (found.empty()) return std::nullopt;
    auto& record = found.front();
    if (detail == Detail::summary) return record;
    read_details(record);
    const auto rows = read_launches(record);
    read_counters(record, rows);
    if (detail == Detail::sites) read_sites(record, rows);
    return std::move(record);
}

std::vector<CaseRecord> CaseReader::read_summaries(SQLite::Statement& statement) {
    std::vector<CaseRecord> cases;
    for_each_row(statement, [&](RowReader& row) {
        auto& c = cases.emplace_back();
        std::int64_t device_row = 0;
        std::optional<std::int64_t> median_ns;
        auto& work = c.workload;
        row.read(c.id, c.run, c.variant, work.key, work.n, work.distribution, work.seed, work.file,
                 work.entropy_bits, c.config.block, device_row, c.backend, c.status, c.message, c.padded, c.bound_bytes,
                 c.cache_state, c.collect_ns, median_ns);
        c.device = device(device_row);
        if (!median_ns) return;
        auto& time = c.time.emplace();
        time.median_ns = *median_ns;
        row.read(time.min_ns, time.max_ns, time.spread, time.count, time.stopped_by);
    });
    if (!cases.empty()) read_parameters(cases);
    return cases;
}

void CaseReader::read_parameters(std::vector<CaseRecord>& cases) {
    bind_row(parameters_, cases.front().id, cases.back().id);
    auto at = cases.begin();
    for_each_row(parameters_, [&](RowReader& row) {
        CaseId id{};
        std::string name;
        std::int64_t value = 0;
        row.read(id, name, value);
        while (at != cases.end() && at->id < id) ++at;
        if (at != cases.end() && at->id == id) at->config.params.emplace(std::move(name), value);
    });
}

void CaseReader::read_details(CaseRecord& record) {
    bind_row(notes_, record.id);
    for_each_row(notes_, [&](RowReader& row) {
        auto& note = record.notes.emplace_back();
        row.read(note.severity, note.text);
    });
    bind_row(trials_, record.id);
    for_each_row(trials_, [&](RowReader& row) {
        auto& trial = record.trials.emplace_back();
        row.read(trial.kind, trial.index, trial.duration_ns, trial.verified, trial.accepted, trial.note);
    });
    bind_row(transfers_, record.id);
    for_each_row(transfers_, [&](RowReader& row) {
        auto& transfer = record.transfers.emplace_back();
        row.read(transfer.kind, transfer.bytes, transfer.start_ns, transfer.duration_ns);
    });
}

std::vector<std::int64_t> CaseReader::read_launches(CaseRecord& record) {
    std::vector<std::int64_t> rows;
    bind_row(launches_, record.id);
    for_each_row(launches_, [&](RowReader& row) {
        auto& l = record.launches.emplace_back();
        row.read(rows.emplace_back(), l.index, l.stage.stage, l.stage.substage, l.stage.label, l.kernel,
                 l.grid.x, l.grid.y, l.grid.z, l.block.x, l.block.y, l.block.z, l.shared_bytes, l.registers,
                 l.bound_bytes, l.start_ns, l.duration_ns);
    });
    return rows;
}

void CaseReader::read_counters(CaseRecord& record, const std::vector<std::int64_t>& rows) {
    std::map<std::int64_t, bool> known;
    for (const auto& info : counter_catalogue()) known.emplace(static_cast<std::int64_t>(info.id), true);
    std::map<std::int64_t, std::size_t> unknown;
    std::size_t at = 0;
    bind_row(counters_, record.id);
    for_each_row(counters_, [&](RowReader& row) {
        std::int64_t launch = 0;
        std::int64_t counter = 0;
        CounterValue value;
        row.read(launch, counter, value.provenance, value.value);
        at = advance_to(launch, rows, at);
        if (!known.contains(counter)) {
            ++unknown[counter];
            return;
        }
        value.id = static_cast<CounterId>(counter);
        record.launches[at].counters.push_back(value);
    });
    for (const auto& [counter, count] : unknown) {
        SQLite::Statement name(database_, "SELECT name FROM counter WHERE id = ?");
        bind_row(name, counter);
        const auto text =
            name.executeStep() ? name.getColumn(0).getString() : "number " + std::to_string(counter);
        record.notes.push_back(
            {Severity::lost, fmt::format("{} values of the counter '{}' are not shown: a newer SortScope "
                                         "recorded them, and this one does not know the counter.",
                                         count, text)});
    }
}

void CaseReader::read_sites(CaseRecord& record, const std::vector<std::int64_t>& rows) {
    std::size_t at = 0;
    bind_row(launch_sites_, record.id);
    for_each_row(launch_sites_, [&](RowReader& row) {
        std::int64_t launch = 0;
        std::int64_t site_row = 0;
        SiteCounts s;
        row.read(launch, site_row, s.provenance, s.requests, s.threads, s.bytes, s.sectors, s.tags,
                 s.sizes[0], s.sizes[1], s.sizes[2], s.sizes[3], s.sizes_cc13[0], s.sizes_cc13[1],
                 s.sizes_cc13[2], s.conflicts, s.taken, s.divergent);
        s.site = site(site_row);
        at = advance_to(launch, rows, at);
        record.launches[at].sites.push_back(std::move(s));
    });
    const auto order = [](const SiteCounts& s) {
        return std::tie(s.site.file, s.site.line, s.site.column, s.site.kind, s.site.function, s.provenance);
    };
    for (auto& launch : record.launches)
        std::ranges::sort(launch.sites, [&](const auto& a, const auto& b) { return order(a) < order(b); });
}

const Device& CaseReader::device(std::int64_t id) {
    const auto found = devices_.find(id);
    if (found != devices_.end()) return found->second;
    SQLite::Statement select(
        database_,
        "SELECT id, backend_id, ordinal, name, uuid, cc_major, cc_minor, multiprocessors, warp_size, "
        "clock_khz, memory_clock_khz, memory_bus_bits, memory_bytes, l2_bytes, shared_per_block_bytes, "
        "max_threads_per_block, driver_version, cuda_version, cupti_version FROM device");
    for_each_row(select, [&](RowReader& row) {
        std::int64_t number = 0;
        Device d;
        row.read(number, d.backend, d.ordinal, d.name, d.uuid, d.cc_major, d.cc_minor, d.multiprocessors,
                 d.warp_size, d.clock_khz, d.memory_clock_khz, d.memory_bus_bits, d.memory_bytes, d.l2_bytes,
                 d.shared_per_block_bytes, d.max_threads_per_block, d.driver_version, d.cuda_version,
                 d.cupti_version);
        devices_.insert_or_assign(number, std::move(d));
    });
    const auto added = devices_.find(id);
    if (added == devices_.end()) throw damaged("a case of no device");
    return added->second;
}

const Site& CaseReader::site(std::int64_t id) {
    const auto found = sites_.find(id);
    if (found != sites_.end()) return found->second;
    SQLite::Statement select(database_, "SELECT id, kind_id, file, line, col, function FROM site");
    for_each_row(select, [&](RowReader& row) {
        std::int64_t number = 0;
        Site s;
        row.read(number, s.kind, s.file, s.line, s.column, s.function);
        sites_.insert_or_assign(number, std::move(s));
    });
    const auto added = sites_.find(id);
    if (added == sites_.end()) throw damaged("a count of no site");
    return added->second;
}

}  // namespace sortscope::db
