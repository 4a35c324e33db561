// The launches of one case added up by stage, substage and kernel, straight from the tables: of a million
// launches no record is made, and what is simply added never leaves SQLite but into its sum.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/records.hpp"
#include "db/read/counter_cursor.hpp"
#include "db/read/launch_reader.hpp"
#include "db/rows/interned.hpp"

namespace sortscope::db {

/// For one use. The sums are those that StageSums makes of the same launches.
class SubstageSums {
 public:
    SubstageSums(SQLite::Database& database, Lookups& lookups, const CaseKey& key,
                 std::function<bool()> go_on);

    /// In order of the first launch. Nothing where `go_on` said no, and where a row holds what it must not,
    /// or is missing: reading the launches says what it is.
    std::optional<std::vector<LaunchSums>> added_up();

 private:
    bool take_launches();
    bool take_columns(const TakenSet& taken, const std::vector<const Metric*>& columns);
    bool take_one_by_one();

    SQLite::Database& database_;
    Lookups& lookups_;
    const CaseKey& key_;
    std::function<bool()> go_on_;
    LaunchRange range_;
    std::vector<LaunchSums> sums_;
    std::vector<std::uint32_t> group_of_;    ///< of each launch: its position in sums_
    std::vector<std::int64_t> duration_ns_;  ///< of each launch; below 0: not timed
};

}  // namespace sortscope::db
