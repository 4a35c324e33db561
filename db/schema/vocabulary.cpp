#include "db/schema/vocabulary.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>

#include "core/metric/metric.hpp"
#include "core/vocabulary.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {

template <class E>
VocabularyTable enum_table(std::string_view table) {
    VocabularyTable result{table, false, {}};
    for (const auto& row : EnumTable<E>::names())
        result.rows.push_back(
            {static_cast<std::int64_t>(row.value), std::string(row.name), {}, std::string(row.description)});
    return result;
}

VocabularyTable counter_rows_table() {
    VocabularyTable result{"counter", true, {}};
    for (const auto* row : counter_metrics())
        result.rows.push_back({static_cast<std::int64_t>(row->counter), std::string(row->id),
                               std::string(row->unit), std::string(row->sentence)});
    return result;
}

/// Rows of `table` that the file lacks or words differently.
std::vector<VocabularyRow> missing_rows(SQLite::Database& database, const VocabularyTable& table) {
    const auto stored = stored_rows(database, table);
    std::vector<VocabularyRow> missing;
    for (const auto& row : table.rows)
        if (std::ranges::find(stored, row) == stored.end()) missing.push_back(row);
    return missing;
}

}  // namespace

std::vector<VocabularyTable> vocabulary() {
    return {enum_table<Provenance>("provenance"),     enum_table<KeyType>("key_type"),
            enum_table<Distribution>("distribution"), enum_table<Promise>("promise"),
            enum_table<BackendKind>("backend"),       enum_table<TrialKind>("trial_kind"),
            enum_table<TimeMode>("time_mode"),        enum_table<CaseStatus>("case_status"),
            enum_table<SiteKind>("site_kind"),        enum_table<TransferKind>("transfer_kind"),
            enum_table<Severity>("severity"),         counter_rows_table()};
}

std::vector<VocabularyRow> stored_rows(SQLite::Database& database, const VocabularyTable& table) {
    std::vector<VocabularyRow> rows;
    for_each_row(database,
                 fmt::format("SELECT id, name, {}, description FROM {} ORDER BY id",
                             table.has_unit ? "unit" : "''", table.table),
                 table.table.data(), [&](RowReader& row) {
                     auto& stored = rows.emplace_back();
                     row.read(range::any(stored.id), stored.name, stored.unit, stored.description);
                 });
    return rows;
}

void store_rows(SQLite::Database& database, const VocabularyTable& table,
                const std::vector<VocabularyRow>& rows) {
    if (rows.empty()) return;
    // An upsert, not a replacement: rows elsewhere refer to these.
    Statement upsert(
        database,
        fmt::format(
            "INSERT INTO {0} (id, name, description{1}) VALUES (?, ?, ?{2}) ON CONFLICT (id) DO UPDATE "
            "SET name = excluded.name, description = excluded.description{3}",
            table.table, table.has_unit ? ", unit" : "", table.has_unit ? ", ?" : "",
            table.has_unit ? ", unit = excluded.unit" : ""));
    for (const auto& row : rows) {
        if (table.has_unit)
            execute(upsert, row.id, row.name, row.description, row.unit);
        else
            execute(upsert, row.id, row.name, row.description);
    }
}

void store_vocabulary(SQLite::Database& database) {
    const auto tables = vocabulary();
    const auto complete = [&](const VocabularyTable& table) { return missing_rows(database, table).empty(); };
    if (std::ranges::all_of(tables, complete)) return;
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    for (const auto& table : tables) store_rows(database, table, missing_rows(database, table));
    transaction.commit();
}

}  // namespace sortscope::db
