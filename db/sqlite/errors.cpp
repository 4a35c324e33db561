#include "db/sqlite/errors.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include "core/version.hpp"
#include "db/sqlite/file_check.hpp"

namespace sortscope::db {

Error to_error(const SQLite::Exception& exception, const std::filesystem::path& path,
               const std::string& doing) {
    const auto file = path.string();
    const auto data = [](const std::string& message) { return Error(ErrorKind::data, message); };
    switch (exception.getErrorCode()) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return data(
                fmt::format("{}: another program holds '{}' locked. Close that program, or wait until it has "
                            "finished, and try again.",
                            doing, file));
        case SQLITE_NOTADB:
        case SQLITE_CORRUPT:
            return data(fmt::format("{}: {}", doing, describe_damage(path)));
        case SQLITE_READONLY:
            return data(fmt::format(
                "{}: '{}' or its folder is read-only. Make both writable, or name a file somewhere "
                "else.",
                doing, file));
        case SQLITE_FULL:
            return data(fmt::format(
                "{}: there is no room left for '{}'. Free some space and try again; what was stored "
                "before is intact.",
                doing, file));
        case SQLITE_IOERR:
            return data(fmt::format(
                "{}: reading or writing '{}' failed ({}). Check the disk and the room on it; what was "
                "stored before is intact.",
                doing, file, exception.what()));
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
        case SQLITE_AUTH:
            return data(fmt::format(
                "{}: '{}' cannot be opened ({}). Check that the folder exists and that you may read and "
                "write there.",
                doing, file, exception.what()));
        case SQLITE_CONSTRAINT:
            return Error(
                ErrorKind::internal,
                fmt::format("{}: the store refused a record that contradicts others ({}). Nothing of it was "
                            "stored in '{}'. This is a defect: please report it.",
                            doing, exception.what(), file));
        default:
            return data(
                fmt::format("{}: SQLite reports '{}' for '{}'. Check the file with: sqlite3 '{}' 'PRAGMA "
                            "integrity_check'",
                            doing, exception.what(), file, file));
    }
}

Error to_error(const UnknownValue& exception, const std::filesystem::path& path) {
    return Error(ErrorKind::data,
                 fmt::format("'{}': {} A newer SortScope than this one ({}) has written to it: update this "
                             "program.",
                             path.string(), exception.what(), program_version));
}

Error to_error(const BadValue& exception, const std::filesystem::path& path) {
    return Error(ErrorKind::data, fmt::format("'{}' is damaged: {}. Take it from a copy, or record it again.",
                                              path.string(), exception.what()));
}

}  // namespace sortscope::db
