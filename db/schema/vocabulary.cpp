#include "db/schema/vocabulary.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <set>

#include "core/metric/metric.hpp"
#include "core/vocabulary.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {

template <class E>
void add_enum(std::vector<VocabularyRow>& rows, const char* table) {
    for (const auto& row : EnumTable<E>::names())
        rows.push_back({table,
                        static_cast<std::int64_t>(row.value),
                        std::string(row.name),
                        {},
                        std::string(row.description)});
}

/// Rows that the file lacks or words differently.
std::vector<VocabularyRow> missing_rows(SQLite::Database& database) {
    const auto stored = stored_vocabulary(database);
    const std::set<VocabularyRow> known(stored.begin(), stored.end());
    auto rows = vocabulary();
    std::erase_if(rows, [&](const VocabularyRow& row) { return known.contains(row); });
    return rows;
}

}  // namespace

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
        rows.push_back({"counter", static_cast<std::int64_t>(row->counter), std::string(row->id),
                        std::string(row->unit), std::string(row->sentence)});
    return rows;
}

std::vector<VocabularyRow> stored_vocabulary(SQLite::Database& database) {
    std::vector<VocabularyRow> rows;
    std::set<std::string> tables;
    for (const auto& row : vocabulary()) tables.insert(row.table);
    for (const auto& table : tables)
        for_each_row(database,
                     fmt::format("SELECT id, name, {}, description FROM {} ORDER BY id",
                                 table == "counter" ? "unit" : "''", table),
                     table.c_str(), [&](RowReader& row) {
                         auto& stored = rows.emplace_back();
                         stored.table = table;
                         row.read(range::any(stored.id), stored.name, stored.unit, stored.description);
                     });
    return rows;
}

void store_vocabulary(SQLite::Database& database) {
    if (missing_rows(database).empty()) return;
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    for (const auto& row : missing_rows(database)) {
        // An upsert, not a replacement: rows elsewhere refer to these.
        const bool counter = row.table == "counter";
        Statement upsert(
            database,
            fmt::format("INSERT INTO {} (id, name, description{}) VALUES (?1, ?2, ?3{}) ON CONFLICT (id) DO "
                        "UPDATE SET name = ?2, description = ?3{}",
                        row.table, counter ? ", unit" : "", counter ? ", ?4" : "",
                        counter ? ", unit = ?4" : ""));
        RowWriter writer(upsert);
        writer.write(row.id, row.name, row.description);
        if (counter) writer.write(row.unit);
        upsert.step();
    }
    transaction.commit();
}

}  // namespace sortscope::db
