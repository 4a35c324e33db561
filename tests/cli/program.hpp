// Runs `sortscope` in a folder of its own.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <source_location>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace sortscope::test {
using nlohmann::json;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

struct Outcome {
    int code = -1;
    std::string out, err;
};

std::string read_file(const std::filesystem::path& path);

/// A fresh folder, removed at the end.
class Folder {
 public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const std::filesystem::path& path() const { return path_; }

    /// Runs a command on a screen of 80 columns in a UTF-8 locale. A shell runs commands that redirect, pipe
    /// or start processes, or have an `environment`. This process runs all others.
    Outcome sortscope(const std::string& arguments, const std::string& environment = "") const;
    /// Returns the output. The command must end with 0.
    std::string text(const std::string& arguments) const;
    /// Adds --json, and returns the parsed output. The command must end with 0.
    nlohmann::json json(const std::string& arguments) const;
    Outcome ends(const std::string& arguments, int code = 0) const;
    /// Fails unless the command ends with `code`, prints no output, and has `word` in its error.
    void refuses(const std::string& arguments, int code, const std::string& word = "sortscope: ") const;

    void write(const std::string& name, const std::string& bytes) const;
    std::string read(const std::string& name) const { return read_file(path_ / name); }
    bool has(const std::string& name) const { return std::filesystem::exists(path_ / name); }
    /// Unfinished files that were not removed.
    std::vector<std::string> half_written() const;

 private:
    int run_here(const std::string& arguments) const;
    std::filesystem::path path_;
};

/// Fails unless `text` has all of `words` and none of `absent`.
void has(const std::string& text, const std::vector<std::string>& words,
         const std::vector<std::string>& absent = {},
         std::source_location where = std::source_location::current());
/// Compares `actual` with `values`, an object with JSON pointers as keys. null means an absent value. At a
/// pointer that ends with '#', compares the size.
void holds(const json& actual, const char* values,
           std::source_location where = std::source_location::current());

/// A folder with the sample as sortscope.db.
class SampleTest : public ::testing::Test {
 protected:
    SampleTest();
    Folder folder;
};

/// Shell commands that wait until `file` holds `count` cases, but at most about a minute.
std::string until_stored(int count, const std::string& file);
}
