#include "db/run_writer.hpp"

#include <fmt/format.h>

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/string_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <random>
#include <string>

#include "db/intern.hpp"
#include "db/statement.hpp"

namespace sortscope::db {

std::string random_uuid() {
    std::random_device source;
    const auto bits = [&] { return static_cast<std::uint32_t>(source()); };
    const auto middle = bits();
    const auto last = bits();
    return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:04x}{:08x}", bits(), middle >> 16, middle & 0xfff,
                       0x8000 | (last >> 16 & 0x3fff), last & 0xffff, bits());
}

std::string content_uuid(const RunRecord& run) {
    // A namespace of our own, made up once: changing it makes copies disagree.
    const auto space = boost::uuids::string_generator()("6f0c1f1e-5d0a-4b53-9a3e-27c0b7a5d3c4");
    std::string name;
    for (const auto& part : {std::to_string(static_cast<std::int64_t>(run.id)), run.started_utc, run.command,
                             run.program_version, run.host.name, run.host.os, run.host.kernel, run.host.cpu})
        name += fmt::format("{}:{};", part.size(), part);
    return boost::uuids::to_string(boost::uuids::name_generator_sha1(space)(name));
}

RunId write_run(SQLite::Database& database, const RunRecord& run, std::optional<RunId> id) {
    InternedRows hosts(database, "host", {"name", "os", "kernel", "cpu", "threads", "memory_bytes"});
    const auto& h = run.host;
    Statement insert(database,
                     "INSERT INTO run (id, uuid, started_utc, ended_utc, command, program_version, host_id, "
                     "planned_cases, limit_count) "
                     "VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)");
    execute(
        insert, id, run.uuid.empty() ? random_uuid() : run.uuid, run.started_utc, run.ended_utc, run.command,
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

}  // namespace sortscope::db
