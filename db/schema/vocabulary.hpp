// The vocabulary tables of a file: what the numbers in it mean, in its own rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace SQLite {
class Database;
}

namespace sortscope::db {

struct VocabularyRow {
    std::string table;
    std::int64_t id = 0;
    std::string name;
    std::string unit;  ///< counters only
    std::string description;
    friend auto operator<=>(const VocabularyRow&, const VocabularyRow&) = default;
};

/// The rows that this program gives a file: the enums of core/vocabulary.hpp and the catalogue of counters.
std::vector<VocabularyRow> vocabulary();

/// The rows that the file has in the same tables.
std::vector<VocabularyRow> stored_vocabulary(SQLite::Database& database);

/// Adds and corrects rows that the file lacks or words differently, in one transaction; rows of newer
/// programs stay. Writes nothing where the file is up to date.
void store_vocabulary(SQLite::Database& database);

}  // namespace sortscope::db
