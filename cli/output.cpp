#include "cli/output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
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

void print_error(std::string_view text) {
    const auto line = fmt::format("sortscope: {}\n", text);
    std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace sortscope::cli
