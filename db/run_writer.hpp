// Stores runs.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/records.hpp"

namespace sortscope::db {

/// "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx": a random UUID (RFC 4122, version 4).
std::string random_uuid();

/// A UUID (RFC 4122, version 5) made of what a run of an older file says when it begins: its number, start,
/// command, program version and host. Two copies of a file give a run the same one, whenever they are brought
/// to the newest schema.
std::string content_uuid(const RunRecord& run);

/// Stores a run with its notes, and gives it a uuid where it has none. Within a transaction only. `id` is its
/// number where it has one already.
RunId write_run(SQLite::Database& database, const RunRecord& run, std::optional<RunId> id = std::nullopt);

/// Stores notes of a run, numbered from `first` on.
void add_run_notes(SQLite::Database& database, RunId run, std::int64_t first, std::span<const Note> notes);

}  // namespace sortscope::db
