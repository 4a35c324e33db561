// Runs `sortscope` in a folder of its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace sortscope::test {

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

    /// `sortscope arguments` in this folder, on a screen of 80 columns in a UTF-8 locale: in this process, or
    /// by a shell where `arguments` redirect or pipe, the command starts processes, or `environment` holds
    /// further assignments.
    Outcome sortscope(const std::string& arguments, const std::string& environment = "") const;
    /// The output of a command that must end with 0.
    std::string text(const std::string& arguments) const;
    /// The same with --json, parsed.
    nlohmann::json json(const std::string& arguments) const;
    /// Fails unless the command ends with `code`, prints no output, and has `word` in its error.
    void refuses(const std::string& arguments, int code, const std::string& word = "sortscope: ") const;

    void write(const std::string& name, const std::string& bytes) const;
    std::string read(const std::string& name) const { return read_file(path_ / name); }
    bool has(const std::string& name) const { return std::filesystem::exists(path_ / name); }
    /// Files that were begun and neither finished nor removed.
    std::vector<std::string> half_written() const;

 private:
    int run_here(const std::string& arguments) const;
    std::filesystem::path path_;
};

/// Shell commands that wait, a minute at most, until `file` holds `count` cases: what runs then is the case
/// behind them.
std::string until_stored(int count, const std::string& file);

}  // namespace sortscope::test
