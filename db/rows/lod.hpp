// What is stored beside very many launches, so that charts of them need not read them all: runs of launches,
// and sums by substage.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "core/records.hpp"
#include "db/read/reader.hpp"
#include "db/rows/interned.hpp"
#include "db/rows/stored_case.hpp"

namespace sortscope::db {

/// Takes the launches of a case in order of their index, and puts those of each stream among launches_a_run
/// together.
class LaunchRuns {
 public:
    /// `origin`: 0 where unknown.
    void add(std::uint32_t index, std::int64_t origin, std::optional<std::int64_t> start_ns,
             std::optional<std::int64_t> duration_ns);
    /// In order of their first launch; empty if a launch had no time, or where streams take turns so often
    /// that runs save little.
    const std::vector<LaunchRun>& runs() const { return runs_; }
    void clear();

 private:
    std::vector<LaunchRun> runs_;
    std::size_t first_of_these_ = 0;  ///< first run of those that the last launch is among
    std::size_t last_ = 0;            ///< run of the launch before
    bool given_up_ = false;
};

/// The runs of a case; empty if none are stored. Throws BadValue where they cannot be those of its launches.
std::vector<LaunchRun> read_launch_runs(SQLite::Database& database, const CaseKey& key);

/// The launches of a case added up by stage, substage and kernel, in order of the first; nothing if that was
/// not stored. Throws BadValue where they cannot be those of its launches.
std::optional<std::vector<LaunchSums>> read_substage_sums(SQLite::Database& database, Lookups& lookups,
                                                          const CaseKey& key);

}  // namespace sortscope::db
