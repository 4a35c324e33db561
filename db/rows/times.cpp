#include "db/rows/times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace sortscope::db {

TimeWriter::TimeWriter(SQLite::Database& database, InternedNames& strings)
    : strings_(strings),
      other_(database,
             "INSERT INTO other_time (case_id, time_mode_id, median_ns, min_ns, max_ns, spread, trial_count, "
             "stop_id) "
             "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
      round_(database,
             "INSERT INTO time_round (case_id, time_mode_id, round, median_ns, spread, trial_count) VALUES "
             "(?, ?, ?, ?, ?, ?)"),
      erase_others_(database, "DELETE FROM other_time WHERE case_id = ?"),
      erase_rounds_(database, "DELETE FROM time_round WHERE case_id = ?") {}

void TimeWriter::write_others(CaseId id, std::span<const TimeSummary> others) {
    for (const auto& time : others) {
        execute(other_, id, time.mode, range::ns(time.median_ns), range::ns(time.min_ns),
                range::ns(time.max_ns), time.spread, time.count, strings_.id(time.stopped_by));
        write_rounds(id, time.mode, time.rounds);
    }
}

void TimeWriter::write_rounds(CaseId id, TimeMode mode, std::span<const RoundTime> rounds) {
    for (const auto& round : rounds)
        execute(round_, id, mode, round.round, range::ns(round.median_ns), round.spread, round.count);
}

void TimeWriter::erase(CaseId id) {
    for (auto* statement : {&erase_others_, &erase_rounds_}) {
        const ResetAtEnd reset(*statement);
        bind_row(*statement, id);
        statement->step();
    }
}

void check_modes(TimeMode headline, const TimeSummary* time, std::span<const TimeSummary> others) {
    if (time != nullptr && time->mode != TimeMode::none && time->mode != headline)
        throw Contradiction(
            fmt::format("its time is of mode {}, and it says {}", name_of(time->mode), name_of(headline)));
    std::set<TimeMode> modes{TimeMode::none, headline};
    for (const auto& other : others)
        if (!modes.insert(other.mode).second)
            throw Contradiction(
                fmt::format("one of its other times is of mode {}, which it has a time of already, or none",
                            name_of(other.mode)));
    const auto is_in_order = [](const TimeSummary& summary) { return summary.min_ns <= summary.max_ns; };
    if ((time != nullptr && !is_in_order(*time)) || !std::ranges::all_of(others, is_in_order))
        throw Contradiction("one of its times " + std::string(out_of_order));
}

std::size_t rounds_of(const TimeSummary* time, std::span<const TimeSummary> others) {
    auto count = time == nullptr ? 0 : time->rounds.size();
    for (const auto& other : others) count += other.rounds.size();
    return count;
}

void read_times(SQLite::Database& database, Lookups& lookups, std::vector<StoredCase>& cases) {
    Statement others(database,
                     "SELECT case_id, time_mode_id, median_ns, min_ns, max_ns, spread, trial_count, stop_id "
                     "FROM other_time "
                     "WHERE case_id BETWEEN ? AND ? ORDER BY case_id, time_mode_id");
    bind_row(others, cases.front().record.id, cases.back().record.id);
    match_rows(others, "other_time", cases, [&](RowReader& row, StoredCase& stored) {
        TimeSummary time;
        row.read(time.mode);
        if (time.mode == stored.record.time_mode || time.mode == TimeMode::none)
            row.refuse("is that of the case's own time, or none");
        std::int64_t stop = 0;
        row.read(range::ns(time.median_ns), range::ns(time.min_ns), range::ns(time.max_ns), time.spread,
                 time.count, range::any(stop));
        if (time.min_ns > time.max_ns) row.refuse(out_of_order);
        time.stopped_by = lookups.strings.at(stop);
        stored.record.other_times.push_back(std::move(time));
    });
    Statement rounds(database,
                     "SELECT case_id, time_mode_id, round, median_ns, spread, trial_count FROM time_round "
                     "WHERE case_id BETWEEN ? AND ? "
                     "ORDER BY case_id, time_mode_id, round");
    bind_row(rounds, cases.front().record.id, cases.back().record.id);
    match_rows(rounds, "time_round", cases, [&](RowReader& row, StoredCase& stored) {
        auto& record = stored.record;
        TimeMode mode{};
        row.read(mode);
        const auto other = std::ranges::find(record.other_times, mode, &TimeSummary::mode);
        auto* const time = other != record.other_times.end()         ? &*other
                           : mode == record.time_mode && record.time ? &*record.time
                                                                     : nullptr;
        if (time == nullptr) row.refuse("is a mode that its case has no time of");
        auto& round = time->rounds.emplace_back();
        row.read(round.round, range::ns(round.median_ns), round.spread, round.count);
    });
    for (const auto& stored : cases) {
        const auto& record = stored.record;
        expect_rows("other_time", record.id, stored.counts.other_times, record.other_times.size());
        expect_rows("time_round", record.id, stored.counts.rounds,
                    rounds_of(record.time ? &*record.time : nullptr, record.other_times));
    }
}

}  // namespace sortscope::db
