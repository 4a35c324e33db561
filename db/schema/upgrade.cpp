#include "db/schema/upgrade.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <string>
#include <vector>

#include "db/read/case_reader.hpp"
#include "db/read/launch_reader.hpp"
#include "db/schema/schema.hpp"
#include "db/schema/vocabulary.hpp"
#include "db/schema/wide_tables.hpp"
#include "db/sqlite/connection.hpp"
#include "db/write/case_writer.hpp"

namespace sortscope::db {
namespace {

/// Rows of a vocabulary table that only a newer program knows are carried over.
using Vocabulary = std::vector<std::pair<VocabularyTable, std::vector<VocabularyRow>>>;

Vocabulary read_vocabulary(SQLite::Database& old) {
    Vocabulary all;
    for (auto& table : vocabulary())
        if (old.tableExists(std::string(table.table))) {
            auto rows = stored_rows(old, table);
            all.emplace_back(std::move(table), std::move(rows));
        }
    return all;
}

void drop_everything(SQLite::Database& database) {
    // Tables take their indexes along.
    std::vector<std::pair<std::string, std::string>> objects;
    for_each_row(database,
                 "SELECT 0, type, name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT GLOB "
                 "'sqlite_*'",
                 "sqlite_master", [&](RowReader& row) {
                     auto& [type, name] = objects.emplace_back();
                     row.skip();
                     row.read(type, name);
                 });
    for (const auto& [type, name] : objects) database.exec(fmt::format("DROP {} {}", type, quoted(name)));
}

}  // namespace

void upgrade(SQLite::Database& database, const std::filesystem::path& path, std::chrono::milliseconds wait) {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    const int version = identify(database).version;
    if (version >= newest_version()) return;

    // A second connection goes on seeing the file as it was.
    SQLite::Database old(std::filesystem::absolute(path).string(),
                         SQLite::OPEN_READONLY | SQLite::OPEN_NOMUTEX, static_cast<int>(wait.count()));
    distrust(old);
    sqlite3_db_config(old.getHandle(), SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    SQLite::Transaction one_state(old);
    check_tables(old, version);
    const auto sql = layout(version);
    Lookups lookups(old, sql.kernels);
    CaseReader cases(old, sql, lookups);
    LaunchReader launches(old, sql, lookups);

    const auto words = read_vocabulary(old);
    drop_everything(database);
    create_schema(database);
    for (const auto& [table, rows] : words) store_rows(database, table, rows);

    for (auto& run : cases.runs()) {
        run.uuid = content_uuid(run);
        write_run(database, run, run.id);
    }
    CaseWriter writer(database);
    for (auto& stored : cases.list({})) {
        cases.read_details(stored);
        writer.begin(stored.record.run, stored.record, stored.record.id);
        launches.stream(stored.key, LaunchQuery{.sites = true}, [&](const LaunchRecord& launch) {
            writer.launches().add(launch);
            return true;
        });
        writer.launches().finish(stored.record.passes);
    }
    transaction.commit();
}

}  // namespace sortscope::db
