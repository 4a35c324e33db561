#include "cli/output.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/core.h>

#include "core/error.hpp"

namespace sortscope::cli {

void print(std::string_view text) {
    // What was put together from texts of a file was cleaned when it was fitted to its columns. Here nothing gets by.
    if (!is_printable(text, LineEnds::kept)) return print(printable(text, LineEnds::kept));
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (written) return;
    const int reason = errno;
    if (reason == EPIPE) throw BrokenPipe{};
    if (reason == EBADF)
        throw Error(ErrorKind::environment, "Standard output is closed, so there is nowhere to write to. Open it, or send it to a file: > FILE.");
    throw Error(ErrorKind::environment, fmt::format("The output could not be written: {}. Free some space or choose "
                                                    "another place for it, then run the command again.",
                                                    std::strerror(reason)));
}

void print_json(const std::function<void(present::json::Writer&)>& write) {
    present::json::Writer out([](std::string_view piece) { print(piece); });
    write(out);
    out.finish();
}

namespace {

/// Profiles took time on a GPU that nobody else may have: nothing else is written over one, also where it is the file that is read.
void spare_profiles(const std::string& file) {
    std::error_code failed;
    if (!std::filesystem::is_regular_file(file, failed)) return;
    constexpr std::string_view mark = "SQLite format 3";
    char head[mark.size()] = {};
    std::ifstream in(file, std::ios::binary);
    if (in.read(head, mark.size()) && std::string_view(head, mark.size()) == mark)
        throw Error(ErrorKind::usage, fmt::format("'{}' is a file of profiles (or another SQLite database), which this output would take the place of. Choose another name.", file));
}

}  // namespace

std::string written_first(const std::string& file) {
    spare_profiles(file);
    std::error_code failed;
    const auto status = std::filesystem::symlink_status(file, failed);
    return std::filesystem::is_symlink(status) || (std::filesystem::exists(status) && std::filesystem::is_other(status)) ? file : file + ".part";
}

Screen Destination::screen() const { return file_.empty() ? stdout_screen() : Screen{std::nullopt, stdout_screen().utf8}; }

void Destination::print(std::string_view text) const {
    if (file_.empty()) return cli::print(text);
    // Beside it first, so that a full disk does not cost what stood there.
    const auto beside = written_first(file_);
    std::ofstream out(beside, std::ios::binary | std::ios::trunc);
    const auto clean = printable(text, LineEnds::kept);
    out.write(clean.data(), static_cast<std::streamsize>(clean.size()));
    out.close();
    std::error_code failed;
    if (out && beside != file_) std::filesystem::rename(beside, file_, failed);
    if (out && !failed) return;
    std::error_code ignored;
    if (beside != file_) std::filesystem::remove(beside, ignored);
    throw Error(ErrorKind::environment, fmt::format("'{}' could not be written. Choose a folder that exists, may be written to and has room.", file_));
}

void Destination::print_json(const std::function<void(present::json::Writer&)>& write) const {
    if (file_.empty()) return cli::print_json(write);
    std::string text;
    present::json::Writer out([&](std::string_view piece) { text += piece; });
    write(out);
    out.finish();
    print(text);
}

void check_one_format(bool json, bool csv) {
    if (json && csv) throw Error(ErrorKind::usage, "--json and --csv cannot be had at once. Ask for one of them.");
}

std::string error_text(std::string_view text, std::optional<int> width) {
    const auto clean = "sortscope: " + printable(text, LineEnds::kept);
    if (!width) return clean + '\n';
    std::string out;
    for (std::size_t from = 0; from <= clean.size();) {
        const auto end = std::min(clean.find('\n', from), clean.size());
        const auto line = clean.substr(from, end - from);
        const auto indent = line.find_first_not_of(' ');
        out += indent == std::string::npos || indent == 0 ? wrap(line, Screen{width, true}, 2) : std::string(indent, ' ') + wrap(line.substr(indent), Screen{width, true}, static_cast<int>(indent) + 2, static_cast<int>(indent));
        out += '\n';
        from = end + 1;
    }
    return out;
}

void print_error(std::string_view text) {
    // Names of files and arguments, and what a file's triggers say, must not steer the terminal; the line ends are our own.
    const auto line = error_text(text, ::isatty(STDERR_FILENO) == 1 ? stdout_screen().width : std::nullopt);
    std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace sortscope::cli
