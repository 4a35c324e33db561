// Streams the launches of a case, and reads their stored sums.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "db/read/case_reader.hpp"
#include "db/read/reader.hpp"

namespace sortscope::db {

/// One for each connection. Each call prepares only what it needs.
class LaunchReader {
 public:
    LaunchReader(SQLite::Database& database, Lookups& lookups) : database_(database), lookups_(lookups) {}

    /// Calls `each` until it returns false. Throws BadValue if a launch of the case is missing or has a value
    /// out of its range.
    void stream(const CaseKey& key, const LaunchQuery& query, const CaseSource::EachLaunch& each);
    /// The times alone, of `count` launches (nothing: all) from `first` on. Throws BadValue as stream().
    void times(const CaseKey& key, std::uint64_t first, std::optional<std::uint64_t> count,
               const std::function<bool(const LaunchTime&)>& each);
    std::vector<LaunchSums> stages(const CaseKey& key);
    /// By stage, substage and kernel, added up if the stored ones are damaged; nothing once `go_on` returns
    /// false.
    std::optional<std::vector<LaunchSums>> substages(const CaseKey& key, const std::function<bool()>& go_on);
    /// Nothing if not stored. Throws BadValue if they cannot be those of the launches.
    std::optional<std::vector<LaunchSums>> stored_substages(const CaseKey& key);
    /// Empty if not stored. Throws BadValue if they cannot be those of the launches.
    std::vector<LaunchRun> runs(const CaseKey& key);
    /// Added up by site and provenance over launches `first` to `last`.
    std::vector<SiteCounts> sites(const CaseKey& key, std::uint64_t first, std::uint64_t last);
    /// Notes on counters of the case that this program does not know.
    std::vector<Note> unknown_counters(const CaseKey& key);

 private:
    /// Reads sum_columns.
    void read_sum(RowReader& row, LaunchSums& sum);
    /// Reads value_columns. Leaves out a counter that only the file knows.
    void read_narrow(RowReader& row, std::vector<CounterValue>& counters);
    void read_launch(RowReader& row, const CaseKey& key, std::uint64_t expected, LaunchRecord& launch);

    SQLite::Database& database_;
    Lookups& lookups_;
};

/// The readers of an open file.
struct Contents {
    explicit Contents(SQLite::Database& open) : database(open) {}

    SQLite::Database& database;
    Lookups lookups{database};
    CaseReader cases{database, lookups};
    LaunchReader launches{database, lookups};
};

}  // namespace sortscope::db
