// Reads cases: summaries, and what is below them.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/records.hpp"
#include "db/reader.hpp"

namespace sortscope::db {

/// The prepared statements of a case. One for each connection; a few statements a case, however many launches
/// it has.
class CaseReader {
 public:
    explicit CaseReader(SQLite::Database& database);

    std::vector<CaseRecord> list(const CaseFilter& filter);
    /// Nothing where there is no such case.
    std::optional<CaseRecord> read(CaseId id, Detail detail);

 private:
    std::vector<CaseRecord> read_summaries(SQLite::Statement& statement);
    void read_parameters(std::vector<CaseRecord>& cases);
    void read_details(CaseRecord& record);
    std::vector<std::int64_t> read_launches(CaseRecord& record);
    void read_counters(CaseRecord& record, const std::vector<std::int64_t>& rows);
    void read_sites(CaseRecord& record, const std::vector<std::int64_t>& rows);
    const Device& device(std::int64_t id);
    const Site& site(std::int64_t id);

    SQLite::Database& database_;
    std::unordered_map<std::int64_t, Device> devices_;
    std::unordered_map<std::int64_t, Site> sites_;
    SQLite::Statement case_, parameters_, notes_, trials_, transfers_, launches_, counters_, launch_sites_;
};

}  // namespace sortscope::db
