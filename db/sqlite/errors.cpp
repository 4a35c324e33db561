#include "db/sqlite/errors.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include "core/version.hpp"
#include "db/sqlite/file_check.hpp"

namespace sortscope::db {

Error to_error(const SQLite::Exception& exception, const std::filesystem::path& path,
               const std::string& doing) {
    const auto error = [&](const char* sentence, ErrorKind kind = ErrorKind::data) {
        return Error(kind, fmt::format(fmt::runtime(sentence), fmt::arg("doing", doing),
                                       fmt::arg("file", path.string()), fmt::arg("why", exception.what())));
    };
    switch (exception.getErrorCode()) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return error(
                "{doing}: another program holds '{file}' locked. Close that program, or wait until it has "
                "finished, and try again.");
        case SQLITE_NOTADB:
        case SQLITE_CORRUPT:
            return {ErrorKind::data, fmt::format("{}: {}", doing, describe_damage(path))};
        case SQLITE_READONLY:
            return error(
                "{doing}: '{file}' or its folder is read-only. Make both writable, or name a file somewhere "
                "else.");
        case SQLITE_FULL:
            return error(
                "{doing}: there is no room left for '{file}'. Free some space and try again; what was stored "
                "before is intact.");
        case SQLITE_IOERR:
            return error(
                "{doing}: reading or writing '{file}' failed ({why}). Check the disk and the room on it; "
                "what was stored before is intact.");
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
        case SQLITE_AUTH:
            return error(
                "{doing}: '{file}' cannot be opened ({why}). Check that the folder exists and that you may "
                "read and write there.");
        case SQLITE_CONSTRAINT:
            return error(
                "{doing}: the store refused a record that contradicts others ({why}). Nothing of it was "
                "stored in '{file}'. This is a defect: please report it.",
                ErrorKind::internal);
        default:
            return error(
                "{doing}: SQLite reports '{why}' for '{file}'. Check the file with: sqlite3 '{file}' 'PRAGMA "
                "integrity_check'");
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
