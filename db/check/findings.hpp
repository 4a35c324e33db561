// Findings of a verification, and its checks of rows and cases.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <SQLiteCpp/Database.h>

#include "core/embedded.hpp"
#include "core/records.hpp"
#include "db/check/verify.hpp"
#include "db/read/reader.hpp"

namespace sortscope::db {

/// Findings named for each check and table; a sentence says that there are more.
inline constexpr std::size_t most_findings = 20;

class Findings {
 public:
    explicit Findings(std::vector<Finding>& findings) : findings_(findings) {}

    /// `remedy`: null for the usual one, to record the case or the file again.
    void add(const std::string& check, const std::string& table, std::optional<std::int64_t> row,
             std::optional<std::int64_t> in_case, std::string sentence, const char* remedy = nullptr);
    /// A finding about a case.
    void add(const std::string& check, const std::string& table, CaseId id, std::string sentence) {
        add(check, table, std::nullopt, static_cast<std::int64_t>(id), std::move(sentence));
    }
    /// Whether the case has a finding of that table.
    bool has(const std::string& table, CaseId id) const;

 private:
    std::vector<Finding>& findings_;
    std::map<std::pair<std::string, std::string>, std::size_t> counts_;
};

/// checks.sql. The build makes this function.
std::span<const EmbeddedFile> embedded_checks();

/// SQLite's integrity_check, references, the queries of checks.sql, row counts, counters and sites, names and
/// views.
void check_rows(SQLite::Database& database, Findings& findings);

/// Times, passes, launches, sums and everything else below a case, read as a reader reads it. Throws Error if
/// it cannot be read.
void check_case(const Reader& reader, const CaseRecord& listed, Findings& findings);

}  // namespace sortscope::db
