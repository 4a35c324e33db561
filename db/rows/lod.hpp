// What is stored beside very many launches, so that charts of them need not go through them all: runs of
// launches, and sums by substage.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/records.hpp"
#include "db/read/reader.hpp"
#include "db/rows/interned.hpp"
#include "db/rows/stored_case.hpp"
#include "db/rows/sums.hpp"

namespace sortscope::db {

/// Takes the launches of a case in order of their index, and puts those of each stream among launches_a_run
/// together.
class LaunchRuns {
 public:
    /// `origin`: 0 where unknown.
    void add(std::uint32_t index, std::int64_t origin, std::optional<std::int64_t> start_ns,
             std::optional<std::int64_t> duration_ns);
    /// In order of their first launch. None where a launch had no time, or where streams take turns so often
    /// that runs save little.
    const std::vector<LaunchRun>& runs() const { return runs_; }
    void clear();

 private:
    std::vector<LaunchRun> runs_;
    std::size_t first_of_these_ = 0;  ///< first run of those that the last launch is among
    std::size_t last_ = 0;            ///< run of the launch before
    bool given_up_ = false;
};

/// The prepared statements. One for each connection; within transactions only.
class LevelWriter {
 public:
    LevelWriter(SQLite::Database& database, InternedNames& strings);

    /// Where fewer launches are expected than have runs, none are made.
    void begin(CaseId id, std::uint64_t expected);
    /// Whether launches are as many as have runs, and sums by substage.
    bool wanted() const { return wanted_; }
    /// `origin` is the number of its row.
    void add(const LaunchRecord& launch, std::optional<std::int64_t> origin);
    /// Stores the runs, and the sums by substage, where the launches were many.
    void finish(const CaseSums::Sums& substages);

 private:
    InternedNames& strings_;
    Statement run_, sum_, value_;
    std::int64_t case_ = 0;
    std::uint64_t launches_ = 0;
    LaunchRuns runs_;
    bool wanted_ = false;
};

/// The runs of a case; none where there are none, or where those that there are cannot be those of its
/// launches.
std::vector<LaunchRun> read_launch_runs(SQLite::Database& database, const CaseKey& key);

/// The launches of a case added up by stage, substage and kernel, in order of the first; nothing where that
/// was not stored, or is not whole.
std::optional<std::vector<LaunchSums>> read_substage_sums(SQLite::Database& database, Lookups& lookups,
                                                          const CaseKey& key);

/// Those of the tables launch_run and substage_sum that have rows of the case which the two above did not
/// believe.
std::vector<std::string> odd_lod_tables(SQLite::Database& database, Lookups& lookups, const CaseKey& key);

}  // namespace sortscope::db
