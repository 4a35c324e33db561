// Streams the launches of a case, and reads what is stored of their sums.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <SQLiteCpp/Database.h>

#include "core/metric/metric.hpp"
#include "core/records.hpp"
#include "db/read/reader.hpp"
#include "db/rows/interned.hpp"
#include "db/rows/stored_case.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {

/// One for each connection. Each call prepares what it needs and nothing else.
class LaunchReader {
 public:
    LaunchReader(SQLite::Database& database, Lookups& lookups) : database_(database), lookups_(lookups) {}

    using Each = std::function<bool(const LaunchRecord&)>;
    /// Calls `each` until it returns false. Throws BadValue where a launch of the case is missing or has a
    /// value out of its range.
    void stream(const CaseKey& key, const LaunchQuery& query, const Each& each);
    /// The times alone, of `count` launches (nothing: all) from `first` on. Throws BadValue as stream().
    void times(const CaseKey& key, std::uint64_t first, std::optional<std::uint64_t> count,
               const std::function<bool(const LaunchTime&)>& each);
    std::vector<LaunchSums> stages(const CaseKey& key);
    /// By stage, substage and kernel; nothing where `go_on` said no.
    std::optional<std::vector<LaunchSums>> substages(const CaseKey& key, const std::function<bool()>& go_on);
    /// Empty if none are stored. Throws BadValue where they cannot be those of the launches.
    std::vector<LaunchRun> runs(const CaseKey& key);
    /// Added up by site and provenance over launches `first` to `last`.
    std::vector<SiteCounts> sites(const CaseKey& key, std::uint64_t first, std::uint64_t last);
    /// Notes on counters of the case that this program does not know.
    std::vector<Note> unknown_counters(const CaseKey& key);

 private:
    /// Nothing if they are not stored. Throws BadValue where they cannot be those of the launches.
    std::optional<std::vector<LaunchSums>> stored_substages(const CaseKey& key);
    /// Reads sum_columns.
    void read_sum(RowReader& row, LaunchSums& sum);
    void read_launch(RowReader& row, const CaseKey& key, std::uint64_t expected, LaunchRecord& launch);

    SQLite::Database& database_;
    Lookups& lookups_;
};

}  // namespace sortscope::db
