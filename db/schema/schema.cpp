#include "db/schema/schema.hpp"

#include <string_view>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "db/schema/wide_tables.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {

/// The statements of the SQL files that begin with `create`, by the name that follows it.
SchemaObjects statements_of(std::string_view create) {
    SchemaObjects objects;
    for (const auto& file : embedded_schema())
        for (auto at = file.text.find(create); at != std::string_view::npos;
             at = file.text.find(create, at + 1)) {
            const auto sql = file.text.substr(at, file.text.find(";\n", at) - at);
            const auto name = sql.substr(create.size(), sql.find(' ', create.size()) - create.size());
            objects.emplace(name, sql);
        }
    return objects;
}

}  // namespace

FileIdentity identify(SQLite::Database& database) {
    FileIdentity identity;
    identity.application = database.execAndGet("PRAGMA application_id").getInt();
    identity.version = database.execAndGet("PRAGMA user_version").getInt();
    identity.empty = identity.application == 0 && identity.version == 0 &&
                     database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
    return identity;
}

const SchemaObjects& fixed_tables() {
    static const auto tables = statements_of("CREATE TABLE ");
    return tables;
}

const SchemaObjects& fixed_views() {
    static const auto views = statements_of("CREATE VIEW ");
    return views;
}

void check_tables(SQLite::Database& database) {
    std::map<std::string, bool, std::less<>> plain;  // name -> whether it is an ordinary table
    for_each_row(
        database, "SELECT 0, type, name, coalesce(rootpage, 0) FROM sqlite_master", "sqlite_master",
        [&](RowReader& row) {
            std::string type;
            std::string name;
            std::int64_t page = 0;
            row.skip();
            row.read(type, name, range::any(page));
            if (type == "trigger")
                throw BadValue(fmt::format("it has a trigger, '{}', and SortScope writes none", name));
            if (type == "table" || type == "view") plain[name] = type == "table" && page > 0;
        });
    const auto check = [&](const std::string& table) {
        if (!plain.at(table))
            throw BadValue(
                fmt::format("'{}' is not a table in it, but something that runs SQL of its own", table));
    };
    for (const auto& [table, sql] : fixed_tables()) {
        if (!plain.contains(table)) throw BadValue(fmt::format("it lacks the table '{}'", table));
        check(table);
    }
    // A writer adds those that the catalogue of its day had not.
    for (const auto& set : metric_sets())
        for (const auto& table : {counter_table(set), sum_table(set)})
            if (plain.contains(table)) check(table);
}

void create_schema(SQLite::Database& database) {
    for (const auto& file : embedded_schema()) database.exec(std::string(file.text));
    for (const auto& sql : catalogue_changes(database)) database.exec(sql);
    database.exec(
        fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", application_id, schema_version));
}

void update_schema(SQLite::Database& database) {
    if (catalogue_changes(database).empty()) return;
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    for (const auto& sql : catalogue_changes(database)) database.exec(sql);
    transaction.commit();
}

}  // namespace sortscope::db
