#include "cli/output.hpp"

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
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (written) return;
    const int reason = errno;
    if (reason == EPIPE) throw BrokenPipe{};
    throw Error(ErrorKind::environment, fmt::format("The output could not be written: {}. Free some space or choose "
                                                    "another place for it, then run the command again.",
                                                    std::strerror(reason)));
}

void print_json(const std::function<void(present::json::Writer&)>& write) {
    present::json::Writer out([](std::string_view piece) { print(piece); });
    write(out);
    out.finish();
}

Screen Destination::screen() const { return file_.empty() ? stdout_screen() : Screen{std::nullopt, stdout_screen().utf8}; }

void Destination::print(std::string_view text) const {
    if (file_.empty()) return cli::print(text);
    // Beside it first, so that a full disk does not cost what stood there.
    const auto beside = file_ + ".part";
    std::ofstream out(beside, std::ios::binary | std::ios::trunc);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    out.close();
    std::error_code failed;
    if (out) std::filesystem::rename(beside, file_, failed);
    if (out && !failed) return;
    std::error_code ignored;
    std::filesystem::remove(beside, ignored);
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

void print_error(std::string_view text) {
    // Names of files and arguments must not steer the terminal; the line ends are our own.
    std::string line = "sortscope: ";
    while (true) {
        const auto end = std::min(text.find('\n'), text.size());
        line += printable(text.substr(0, end)) + '\n';
        if (end == text.size()) break;
        text.remove_prefix(end + 1);
    }
    std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace sortscope::cli
