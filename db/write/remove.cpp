#include "db/write/remove.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/error.hpp"
#include "db/read/reader.hpp"
#include "db/schema/wide_tables.hpp"
#include "db/sqlite/connection.hpp"
#include "db/sqlite/errors.hpp"
#include "db/sqlite/file_check.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {

std::uint64_t bytes_of_file(const std::filesystem::path& path) {
    std::uint64_t bytes = 0;
    for (const char* end : {"", "-wal"}) {
        std::error_code failed;
        const auto size = std::filesystem::file_size(path.string() + end, failed);
        if (!failed) bytes += size;
    }
    return bytes;
}

template <class Id>
[[noreturn]] void refuse_unknown(const std::filesystem::path& path, const char* what, Id id,
                                 std::size_t count) {
    throw Error(ErrorKind::usage,
                fmt::format("'{}' has no {} {}, but {} others. 'sortscope list' shows their numbers.",
                            path.string(), what, static_cast<std::int64_t>(id), count));
}

/// The tables that hold rows by launch, with those that only newer programs know.
std::vector<std::string> tables_with(SQLite::Database& database, const char* column) {
    std::vector<std::string> tables;
    Statement find(database,
                   "SELECT 0, m.name FROM sqlite_master m WHERE m.type = 'table' AND EXISTS (SELECT 1 FROM "
                   "pragma_table_info(m.name) c WHERE c.name = ?) ORDER BY m.name");
    bind_row(find, std::string(column));
    for_each_row(find, "sqlite_master", [&](RowReader& row) {
        row.skip();
        row.read(tables.emplace_back());
    });
    return tables;
}

void remove_rows(SQLite::Database& database, const Removal& going) {
    // By ranges of numbers: foreign keys would look through all launches for each case.
    database.exec(
        "CREATE TEMP TABLE IF NOT EXISTS going_case (id INTEGER PRIMARY KEY); DELETE FROM temp.going_case;"
        "CREATE TEMP TABLE IF NOT EXISTS going_run (id INTEGER PRIMARY KEY); DELETE FROM temp.going_run");
    Statement add_case(database, "INSERT OR IGNORE INTO temp.going_case VALUES (?)");
    for (const auto id : going.cases) {
        bind_row(add_case, id);
        add_case.step();
    }
    Statement add_run(database, "INSERT OR IGNORE INTO temp.going_run VALUES (?)");
    for (const auto id : going.runs) {
        bind_row(add_run, id);
        add_run.step();
    }
    add_case.reset();
    add_run.reset();
    database.exec(
        "CREATE TEMP TABLE IF NOT EXISTS going_range (first INTEGER PRIMARY KEY, last INTEGER); DELETE FROM "
        "temp.going_range;"
        "INSERT OR IGNORE INTO temp.going_range SELECT first_launch_id, first_launch_id + launch_count - 1 "
        "FROM profiled_case "
        "WHERE id IN (SELECT id FROM temp.going_case) AND launch_count > 0");
    std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
    for_each_row(database, "SELECT first, last FROM temp.going_range", "profiled_case", [&](RowReader& row) {
        auto& [first, last] = ranges.emplace_back();
        row.read(first, last);
    });
    // In a damaged file the range of one case may reach into another's.
    for_each_row(database,
                 "SELECT launch.case_id FROM temp.going_range JOIN launch ON launch.id BETWEEN first AND "
                 "last WHERE launch.case_id NOT IN (SELECT id FROM temp.going_case) LIMIT 1",
                 "launch", [](RowReader& row) {
                     std::int64_t other = 0;
                     row.read(other);
                     throw BadValue(
                         fmt::format("the launches of a case to be deleted are also those of case {}, which "
                                     "is to stay: 'verify' says more",
                                     other));
                 });
    auto by_launch = tables_with(database, "launch_id");
    for (const auto& table : by_launch) {
        Statement erase(database,
                        fmt::format("DELETE FROM {} WHERE launch_id BETWEEN ? AND ?", quoted(table)));
        for (const auto& [first, last] : ranges) {
            bind_row(erase, first, last);
            erase.step();
        }
    }
    Statement erase(database, "DELETE FROM launch WHERE id BETWEEN ? AND ?");
    for (const auto& [first, last] : ranges) {
        bind_row(erase, first, last);
        erase.step();
    }
    erase.reset();
    for (const auto& table : tables_with(database, "stage_sum_id"))
        database.exec(
            fmt::format("DELETE FROM {} WHERE stage_sum_id IN (SELECT id FROM stage_sum WHERE case_id IN "
                        "(SELECT id FROM temp.going_case))",
                        quoted(table)));
    for (const auto& table : tables_with(database, "case_id"))
        if (table != "launch")
            database.exec(fmt::format("DELETE FROM {} WHERE case_id IN (SELECT id FROM temp.going_case)",
                                      quoted(table)));
    database.exec("DELETE FROM profiled_case WHERE id IN (SELECT id FROM temp.going_case)");
    database.exec(
        "DELETE FROM source_text WHERE id NOT IN (SELECT source_text_id FROM case_source)");  // writers look
                                                                                              // for them anew
                                                                                              // with each
                                                                                              // case
    for (const auto& table : tables_with(database, "run_id"))
        if (table != "profiled_case")
            database.exec(
                fmt::format("DELETE FROM {} WHERE run_id IN (SELECT id FROM temp.going_run)", quoted(table)));
    database.exec("DELETE FROM run WHERE id IN (SELECT id FROM temp.going_run)");
}

}  // namespace

Removal plan_removal(const std::filesystem::path& path, const RemovalRequest& request) {
    const Reader reader(path);
    Removal plan;
    plan.file_bytes = bytes_of_file(path);
    const auto runs = reader.runs();
    const auto cases = reader.cases();
    for (const auto id : request.runs) {
        if (std::ranges::find(runs, id, &RunRecord::id) == runs.end())
            refuse_unknown(path, "run", id, runs.size());
        if (std::ranges::find(plan.runs, id) == plan.runs.end()) plan.runs.push_back(id);
    }
    for (const auto id : request.cases)
        if (std::ranges::find(cases, id, &CaseRecord::id) == cases.end())
            refuse_unknown(path, "case", id, cases.size());
    auto wanted = request.cases;
    std::ranges::sort(wanted);
    std::vector<RunId> touched = plan.runs;
    for (const auto& record : cases) {
        const bool goes = std::ranges::find(plan.runs, record.run) != plan.runs.end() ||
                          std::ranges::binary_search(wanted, record.id);
        if (!goes) continue;
        plan.cases.push_back(record.id);
        plan.launches += record.launch_count;
        touched.push_back(record.run);
    }
    for (const auto& run : runs)
        if (run.ended_utc.empty() && std::ranges::find(touched, run.id) != touched.end())
            plan.not_ended.push_back(run.id);
    return plan;
}

Removal remove(const std::filesystem::path& path, const RemovalRequest& request,
               std::chrono::milliseconds wait) {
    check_readable_file(path);
    auto database = open_for_writing(path, wait);
    const MergeLogAtEnd end(database);
    return guarded(path, "Deleting failed", [&] {
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        // Nobody else writes from here on, so what is read by another connection now stays true until the
        // end.
        auto going = plan_removal(path, request);
        remove_rows(database, going);
        transaction.commit();
        return going;
    });
}

Reclaimed reclaim(const std::filesystem::path& path, std::chrono::milliseconds wait) {
    check_readable_file(path);
    Reclaimed room;
    room.before = bytes_of_file(path);
    {
        auto database = open_for_writing(path, wait);
        const MergeLogAtEnd end(database);
        guarded(path, "Reclaiming the room failed", [&] { database.exec("VACUUM"); });
    }
    room.after = bytes_of_file(path);
    return room;
}

}  // namespace sortscope::db
