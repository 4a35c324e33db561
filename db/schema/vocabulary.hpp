// The vocabulary tables of a file: what the numbers in it mean, in its own rows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace SQLite {
class Database;
}

namespace sortscope::db {

/// One row that a vocabulary table has to have.
struct VocabularyRow {
    std::int64_t id = 0;
    std::string name;
    std::string unit;  ///< counters only
    std::string description;
    friend bool operator==(const VocabularyRow&, const VocabularyRow&) = default;
};

/// A vocabulary table, and the rows that this program gives it.
struct VocabularyTable {
    std::string_view table;
    bool has_unit = false;
    std::vector<VocabularyRow> rows;
};

/// The enum tables of core/vocabulary.hpp and the counter catalogue.
std::vector<VocabularyTable> vocabulary();

/// Rows of `table` as the file has them, by id.
std::vector<VocabularyRow> stored_rows(SQLite::Database& database, const VocabularyTable& table);

/// Adds `rows` to `table`, and words those that are there as they are given. Within a transaction only.
void store_rows(SQLite::Database& database, const VocabularyTable& table,
                const std::vector<VocabularyRow>& rows);

/// Adds and corrects rows that the file lacks or words differently, in one transaction; rows of newer
/// programs stay. Writes nothing where the file is up to date.
void store_vocabulary(SQLite::Database& database);

}  // namespace sortscope::db
