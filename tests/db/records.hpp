// Records with every field set, and a folder to keep files in.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/records.hpp"

namespace sortscope::db::test {

/// A folder of its own for each test, removed afterwards. Others may read and list it.
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

/// A run in which no field has its default value.
RunRecord full_run();

/// A case in which no field has its default value. `salt` makes it differ from others.
CaseRecord full_case(int salt = 0);

/// A case of `launches` launches with `counters` counters and `sites` sites each.
CaseRecord large_case(int launches, int counters, int sites);

/// Fails the test unless both are the same in every field but id and run.
void expect_same(const CaseRecord& expected, const CaseRecord& found);
void expect_same(const RunRecord& expected, const RunRecord& found);

/// Records a run with cases full_case(0 .. count - 1) in a new file.
void record(const std::filesystem::path& path, int count);

/// The sentence of the Error(data) that `work` throws; fails the test if it throws none.
template <class Work>
std::string data_error(Work&& work) {
    try {
        work();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::data) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "no error";
    return {};
}

/// Runs `work` (which returns text) in a child process without root's privileges and returns its text; an
/// exception's text where it throws.
std::string as_ordinary_user(std::string (*work)(const std::filesystem::path&),
                             const std::filesystem::path& argument);

/// Whether `path` has a write-ahead log, shared index or rollback journal beside it.
bool has_companions(const std::filesystem::path& path);

/// The first value of a query on `path`, by a connection of its own.
std::string query(const std::filesystem::path& path, const std::string& sql);

}  // namespace sortscope::db::test
