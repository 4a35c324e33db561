#include "db/schema/connection.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>
#include <thread>

#include "core/version.hpp"
#include "db/schema/schema.hpp"
#include "db/sqlite/errors.hpp"
#include "db/sqlite/file_check.hpp"

namespace sortscope::db {
namespace {
namespace fs = std::filesystem;

constexpr int longest_cell_bytes = 40 << 20;

/// Returns an absolute path, because SQLite interprets names such as "file:..." and ":memory:".
std::string sqlite_name(const fs::path& path) { return fs::absolute(path).string(); }

/// Opens a file that nobody changes. Uses no locks, log or shared index.
Database open_unlocked(const fs::path& path) {
    std::string uri = "file:";
    for (const char c : sqlite_name(path))
        uri += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02X}", unsigned(c)) : std::string(1, c);
    return {uri + "?immutable=1", SQLite::OPEN_READONLY | SQLite::OPEN_URI | SQLite::OPEN_NOMUTEX};
}

void check_identity(const FileIdentity& found, const fs::path& path) {
    if (found.empty)
        throw failure(ErrorKind::data,
                      "'{}' is empty: nothing was recorded in it yet. Record into it with 'sortscope "
                      "collect', or name another file.",
                      path.string());
    if (!found.ours())
        throw failure(ErrorKind::data,
                      "'{}' is a SQLite file of another program. Name a file that 'sortscope collect' wrote.",
                      path.string());
    if (found.version != schema_version)
        throw failure(ErrorKind::data,
                      "'{}' has schema version {}, and this program (SortScope {}) reads and writes version "
                      "{}: use a SortScope of that version, or record the file again.",
                      path.string(), found.version, program_version, schema_version);
}

/// Opens a file in write-ahead mode in a folder where SQLite cannot create its shared index.
Database open_without_index(const fs::path& path, const SQLite::Exception& original) {
    auto index = path;
    index += "-shm";
    if (fs::exists(index)) throw original;  // another program may hold locks that are invisible here
    if (!has_log(path)) return open_unlocked(path);
    // Without an index nobody writes the log, so a private index suffices. In exclusive locking mode, SQLite
    // keeps it in memory. On a read-only file, that mode needs the VFS without locks.
    Database database(sqlite_name(path), SQLite::OPEN_READONLY, 0, "unix-none");
    sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    return database;
}

/// Opens a file and reads its header. Works around read-only folders and leftover rollback journals.
Database open_and_read(const fs::path& path, std::chrono::milliseconds wait) {
    try {
        Database database(sqlite_name(path), SQLite::OPEN_READONLY | SQLite::OPEN_NOMUTEX, int(wait.count()));
        identify(database);
        return database;
    } catch (const SQLite::Exception& exception) {
        const int code = exception.getExtendedErrorCode();
        if (exception.getErrorCode() == SQLITE_CANTOPEN || code == SQLITE_READONLY_DIRECTORY ||
            code == SQLITE_READONLY_CANTINIT)
            return open_without_index(path, exception);
        if (code != SQLITE_READONLY_ROLLBACK) throw;
    }
    // A killed program left a rollback journal: undo its changes.
    {
        Database repair(sqlite_name(path), SQLite::OPEN_READWRITE, int(wait.count()));
        identify(repair);
    }
    return {sqlite_name(path), SQLite::OPEN_READONLY | SQLite::OPEN_NOMUTEX, int(wait.count())};
}

void clear(const fs::path& path) {
    std::error_code ignored;
    for (const char* end : {"", "-wal", "-shm", "-journal"}) fs::remove(path.string() + end, ignored);
}

[[noreturn]] void refuse(const fs::path& into, const std::error_code& why) {
    throw failure(ErrorKind::data, "'{}' could not be made ({}). Do it again.", into.string(), why.message());
}

/// Creates a file under another name, then links it to `path`: a killed program leaves no unfinished file. On
/// a file system without links, open_for_writing() creates the file in place.
void create(const fs::path& path) {
    static std::atomic<int> made{0};
    const TempFile temp(path, fmt::format("new-{}", made++));
    {
        Database database(sqlite_name(temp.path()), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        create_schema(database);
        transaction.commit();
    }
    std::error_code ignored;
    fs::create_hard_link(temp.path(), path, ignored);
}

/// Enters write-ahead mode; false if impossible. Retries: SQLite fails if two programs enter together.
bool enter_log_mode(Database& database, std::chrono::milliseconds wait) {
    const auto until = std::chrono::steady_clock::now() + wait;
    while (true) {
        try {
            return database.execAndGet("PRAGMA journal_mode = WAL").getString() == "wal";
        } catch (const SQLite::Exception& exception) {
            if (exception.getErrorCode() != SQLITE_BUSY || std::chrono::steady_clock::now() >= until) throw;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

/// Trusts nothing in the file: allows no triggers, unsafe functions or huge cells.
void harden(Database& database) {
    auto* const handle = database.getHandle();
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longest_cell_bytes);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    database.exec("PRAGMA cell_size_check = ON");
}
}  // namespace

Database open_for_reading(const fs::path& path, std::chrono::milliseconds wait) {
    check_readable_file(path);
    return guarded(path, "Opening the file for reading failed", [&] {
        auto database = open_and_read(path, wait);
        const auto found = identify(database);
        check_identity(found, path);
        harden(database);
        sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
        check_tables(database);
        database.exec("PRAGMA temp_store = MEMORY; PRAGMA query_only = ON");
        return database;
    });
}

Database open_foreign(const fs::path& path) {
    auto database = open_unlocked(path);
    harden(database);
    sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    return database;
}

Database open_for_writing(const fs::path& path, std::chrono::milliseconds wait) {
    const bool exists = check_writable_target(path);
    return guarded(path, "Opening the file for writing failed", [&] {
        if (!exists) create(path);
        // No mutex: a Reader or Writer belongs to one thread at a time.
        Database database(sqlite_name(path),
                          SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX,
                          int(wait.count()));
        const auto found = identify(database);
        if (!found.empty) check_identity(found, path);
        harden(database);
        if (!found.empty) check_tables(database);
        if (!enter_log_mode(database, wait))
            throw failure(
                ErrorKind::data,
                "'{}' is on a file system that cannot hold a write-ahead log. Name a file on a local disk.",
                path.string());
        database.exec("PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY");
        if (found.empty) {
            SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
            if (identify(database).empty) create_schema(database);
            transaction.commit();
        }
        update_schema(database);
        store_vocabulary(database);
        return database;
    });
}

void merge_log(Database& database) noexcept {
    try {
        database.setBusyTimeout(100);
        database.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
    } catch (const SQLite::Exception&) {
        return;  // another program has the file open: the next writer merges the log
    }
}

TempFile::TempFile(const fs::path& beside, const std::string& what)
    : path_(beside.string() + fmt::format(".{}-{}", what, ::getpid())) {
    clear(path_);
    create_new_file(path_);
}

TempFile::~TempFile() { clear(path_); }

void TempFile::become(const fs::path& into) const {
    std::error_code failed;
    fs::create_hard_link(path_, into, failed);  // never replaces a file
    if (!failed) return;
    if (failed == std::errc::file_exists) refuse(into, failed);
    // Without links: claim the name first, so that rename() replaces no other file.
    const int claimed = ::open(into.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (claimed < 0) refuse(into, {errno, std::generic_category()});
    ::close(claimed);
    fs::rename(path_, into, failed);
    if (!failed) return;
    std::error_code ignored;
    fs::remove(into, ignored);
    refuse(into, failed);
}
}
