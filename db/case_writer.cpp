#include "db/case_writer.hpp"

#include <fmt/format.h>

#include "db/statement.hpp"

namespace sortscope::db {
namespace {

/// INSERT of `columns` values into every column of `table`, in the order of the schema.
std::string insert_all(const char* table, int columns) {
    std::string marks = "?";
    for (int i = 1; i < columns; ++i) marks += ", ?";
    return fmt::format("INSERT INTO {} VALUES ({})", table, marks);
}

}  // namespace

CaseWriter::CaseWriter(SQLite::Database& database)
    : database_(database),
      variants_(database, "variant", "name"),
      kernels_(database, "kernel", "name"),
      phrases_(database, "phrase", "text"),
      devices_(database, "device",
               {"name", "backend_id", "ordinal", "uuid", "cc_major", "cc_minor", "multiprocessors",
                "warp_size", "clock_khz", "memory_clock_khz", "memory_bus_bits", "memory_bytes", "l2_bytes",
                "shared_per_block_bytes", "max_threads_per_block", "driver_version", "cuda_version",
                "cupti_version"}),
      sites_(database, "site", {"file", "line", "col", "kind_id", "function"}),
      case_(database,
            "INSERT INTO sort_case (run_id, variant_id, key_id, distribution_id, n, seed, input_file, entropy_bits, block, "
            "device_id, "
            "backend_id, status_id, message, padded, bound_bytes, cache_state_id, time_median_ns, "
            "time_min_ns, time_max_ns, "
            "time_spread, time_count, time_stop_id, collect_ns) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      parameter_(database, insert_all("case_parameter", 3)),
      note_(database, insert_all("case_note", 4)),
      trial_(database, insert_all("trial", 8)),
      transfer_(database, insert_all("transfer", 6)),
      launch_(database,
              "INSERT INTO launch (case_id, launch_index, stage, substage, label_id, kernel_id, grid_x, "
              "grid_y, grid_z, "
              "block_x, block_y, block_z, shared_bytes, registers, bound_bytes, start_ns, duration_ns) "
              "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      counter_(database, insert_all("launch_counter", 4)),
      launch_site_(database, insert_all("launch_site", 18)) {}

CaseId CaseWriter::write(RunId run, const CaseRecord& record) {
    const CaseId id = write_summary(run, record);
    for (const auto& [name, value] : record.config.params) execute(parameter_, id, phrases_.id(name), value);
    std::int64_t position = 0;
    for (const auto& note : record.notes) execute(note_, id, position++, note.severity, note.text);
    position = 0;
    for (const auto& trial : record.trials)
        execute(trial_, id, position++, trial.kind, trial.index, trial.duration_ns, trial.verified,
                trial.accepted, trial.note);
    position = 0;
    for (const auto& transfer : record.transfers)
        execute(transfer_, id, position++, transfer.kind, transfer.bytes, transfer.start_ns,
                transfer.duration_ns);
    for (const auto& launch : record.launches) write_launch(id, launch);
    return id;
}

CaseId CaseWriter::write_summary(RunId run, const CaseRecord& record) {
    const auto& work = record.workload;
    const auto& time = record.time;
    const auto of_time = [&](auto TimeSummary::*field) {
        using Value = std::remove_cvref_t<decltype((*time).*field)>;
        return time ? std::optional<Value>((*time).*field) : std::nullopt;
    };
    std::optional<std::int64_t> stop;
    if (time) stop = phrases_.id(time->stopped_by);
    execute(case_, run, variants_.id(record.variant), work.key, work.distribution, work.n, work.seed,
            work.file, work.entropy_bits, record.config.block, device_id(record.device), record.backend, record.status,
            record.message, record.padded, record.bound_bytes, phrases_.id(record.cache_state),
            of_time(&TimeSummary::median_ns), of_time(&TimeSummary::min_ns), of_time(&TimeSummary::max_ns),
            of_time(&TimeSummary::spread), of_time(&TimeSummary::count), stop, record.collect_ns);
    return CaseId{database_.getLastInsertRowid()};
}

void CaseWriter::write_launch(CaseId id, const LaunchRecord& launch) {
    execute(launch_, id, launch.index, launch.stage.stage, launch.stage.substage,
            phrases_.id(launch.stage.label), kernels_.id(launch.kernel), launch.grid.x, launch.grid.y,
            launch.grid.z, launch.block.x, launch.block.y, launch.block.z, launch.shared_bytes,
            launch.registers, launch.bound_bytes, launch.start_ns, launch.duration_ns);
    const std::int64_t row = database_.getLastInsertRowid();
    for (const auto& counter : launch.counters)
        execute(counter_, row, counter.id, counter.provenance, counter.value);
    for (const auto& s : launch.sites)
        execute(launch_site_, row, site_id(s.site), s.provenance, s.requests, s.threads, s.bytes, s.sectors,
                s.tags, s.sizes[0], s.sizes[1], s.sizes[2], s.sizes[3], s.sizes_cc13[0], s.sizes_cc13[1],
                s.sizes_cc13[2], s.conflicts, s.taken, s.divergent);
}

std::int64_t CaseWriter::device_id(const Device& d) {
    return devices_.id(d.name, d.backend, d.ordinal, d.uuid, d.cc_major, d.cc_minor, d.multiprocessors,
                       d.warp_size, d.clock_khz, d.memory_clock_khz, d.memory_bus_bits, d.memory_bytes,
                       d.l2_bytes, d.shared_per_block_bytes, d.max_threads_per_block, d.driver_version,
                       d.cuda_version, d.cupti_version);
}

std::int64_t CaseWriter::site_id(const Site& site) {
    const auto found = known_sites_.find(site);
    if (found != known_sites_.end()) return found->second;
    const auto id = sites_.id(site.file, site.line, site.column, site.kind, site.function);
    known_sites_.emplace(site, id);
    return id;
}

void CaseWriter::forget() {
    variants_.forget();
    kernels_.forget();
    phrases_.forget();
    known_sites_.clear();
}

}  // namespace sortscope::db
