#include "db/check/finding_rows.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "db/check/verify_rows.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {

std::string cell_text(sqlite3_stmt* statement, int column) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
    return text == nullptr
               ? "nothing"
               : std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
}

std::optional<std::int64_t> cell_number(sqlite3_stmt* statement, int column) {
    if (sqlite3_column_type(statement, column) != SQLITE_INTEGER) return std::nullopt;
    return sqlite3_column_int64(statement, column);
}

void FindingRows::find(const std::string& check, const std::string& table, const std::string& sql,
                       const std::string& remedy) {
    try {
        Statement statement(database_, fmt::format("SELECT * FROM ({}) LIMIT {}", sql, most_findings + 1));
        std::size_t count = 0;
        while (statement.step()) {
            auto* const handle = statement.handle();
            if (++count > most_findings) {
                findings_.push_back({check, table, std::nullopt, std::nullopt,
                                     "There are more of these than are named here.", remedy});
                return;
            }
            findings_.push_back(
                {check, table, cell_number(handle, 0), cell_number(handle, 1), cell_text(handle, 2), remedy});
        }
    } catch (const SQLite::Exception& exception) {
        findings_.push_back({check, table, std::nullopt, std::nullopt,
                             fmt::format("It cannot be checked: {}.", exception.what()), take_from_copy});
    }
}

void FindingRows::add(const std::string& check, const std::string& table, std::int64_t row,
                      std::string sentence, const std::string& remedy) {
    findings_.push_back({check, table, row, std::nullopt, std::move(sentence), remedy});
}

std::vector<std::pair<std::string, std::string>> FindingRows::columns(const std::string& table) {
    std::vector<std::pair<std::string, std::string>> all;
    Statement select(database_, "SELECT cid, name, type FROM pragma_table_info(?)");
    bind_row(select, table);
    for_each_row(select, "sqlite_master", [&](RowReader& row) {
        auto& [name, type] = all.emplace_back();
        row.skip();
        row.read(name, type);
    });
    return all;
}

std::vector<std::string> FindingRows::tables() {
    std::vector<std::string> all;
    for_each_row(
        database_,
        "SELECT 0, name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY name",
        "sqlite_master", [&](RowReader& row) {
            row.skip();
            row.read(all.emplace_back());
        });
    return all;
}

}  // namespace sortscope::db
