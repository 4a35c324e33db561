#include "db/sqlite/errors.hpp"

#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>

#include "core/version.hpp"
#include "db/sqlite/file_check.hpp"

namespace sortscope::db {
namespace {
const char* sentence_of(int code) {
    switch (code) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return "another program holds '{file}' locked. Close that program, or wait until it has "
                   "finished, and try again.";
        case SQLITE_NOTADB:
        case SQLITE_CORRUPT:
            return "{damage}";
        case SQLITE_READONLY:
            return "'{file}' or its folder is read-only. Make both writable, or name a file somewhere else.";
        case SQLITE_FULL:
            return "there is no room left for '{file}'. Free some space and try again; what was stored "
                   "before is intact.";
        case SQLITE_IOERR:
            return "reading or writing '{file}' failed ({why}). Check the disk and the room on it; what was "
                   "stored before is intact.";
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
        case SQLITE_AUTH:
            return "'{file}' cannot be opened ({why}). Check that the folder exists and that you may read "
                   "and write there.";
        case SQLITE_CONSTRAINT:
            return "the store refused a record that contradicts others ({why}). Nothing of it was stored in "
                   "'{file}'. This is a defect: please report it.";
        default:
            return "SQLite reports '{why}' for '{file}'. Check the file with: sqlite3 '{file}' 'PRAGMA "
                   "integrity_check'";
    }
}
}  // namespace

void rethrow(const std::filesystem::path& path, const std::string& doing) {
    const auto damage = [&](const char* what) {
        return failure(ErrorKind::data, "'{}' is damaged: {}. Take it from a copy, or record it again.",
                       path.string(), what);
    };
    try {
        throw;
    } catch (const SQLite::Exception& exception) {
        const int code = exception.getErrorCode();
        throw Error(
            code == SQLITE_CONSTRAINT ? ErrorKind::internal
            : code == SQLITE_FULL     ? ErrorKind::environment
                                      : ErrorKind::data,
            doing + ": " +
                fmt::format(fmt::runtime(sentence_of(code)), fmt::arg("file", path.string()),
                            fmt::arg("why", exception.what()), fmt::arg("damage", describe_damage(path))));
    } catch (const UnknownValue& exception) {
        throw failure(ErrorKind::data,
                      "'{}': {} A newer SortScope than this one ({}) has written to it: update this program.",
                      path.string(), exception.what(), program_version);
    } catch (const BadValue& exception) {
        throw damage(exception.what());
    } catch (const SumTooGreat&) {  // from readers that add up launches
        throw damage("what it holds of a case adds up to more than 64 bits hold");
    }
}
}
