#include "db/schema.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <string>

namespace sortscope::db {

int newest_version(std::span<const Migration> steps) { return steps.empty() ? 0 : steps.back().version; }

FileIdentity identify(SQLite::Database& database) {
    FileIdentity found;
    found.application = database.execAndGet("PRAGMA application_id").getInt();
    found.version = database.execAndGet("PRAGMA user_version").getInt();
    found.empty = found.application == 0 && found.version == 0 &&
                  database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
    return found;
}

void migrate(SQLite::Database& database, std::span<const Migration> steps) {
    while (identify(database).version < newest_version(steps)) {
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        const int from = identify(database).version;
        int to = from;
        for (const auto& step : steps) {
            if (step.version <= from) continue;
            if (to != from && step.version != to) break;
            to = step.version;
            database.exec(std::string(step.sql));
        }
        database.exec("PRAGMA application_id = " + std::to_string(application_id));
        database.exec("PRAGMA user_version = " + std::to_string(to));
        transaction.commit();
    }
}

}  // namespace sortscope::db
