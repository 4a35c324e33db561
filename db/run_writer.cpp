#include "db/run_writer.hpp"

#include <fmt/format.h>

#include <random>

#include "db/intern.hpp"
#include "db/statement.hpp"

namespace sortscope::db {

std::string random_uuid() {
    std::random_device source;
    const auto bits = [&] { return static_cast<std::uint32_t>(source()); };
    const auto middle = bits();
    const auto last = bits();
    return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:04x}{:08x}", bits(), middle >> 16, middle & 0xfff, 0x8000 | (last >> 16 & 0x3fff),
                       last & 0xffff, bits());
}

RunId write_run(SQLite::Database& database, const RunRecord& run, std::optional<RunId> id) {
    InternedRows hosts(database, "host", {"name", "os", "kernel", "cpu", "threads", "memory_bytes"});
    const auto& h = run.host;
    Statement insert(database,
                     "INSERT INTO run (id, uuid, started_utc, ended_utc, command, program_version, host_id, planned_cases) "
                     "VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    execute(insert, id, run.uuid.empty() ? random_uuid() : run.uuid, run.started_utc, run.ended_utc, run.command, run.program_version,
            hosts.id(h.name, h.os, h.kernel, h.cpu, h.threads, h.memory_bytes), run.planned_cases);
    const RunId stored{database.getLastInsertRowid()};
    add_run_notes(database, stored, 0, run.notes);
    return stored;
}

void add_run_notes(SQLite::Database& database, RunId run, std::int64_t first, std::span<const Note> notes) {
    Statement insert(database, "INSERT INTO run_note (run_id, position, severity_id, text) VALUES (?, ?, ?, ?)");
    for (const auto& note : notes) execute(insert, run, first++, note.severity, note.text);
}

}  // namespace sortscope::db
