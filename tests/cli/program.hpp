// Runs `sortscope` in a folder of its own.
#pragma once

#include <filesystem>
#include <string>

namespace sortscope::test {

struct Outcome {
    int code = -1;
    std::string out, err;
};

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

 private:
    int run_here(const std::string& arguments) const;
    std::filesystem::path path_;
};

/// Shell commands that wait, a minute at most, until `file` holds `count` cases: what runs then is the case
/// behind them.
std::string until_stored(int count, const std::string& file);

std::string read_file(const std::filesystem::path& path);

}  // namespace sortscope::test
