#include "db/schema/schema.hpp"

#include <set>

#include <SQLiteCpp/SQLiteCpp.h>

#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {
/// Statements that begin with `create`, by the next word.
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

template <class E>
void add_enum(std::vector<VocabularyRow>& rows, const char* table) {
    for (const auto& [value, name, description] : EnumTable<E>::names())
        rows.push_back({table, int64_t(value), std::string(name), {}, std::string(description)});
}

std::vector<VocabularyRow> missing_rows(Database& database) {
    const auto stored = stored_vocabulary(database);
    const std::set<VocabularyRow> known(stored.begin(), stored.end());
    auto rows = vocabulary();
    std::erase_if(rows, [&](const VocabularyRow& row) { return known.contains(row); });
    return rows;
}
}  // namespace

FileIdentity identify(Database& database) {
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

void check_tables(Database& database) {
    std::map<std::string, bool, std::less<>> plain;  // by name; true: an ordinary table
    Statement select(database, "SELECT 0, type, name, coalesce(rootpage, 0) FROM sqlite_master");
    for_each_row(select, "sqlite_master", [&](RowReader& row) {
        std::string type, name;
        int64_t page = 0;
        row.skip();
        row.read(type, name, range::any(page));
        if (type == "trigger") throw BadValue("it has a trigger, '{}', and SortScope writes none", name);
        if (type == "table" || type == "view") plain[name] = type == "table" && page > 0;
    });
    const auto check = [&](const std::string& table) {
        if (!plain.at(table))
            throw BadValue("'{}' is not a table in it, but something that runs SQL of its own", table);
    };
    for (const auto& [table, sql] : fixed_tables()) {
        if (!plain.contains(table)) throw BadValue("it lacks the table '{}'", table);
        check(table);
    }
    // Wide tables may be missing: the next writer adds them.
    for (const auto& set : metric_sets())
        for (const auto& table : {counter_table(set), sum_table(set)})
            if (plain.contains(table)) check(table);
}

void create_schema(Database& database) {
    for (const auto& file : embedded_schema()) database.exec(std::string(file.text));
    for (const auto& sql : catalogue_changes(database)) database.exec(sql);
    database.exec(
        fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", application_id, schema_version));
}

void update_schema(Database& database) {
    if (catalogue_changes(database).empty()) return;
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    for (const auto& sql : catalogue_changes(database)) database.exec(sql);
    transaction.commit();
}

std::vector<VocabularyRow> vocabulary() {
    std::vector<VocabularyRow> rows;
    add_enum<Provenance>(rows, "provenance");
    add_enum<KeyType>(rows, "key_type");
    add_enum<Distribution>(rows, "distribution");
    add_enum<Promise>(rows, "promise");
    add_enum<BackendKind>(rows, "backend");
    add_enum<TrialKind>(rows, "trial_kind");
    add_enum<TimeMode>(rows, "time_mode");
    add_enum<CaseStatus>(rows, "case_status");
    add_enum<SiteKind>(rows, "site_kind");
    add_enum<TransferKind>(rows, "transfer_kind");
    add_enum<Severity>(rows, "severity");
    for (const auto* row : counter_metrics())
        rows.push_back({"counter", int64_t(row->counter), std::string(row->id), std::string(row->unit),
                        std::string(row->sentence)});
    return rows;
}

std::vector<VocabularyRow> stored_vocabulary(Database& database) {
    std::vector<VocabularyRow> rows;
    std::set<std::string> tables;
    for (const auto& row : vocabulary()) tables.insert(row.table);
    for (const auto& table : tables) {
        Statement select(database, fmt::format("SELECT id, name, {}, description FROM {} ORDER BY id",
                                               table == "counter" ? "unit" : "''", table));
        for_each_row(select, table.c_str(), [&](RowReader& row) {
            auto& stored = rows.emplace_back();
            stored.table = table;
            row.read(range::any(stored.id), stored.name, stored.unit, stored.description);
        });
    }
    return rows;
}

void store_vocabulary(Database& database) {
    if (missing_rows(database).empty()) return;
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    for (const auto& row : missing_rows(database)) {
        // Upsert, because replacing a row would break references.
        const bool counter = row.table == "counter";
        Statement upsert(
            database,
            insert_sql(row.table, counter ? "id, name, description, unit" : "id, name, description") +
                " ON CONFLICT (id) DO UPDATE SET name = excluded.name, description = excluded.description" +
                (counter ? ", unit = excluded.unit" : ""));
        if (counter)
            execute(upsert, row.id, row.name, row.description, row.unit);
        else
            execute(upsert, row.id, row.name, row.description);
    }
    transaction.commit();
}
}
