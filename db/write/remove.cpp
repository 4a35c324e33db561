#include "db/write/remove.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <set>

#include "core/ranges.hpp"
#include "db/read/launch_reader.hpp"
#include "db/schema/connection.hpp"
#include "db/schema/schema.hpp"
#include "db/sqlite/file_check.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {
uint64_t bytes_of_file(const std::filesystem::path& path) {
    uint64_t bytes = 0;
    for (const char* end : {"", "-wal"}) {
        std::error_code failed;
        const auto size = std::filesystem::file_size(path.string() + end, failed);
        if (!failed) bytes += size;
    }
    return bytes;
}

/// Throws Error(usage) unless `known` has all `ids`.
template <class Value, class Id>
void expect(const std::filesystem::path& path, const char* what, const std::map<Id, Value>& known,
            const std::vector<Id>& ids) {
    for (const auto id : ids)
        if (!known.contains(id))
            throw failure(ErrorKind::usage,
                          "'{}' has no {} {}, but {} others. 'sortscope list' shows their numbers.",
                          path.string(), what, id, known.size());
}

/// Tables with `column`, also those of newer programs.
std::vector<std::string> tables_with(Database& database, const char* column) {
    auto tables = read_texts(database,
                             "SELECT m.name FROM sqlite_master m WHERE m.type = 'table' AND EXISTS (SELECT 1 "
                             "FROM pragma_table_info(m.name) c WHERE c.name = ?) ORDER BY m.name",
                             std::string(column));
    for (auto& table : tables) table = db::quoted(table);
    return tables;
}

void remove_rows(Database& database, const Removal& going) {
    const auto list = [&](const std::string& table, const auto& ids) {
        database.exec("CREATE TEMP TABLE IF NOT EXISTS " + table + " (id INTEGER PRIMARY KEY)");
        database.exec("DELETE FROM temp." + table);
        Statement add(database, "INSERT OR IGNORE INTO temp." + table + " VALUES (?)");
        for (const auto id : ids) execute(add, id);
    };
    list("going_case", going.cases);
    list("going_run", going.runs);
    std::vector<std::pair<int64_t, int64_t>> ranges;
    const auto add_ranges = [&](Statement select, const char* table) {
        for_each_row(select, table, [&](RowReader& row) {
            auto& [first, last] = ranges.emplace_back();
            row.read(first, last);
        });
    };
    for (const auto id : going.cases)
        if (contains(going.damaged, id))  // launch_count may be damaged
            add_ranges(
                Statement(database, "SELECT min(id), max(id) FROM launch WHERE case_id = ? GROUP BY case_id",
                          id),
                "launch");
        else
            add_ranges(Statement(database,
                                 "SELECT first_launch_id, first_launch_id + launch_count - 1 FROM "
                                 "profiled_case WHERE id = ? AND launch_count > 0",
                                 id),
                       "profiled_case");
    // In a damaged file, launch ranges of two cases may overlap.
    Statement strange(database,
                      "SELECT case_id FROM launch WHERE id BETWEEN ? AND ? AND case_id NOT IN (SELECT id "
                      "FROM temp.going_case) LIMIT 1");
    for (const auto& [first, last] : ranges)
        if (const auto other = find_number(strange, first, last))
            throw BadValue(
                "the launches of a case to be deleted are also those of case {}, which is to stay: 'verify' "
                "says more",
                *other);
    // Delete by range: foreign keys would search all launches for each case.
    const auto erase_ranges = [&](const std::string& table, const char* column) {
        Statement erase(database, fmt::format("DELETE FROM {} WHERE {} BETWEEN ? AND ?", table, column));
        for (const auto& [first, last] : ranges) execute(erase, first, last);
    };
    for (const auto& table : tables_with(database, "launch_id")) erase_ranges(table, "launch_id");
    erase_ranges("launch", "id");
    const auto erase = [&](const char* column, const std::string& ids, const std::string& but) {
        for (const auto& table : tables_with(database, column))
            if (table != but)
                database.exec(
                    fmt::format("DELETE FROM {} WHERE {} IN (SELECT id FROM {})", table, column, ids));
    };
    erase("stage_sum_id", "stage_sum WHERE case_id IN (SELECT id FROM temp.going_case)", "");
    erase("case_id", "temp.going_case", "\"launch\"");
    // Delete unused source texts: writers do not cache their ids.
    database.exec(
        "DELETE FROM profiled_case WHERE id IN (SELECT id FROM temp.going_case);DELETE FROM source_text "
        "WHERE id NOT IN (SELECT source_text_id FROM case_source)");
    erase("run_id", "temp.going_run", "\"profiled_case\"");
    database.exec("DELETE FROM run WHERE id IN (SELECT id FROM temp.going_run)");
}
}  // namespace

Removal plan_removal(const std::filesystem::path& path, const RemovalRequest& request) {
    auto database = open_for_reading(path);
    return guarded(path, "Planning the deletion failed", [&] {
        SQLite::Transaction one_state(database);
        Contents file(database);
        Removal plan;
        plan.file_bytes = bytes_of_file(path);
        std::map<RunId, bool> runs;  // true: the run has ended
        std::vector<DamagedRun> damaged_runs;
        for (const auto& run : file.cases.runs(&damaged_runs)) runs[run.id] = !run.ended_utc.empty();
        for (const auto& run : damaged_runs) runs[run.id] = true;
        expect(path, "run", runs, request.runs);
        plan.runs = request.runs;
        sort_unique(plan.runs);
        std::map<CaseId, RunId> cases;
        std::set<RunId> touched(plan.runs.begin(), plan.runs.end());
        const auto add = [&](CaseId id, RunId run) {
            cases.emplace(id, run);
            if (!contains(plan.runs, run) && !contains(request.cases, id)) return false;
            plan.cases.push_back(id);
            touched.insert(run);
            return true;
        };
        std::vector<DamagedCase> damaged;
        for (const auto& [record, key, counts] : file.cases.list({}, &damaged))
            if (add(record.id, record.run)) plan.launches += key.launches;
        Statement count(database, "SELECT count(*) FROM launch WHERE case_id = ?");
        for (const auto& one : damaged) {
            if (!add(one.id, one.run)) continue;
            plan.damaged.push_back(one.id);
            plan.launches += uint64_t(find_number(count, one.id).value_or(0));
        }
        expect(path, "case", cases, request.cases);
        std::ranges::sort(plan.cases);
        for (const auto& [run, ended] : runs)
            if (!ended && touched.contains(run)) plan.not_ended.push_back(run);
        return plan;
    });
}

Removal remove(const std::filesystem::path& path, const RemovalRequest& request,
               std::chrono::milliseconds wait) {
    check_readable_file(path);
    auto database = open_for_writing(path, wait);
    const MergeLogAtEnd end(&database);
    return guarded(path, "Deleting failed", [&] {
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        // Nobody else can write now, so another connection may make the plan.
        auto going = plan_removal(path, request);
        remove_rows(database, going);
        transaction.commit();
        return going;
    });
}

Reclaimed reclaim(const std::filesystem::path& path) {
    check_readable_file(path);
    Reclaimed room;
    room.before = bytes_of_file(path);
    {
        auto database = open_for_writing(path);
        const MergeLogAtEnd end(&database);
        // Unused names and shapes of launches stay: other programs may cache their ids.
        guarded(path, "Reclaiming the room failed", [&] { database.exec("VACUUM"); });
    }
    room.after = bytes_of_file(path);
    return room;
}
}
