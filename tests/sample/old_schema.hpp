// Files of the schemas that older programs wrote, for tests and benchmarks: nothing of ours writes them any
// more.
#pragma once

#include <SQLiteCpp/Database.h>

#include <string>

#include "db/schema/schema.hpp"

namespace sortscope::sample {

/// Makes the tables, indexes and views of schema `version`, 1 or 2, and marks the file.
inline void create_old_schema(SQLite::Database& database, int version) {
    for (const auto& file : db::schema_files())
        if (file.version <= version) database.exec(std::string(file.sql));
    database.exec("PRAGMA application_id = " + std::to_string(db::application_id));
    database.exec("PRAGMA user_version = " + std::to_string(version));
}

}  // namespace sortscope::sample
