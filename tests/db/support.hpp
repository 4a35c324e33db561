// Compares records, and makes folders and files for tests.
#pragma once

#include <gtest/gtest.h>
#include <filesystem>

#include "core/error.hpp"
#include "core/records.hpp"
#include "tests/sample/full.hpp"

namespace sortscope::db::test {
/// A folder for one test, removed after it. Other users may read and list the folder.
class TempFolder {
 public:
    TempFolder();
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
    std::filesystem::path path_;
};

/// A test with a folder and the name of a file in it.
struct OneFile : testing::Test {
    TempFolder folder;
    std::filesystem::path path = folder / "a.db";
};

using sample::foreign_case, sample::full_case, sample::full_run, sample::large_case;

/// Compares all fields but id, run, launch_count and launch_span.
void expect_same(const CaseRecord& expected, const CaseRecord& found);
void expect_same(const RunRecord& expected, const RunRecord& found);

/// Adds a run with full_case(0 .. count - 1) or `cases` to a file. Creates the file if absent.
void record(const std::filesystem::path& path, int count);
void record(const std::filesystem::path& path, const std::vector<CaseRecord>& cases);

/// The sentence of the Error that `work` throws. Fails the test unless the Error is of `kind`.
template <class Work>
std::string error_of(ErrorKind kind, Work&& work) {
    try {
        work();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), kind) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "no error";
    return {};
}
template <class Work>
std::string data_error(Work&& work) {
    return error_of(ErrorKind::data, std::forward<Work>(work));
}

/// The text or exception of `work` in a child process without root's privileges.
std::string as_ordinary_user(std::string (*work)(const std::filesystem::path&),
                             const std::filesystem::path& argument);

/// True if `path` has a write-ahead log, shared index or rollback journal.
bool has_companions(const std::filesystem::path& path);

/// Executes `sql` without checking foreign keys or waiting for the disk.
void change(const std::filesystem::path& path, const std::string& sql);

/// Copies `path` to a file whose name ends in ".copy", and changes the copy by `sql`.
std::filesystem::path changed_copy(const std::filesystem::path& path, const std::string& sql = {});

std::string text_of(const std::filesystem::path& path);

/// The first value of a query on `path`, through a separate connection.
std::string query(const std::filesystem::path& path, const std::string& sql);
}
