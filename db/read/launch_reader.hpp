// Streams the launches of a case, and reads their stored sums.
#pragma once

#include "db/read/case_reader.hpp"

namespace sortscope::db {
/// Each connection needs its own reader.
class LaunchReader {
 public:
    LaunchReader(Database& database, Lookups& lookups) : database_(database), lookups_(lookups) {}

    /// Calls `each` until it returns false. Throws BadValue, also if a launch is missing.
    void stream(const CaseKey& key, const LaunchQuery& query, const CaseSource::EachLaunch& each);
    /// Streams the times of `count` launches (absent: all) from `first` on, like stream().
    void times(const CaseKey& key, uint64_t first, std::optional<uint64_t> count,
               const std::function<bool(const LaunchTime&)>& each);
    std::vector<LaunchSums> stages(const CaseKey& key);
    /// Adds up launches if sums are damaged or not stored; std::nullopt once `go_on` returns false.
    std::optional<std::vector<LaunchSums>> substages(const CaseKey& key, const std::function<bool()>& go_on);
    /// Stored sums, if any. Throws BadValue if sums contradict the launches.
    std::optional<std::vector<LaunchSums>> stored_substages(const CaseKey& key);
    /// Stored groups, if any. Throws BadValue if groups contradict the launches.
    std::vector<LaunchGroup> groups(const CaseKey& key);
    /// Sums by site and provenance over launches `first` to `last`.
    std::vector<SiteCounts> sites(const CaseKey& key, uint64_t first, uint64_t last);
    /// A note for each counter that this program does not know.
    std::vector<Note> unknown_counters(const CaseKey& key);

 private:
    struct StoredSums;
    StoredSums read_sums(const CaseKey& key, const char* table, const char* id, const char* values,
                         const char* order);
    /// Reads value_columns; drops counters that this program does not know.
    void read_narrow(RowReader& row, std::vector<CounterValue>& counters);
    void read_launch(RowReader& row, const CaseKey& key, uint64_t expected, LaunchRecord& launch);

    Database& database_;
    Lookups& lookups_;
};

/// The readers of an open file.
struct Contents {
    explicit Contents(Database& open) : database(open) {}

    Database& database;
    Lookups lookups{database};
    CaseReader cases{database, lookups};
    LaunchReader launches{database, lookups};
};
}
