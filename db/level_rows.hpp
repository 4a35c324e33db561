// What is stored beside very many launches, so that charts of them need not go through them all: runs of launches, and sums by substage.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/records.hpp"
#include "db/intern.hpp"
#include "db/launch_reader.hpp"
#include "db/reader.hpp"
#include "db/stage_sums.hpp"

namespace sortscope::db {

/// Takes the launches of a case in order of their index, and puts those of each stream among launches_a_run together.
class LaunchRuns {
 public:
    /// `origin`: 0 where unknown.
    void add(std::uint32_t index, std::int64_t origin, std::optional<std::int64_t> start_ns, std::optional<std::int64_t> duration_ns);
    /// In order of their first launch. None where a launch had no time, or where streams take turns so often that runs save little.
    const std::vector<LaunchRun>& runs() const { return runs_; }
    void clear();

 private:
    std::vector<LaunchRun> runs_;
    std::size_t first_of_these_ = 0;  ///<first run of those that the last launch is among
    std::size_t last_ = 0;            ///< run of the launch before
    bool given_up_ = false;
};

/// The prepared statements. One for each connection; within transactions only.
class LevelWriter {
 public:
    LevelWriter(SQLite::Database& database, InternedNames& phrases);

    /// Where fewer launches are expected than have runs, nothing is added up.
    void begin(CaseId id, std::uint64_t expected);
    /// `kernel` and `origin` are the numbers of their rows. Throws Error(data) where a sum passes 64 bits.
    void add(const LaunchRecord& launch, std::int64_t kernel, std::optional<std::int64_t> origin);
    /// Stores what was added, where the launches were many.
    void finish();

 private:
    void forget_sums();

    InternedNames& phrases_;
    Statement run_, sum_, value_;
    std::int64_t case_ = 0;
    std::uint64_t launches_ = 0;
    LaunchRuns runs_;
    StageSums sums_{StageSums::By::substage};
    std::vector<std::int64_t> kernels_;  ///< of the first launch of each sum
    struct Place {
        int stage = 0, substage = 0;
        std::int64_t kernel = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    struct PlaceHash {
        std::size_t operator()(const Place& place) const;
    };
    std::unordered_map<Place, std::size_t, PlaceHash> places_;  ///< of sums; found without the kernels' names
    bool wanted_ = false;
    bool too_many_ = false;              ///< substages
};

/// The runs of a case; none where there are none, or where those that there are cannot be those of its launches.
std::vector<LaunchRun> read_launch_runs(SQLite::Database& database, const CaseKey& key);

/// The launches of a case added up by stage, substage and kernel, in order of the first; nothing where that was not stored, or is not whole.
std::optional<std::vector<LaunchSums>> read_substage_sums(SQLite::Database& database, Lookups& lookups, const CaseKey& key);

/// Those of the tables launch_run and substage_sum that have rows of the case which the two above did not believe.
std::vector<std::string> odd_level_tables(SQLite::Database& database, Lookups& lookups, const CaseKey& key);

}  // namespace sortscope::db
