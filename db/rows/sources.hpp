// The texts of source files that the lines of cases are of.
#pragma once

#include <SQLiteCpp/Database.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/records.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {

/// By which equal texts are found: the UUID of version 5 (SHA-1) of the text's bytes, in a namespace of our
/// own.
std::string text_digest(std::string_view text);

/// The prepared statements of source texts. One for each connection; within transactions only.
class SourceWriter {
 public:
    explicit SourceWriter(SQLite::Database& database);
    /// Stores what is not there yet. Throws Contradiction where a text is too long, or two are of one file.
    void write(CaseId id, std::span<const SourceText> sources);

 private:
    std::int64_t id_of(const SourceText& source);

    SQLite::Database& database_;
    Statement find_, insert_, of_case_;
};

/// The texts of a case, by file; none where the file has none. Throws BadValue, also where a text is not the
/// one that its digest is of.
std::vector<SourceText> read_sources(SQLite::Database& database, CaseId id);

}  // namespace sortscope::db
