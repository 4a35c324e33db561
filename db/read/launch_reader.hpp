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
    /// Added up by site and provenance over launches `first` to `last`.
    std::vector<SiteCounts> sites(const CaseKey& key, std::uint64_t first, std::uint64_t last);
    /// Notes on counters of the case that this program does not know.
    std::vector<Note> unknown_counters(const CaseKey& key);

 private:
    void read_launch(RowReader& row, const CaseKey& key, std::uint64_t expected, LaunchRecord& launch);

    SQLite::Database& database_;
    Lookups& lookups_;
};

/// Values of one launch or sum: by number of the counter, then by provenance.
void order(std::vector<CounterValue>& counters);
/// Takes value_columns of the current row. A counter that this program does not know, but the file does, is
/// left out.
void read_narrow(RowReader& row, Lookups& lookups, std::vector<CounterValue>& counters);

}  // namespace sortscope::db
