#include "db/merge/merge.hpp"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "core/error.hpp"
#include "core/printable.hpp"
#include "db/merge/merge_cases.hpp"
#include "db/merge/merge_rows.hpp"
#include "db/schema/schema.hpp"
#include "db/sqlite/connection.hpp"
#include "db/sqlite/errors.hpp"
#include "db/sqlite/file_check.hpp"
#include "db/sqlite/statement.hpp"
#include "db/sqlite/temp_file.hpp"

namespace sortscope::db {
namespace {

namespace fs = std::filesystem;
using Outcome = MergedRun::Outcome;

bool reads_uris() { return sqlite3_compileoption_used("USE_URI") != 0; }

/// "file:/a%3fb.db?mode=ro", so that SQLite opens it for reading alone; the plain path where this SQLite
/// reads no URIs, and a copy is attached.
std::string read_only_name(const fs::path& path) {
    if (!reads_uris()) return fs::absolute(path).string();
    std::string name = "file:";
    for (const char c : fs::absolute(path).string())
        name += c == '%' || c == '?' || c == '#'
                    ? fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)))
                    : std::string(1, c);
    return name + "?mode=ro";
}

/// A file that is attached as "source" as long as this lives, which must be longer than a transaction.
class Attached {
 public:
    Attached(SQLite::Database& database, const fs::path& path) : database_(database) {
        Statement statement(database, "ATTACH ? AS source");
        bind_row(statement, read_only_name(path));
        statement.step();
    }
    ~Attached() {
        try {
            database_.exec("DETACH source");
        } catch (const SQLite::Exception&) {
            return;  // it goes with the connection
        }
    }
    Attached(const Attached&) = delete;
    Attached& operator=(const Attached&) = delete;

 private:
    SQLite::Database& database_;
};

/// A file as it can be attached: of the newest schema, and where SQLite can open it without its shared index.
/// Others are copied first.
class Source {
 public:
    Source(const fs::path& path, const fs::path& beside, std::chrono::milliseconds wait) : path_(path) {
        auto reading = open_for_reading(path, wait);  // with all its checks
        if (reads_uris() &&
            ::access(path.parent_path().empty() ? "." : path.parent_path().c_str(), W_OK) == 0)
            return;
        draft_.emplace(beside, "source");
        guarded(path, "Copying the file failed", [&] {
            SQLite::Database copy(fs::absolute(draft_->path()).string(),
                                  SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
            SQLite::Backup(copy, reading).executeStep();
        });
        auto upgraded = open_for_writing(draft_->path(), wait);
        merge_log(upgraded);
        path_ = draft_->path();
    }
    const fs::path& path() const { return path_; }

 private:
    fs::path path_;
    std::optional<Draft> draft_;
};

std::int64_t number(RunId id) { return static_cast<std::int64_t>(id); }

std::int64_t ask(SQLite::Database& database, const std::string& sql,
                 std::initializer_list<std::int64_t> values) {
    Statement statement(database, sql);
    int position = 0;
    for (const auto value : values) bind(statement, ++position, value);
    return statement.step() ? sqlite3_column_int64(statement.handle(), 0) : 0;
}

int change(SQLite::Database& database, const std::string& sql, std::initializer_list<std::int64_t> values) {
    Statement statement(database, sql);
    int position = 0;
    for (const auto value : values) bind(statement, ++position, value);
    statement.step();
    return sqlite3_changes(database.getHandle());
}

struct SourceRun {
    RunId id{};
    std::string uuid;
};

std::vector<SourceRun> source_runs(SQLite::Database& database) {
    std::vector<SourceRun> runs;
    for_each_row(database, "SELECT id, uuid FROM source.run ORDER BY id", "run", [&](RowReader& row) {
        auto& run = runs.emplace_back();
        row.read(run.id, run.uuid);
        if (run.uuid.empty()) row.refuse("is empty");
    });
    return runs;
}

RunId find_run(SQLite::Database& database, const std::string& uuid) {
    Statement find(database, "SELECT id FROM main.run WHERE uuid = ?");
    bind_row(find, uuid);
    return RunId{find.step() ? sqlite3_column_int64(find.handle(), 0) : 0};
}

/// The run's own row, where it is not there yet.
RunId copy_run(SQLite::Database& database, RunId from) {
    change(database,
           "INSERT INTO main.run (uuid, started_utc, ended_utc, command, program_version, host_id, "
           "planned_cases, limit_count) SELECT uuid, started_utc, ended_utc, "
           "command, program_version, (SELECT new FROM temp.map_host WHERE old = host_id), planned_cases, 0 "
           "FROM source.run WHERE id = ?",
           {number(from)});
    return RunId{database.getLastInsertRowid()};
}

/// Its end, notes and limits, where the source has more of them. Gives whether it had.
bool renew_run(SQLite::Database& database, RunId from, RunId into) {
    bool renewed = change(database,
                          "UPDATE main.run SET ended_utc = (SELECT ended_utc FROM source.run WHERE id = ?1) "
                          "WHERE id = ?2 AND ended_utc = '' AND "
                          "(SELECT ended_utc FROM source.run WHERE id = ?1) <> ''",
                          {number(from), number(into)}) > 0;
    const auto notes = [&](const std::string& schema, RunId run) {
        return ask(database, fmt::format("SELECT count(*) FROM {}.run_note WHERE run_id = ?", schema),
                   {number(run)});
    };
    if (notes("source", from) > notes("main", into)) {
        change(database, "DELETE FROM main.run_note WHERE run_id = ?", {number(into)});
        change(database,
               "INSERT INTO main.run_note SELECT ?2, position, severity_id, text FROM source.run_note WHERE "
               "run_id = ?1",
               {number(from), number(into)});
        renewed = true;
    }
    if (ask(database, "SELECT count(*) FROM source.device_limit WHERE run_id = ?", {number(from)}) !=
        ask(database, "SELECT limit_count FROM source.run WHERE id = ?", {number(from)}))
        throw BadValue(
            fmt::format("table 'device_limit' has not as many rows of run {} as were stored", number(from)));
    if (change(database,
               "INSERT OR IGNORE INTO main.device_limit (run_id, device_id, name_id, value, unit_id, spread) "
               "SELECT ?2, d.new, n.new, l.value, u.new, l.spread "
               "FROM source.device_limit l JOIN temp.map_device d ON d.old = l.device_id JOIN "
               "temp.map_string n ON n.old = l.name_id "
               "JOIN temp.map_string u ON u.old = l.unit_id WHERE l.run_id = ?1",
               {number(from), number(into)}) > 0) {
        change(database,
               "UPDATE main.run SET limit_count = (SELECT count(*) FROM main.device_limit WHERE run_id = ?1) "
               "WHERE id = ?1",
               {number(into)});
        renewed = true;
    }
    return renewed;
}

/// What the file that is attached has that the main one has not. Within a transaction.
std::vector<MergedRun> merge_attached(SQLite::Database& database, std::size_t file) {
    std::vector<MergedRun> merged;
    make_maps(database);
    adopt_columns(database);
    map_names(database);
    for (const auto& run : source_runs(database)) {
        auto& one = merged.emplace_back();
        one.file = file;
        one.uuid = run.uuid;
        one.from = run.id;
        one.into = find_run(database, run.uuid);
        one.outcome = one.into == RunId{} ? Outcome::taken : Outcome::known;
        if (one.outcome == Outcome::taken) one.into = copy_run(database, run.id);
        if (renew_run(database, run.id, one.into) && one.outcome == Outcome::known)
            one.outcome = Outcome::continued;
        change(database, "INSERT INTO temp.map_run VALUES (?, ?)", {number(run.id), number(one.into)});
        map_cases(database, run.id, one.into);
        const auto sum = [&](const char* what) {
            return static_cast<std::uint64_t>(ask(
                database,
                fmt::format("SELECT coalesce(sum({}), 0) FROM temp.map_case m JOIN source.profiled_case s ON "
                            "s.id = m.old WHERE s.run_id = ?",
                            what),
                {number(run.id)}));
        };
        one.cases = sum("copy");
        one.renewed = sum("renew");
        one.launches = sum("copy * s.launch_count");
        if (one.outcome == Outcome::known && one.cases + one.renewed > 0) one.outcome = Outcome::continued;
    }
    const auto unknown =
        ask(database,
            "SELECT count(*) FROM source.profiled_case WHERE id NOT IN (SELECT old FROM temp.map_case)", {});
    if (unknown > 0) throw BadValue("a case belongs to a run that table 'run' does not have");
    number_cases(database);
    copy_cases(database);
    renew_cases(database);
    copy_annotations(database);
    check_copied(database);
    return merged;
}

/// A row that the tables refuse is one that the source should not have had.
template <class Work>
auto guarded_source(const fs::path& path, Work&& work) {
    return guarded(path, "Merging the file failed", [&] {
        try {
            return work();
        } catch (const SQLite::Exception& exception) {
            if (exception.getErrorCode() != SQLITE_CONSTRAINT && exception.getErrorCode() != SQLITE_MISMATCH)
                throw;
            throw BadValue(fmt::format("its rows contradict each other ({})", exception.what()));
        }
    });
}

/// How a merge waits, and when it ends before its end.
struct MergeManner {
    std::chrono::milliseconds wait;
    const std::function<bool()>& stopped;
};

/// Asked by SQLite every so many steps; true ends the statement.
int asked_to_stop(void* manner) { return static_cast<const MergeManner*>(manner)->stopped() ? 1 : 0; }

/// One file into one, in one transaction.
std::vector<MergedRun> merge_one(const fs::path& into, const fs::path& from, const fs::path& named,
                                 std::size_t file, MergeManner manner) {
    constexpr int steps_between_questions = 20'000;
    auto database = open_for_writing(into, manner.wait);
    if (manner.stopped)
        sqlite3_progress_handler(database.getHandle(), steps_between_questions, asked_to_stop, &manner);
    const MergeLogAtEnd end(database);
    return guarded_source(named, [&] {
        const Attached source(database, from);
        database.exec("PRAGMA main.cache_size = -65536; PRAGMA source.cache_size = -16384");
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        auto runs = merge_attached(database, file);
        transaction.commit();
        return runs;
    });
}

void check_files(const fs::path& into, std::span<const fs::path> files) {
    for (std::size_t i = 0; i < files.size(); ++i) {
        std::error_code failed;
        check_readable_file(files[i]);
        if (fs::equivalent(files[i], into, failed))
            throw Error(ErrorKind::usage,
                        fmt::format("'{}' cannot be merged into itself.", files[i].string()));
    }
}

/// Several files that became one, as they are in the file that this one was merged into.
void follow(std::vector<MergedRun>& runs, const std::vector<MergedRun>& last) {
    for (auto& run : runs) {
        const auto found = std::ranges::find(last, run.uuid, &MergedRun::uuid);
        if (found == last.end()) continue;
        run.into = found->into;
        if (found->outcome == Outcome::taken) continue;
        if (run.outcome == Outcome::taken || found->outcome == Outcome::known) {
            run.outcome = found->outcome;
            run.cases = std::min(run.cases, found->cases);
            run.renewed = found->renewed;
            run.launches = std::min(run.launches, found->launches);
        }
    }
}

}  // namespace

std::vector<MergedRun> merge(const fs::path& into, std::span<const fs::path> files,
                             std::chrono::milliseconds wait, const std::function<bool()>& stopped) {
    const MergeManner manner{wait, stopped};
    const bool exists = check_writable_target(into);
    check_files(into, files);
    const Draft draft(into, "merge");
    if (exists && files.size() == 1) {
        const Source source(files.front(), draft.path(), wait);
        return merge_one(into, source.path(), files.front(), 0, manner);
    }
    // A file cannot be let go of while a transaction lasts, so several become one first.
    std::vector<MergedRun> merged;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const Source source(files[i], draft.path(), wait);
        for (auto& run : merge_one(draft.path(), source.path(), files[i], i, manner))
            merged.push_back(std::move(run));
    }
    if (exists) {
        follow(merged, merge_one(into, draft.path(), into, 0, manner));
        return merged;
    }
    draft.become(into);
    return merged;
}

}  // namespace sortscope::db
