// Times of cases beside those in the case's own row: in other modes, and by round.
#pragma once

#include <SQLiteCpp/Database.h>

#include <span>
#include <vector>

#include "core/records.hpp"
#include "db/rows/interned.hpp"
#include "db/rows/stored_case.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {

/// The prepared statements of times. One for each connection; within transactions only.
class TimeWriter {
 public:
    TimeWriter(SQLite::Database& database, InternedNames& strings);

    /// Stores the summaries of a case that are not of its headline's mode.
    void write_others(CaseId id, std::span<const TimeSummary> others);
    /// Stores the rounds of a summary. `mode`: of the case where the summary is its headline.
    void write_rounds(CaseId id, TimeMode mode, std::span<const RoundTime> rounds);
    /// Takes all of it out again, for it to be renewed.
    void erase(CaseId id);

 private:
    InternedNames& strings_;
    Statement other_, round_, erase_others_, erase_rounds_;
};

/// What is wrong with a summary whose shortest trial is longer than its longest.
inline constexpr auto out_of_order = "is of times whose least is above their greatest";

/// Throws Contradiction unless `others` are of a mode each, none of them `headline`, and the headline's own
/// mode is `headline` (or left open), and where the least of a summary is above its greatest.
void check_modes(TimeMode headline, const TimeSummary* time, std::span<const TimeSummary> others);

/// Rows of the table time_round that summaries have.
std::size_t rounds_of(const TimeSummary* time, std::span<const TimeSummary> others);

/// Completes the summaries of `cases` (not empty, ascending). Throws BadValue.
void read_times(SQLite::Database& database, Lookups& lookups, std::vector<StoredCase>& cases);

}  // namespace sortscope::db
