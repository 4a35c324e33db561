// SQLite's exceptions as sentences.
#pragma once

#include <SQLiteCpp/Exception.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/error.hpp"

namespace sortscope::db {

/// Thrown while a row is read that holds an enumerator this program does not know.
struct UnknownValue : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Thrown while a row is read that holds what no SortScope has written: "column 'n' of table 'profiled_case',
/// row 3, holds -1, ...".
struct BadValue : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Thrown while a record is stored that contradicts itself: "launch 0 comes where launch 1 is due".
struct Contradiction : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The Error for what SQLite threw while `doing` something ("opening", "storing case ...") with the file at
/// `path`.
Error to_error(const SQLite::Exception& exception, const std::filesystem::path& path,
               const std::string& doing);

/// The Error for a value that only another version can have written.
Error to_error(const UnknownValue& exception, const std::filesystem::path& path);

/// The Error for a value that no version can have written.
Error to_error(const BadValue& exception, const std::filesystem::path& path);

/// Runs `work`; whatever SQLite throws leaves as an Error.
template <class Work>
decltype(auto) guarded(const std::filesystem::path& path, const std::string& doing, Work&& work) {
    try {
        return std::forward<Work>(work)();
    } catch (const SQLite::Exception& exception) {
        throw to_error(exception, path, doing);
    } catch (const UnknownValue& exception) {
        throw to_error(exception, path);
    } catch (const BadValue& exception) {
        throw to_error(exception, path);
    } catch (const SumTooGreat&) {  // of launches that somebody adds up as they are read
        throw to_error(BadValue("what it holds of a case adds up to more than 64 bits hold"), path);
    }
}

}  // namespace sortscope::db
