#include "cli/stream_output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/core.h>

#include "cli/output.hpp"
#include "core/error.hpp"

namespace sortscope::cli {

struct StreamOutput::Impl {
    explicit Impl(const std::string& name) : file(name), beside(written_first(name)) {
        if (file.empty()) return;
        out.open(beside, std::ios::binary | std::ios::trunc);
        if (!out) fail();
    }
    ~Impl() {
        if (file.empty() || finished || beside == file) return;
        std::error_code ignored;
        std::filesystem::remove(beside, ignored);
    }
    [[noreturn]] void fail() const {
        throw Error(ErrorKind::environment, fmt::format("'{}' could not be written. Choose a folder that exists, may be written to and has room.", file));
    }

    std::string file, beside;
    std::ofstream out;
    bool finished = false;
};

StreamOutput::StreamOutput(const std::string& file) : impl_(std::make_unique<Impl>(file)) {}
StreamOutput::~StreamOutput() = default;

Screen StreamOutput::screen() const { return Destination(impl_->file).screen(); }

void StreamOutput::print(std::string_view piece) {
    if (impl_->file.empty()) return cli::print(piece);
    const auto clean = printable(piece, LineEnds::kept);
    impl_->out.write(clean.data(), static_cast<std::streamsize>(clean.size()));
    if (!impl_->out) impl_->fail();
}

void StreamOutput::write_bytes(std::string_view bytes) {
    if (!impl_->file.empty()) {
        impl_->out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        if (!impl_->out) impl_->fail();
        return;
    }
    if (::isatty(STDOUT_FILENO) == 1) throw Error(ErrorKind::usage, "This format is not text, and standard output is a terminal. Name a file: -o FILE.");
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() && std::fflush(stdout) == 0) return;
    if (errno == EPIPE) throw BrokenPipe{};
    throw Error(ErrorKind::environment, fmt::format("The output could not be written: {}. Free some space or choose another place for it, then run the command again.", std::strerror(errno)));
}

void StreamOutput::finish() {
    if (impl_->file.empty()) return;
    impl_->out.close();
    std::error_code failed;
    if (impl_->out && impl_->beside != impl_->file) std::filesystem::rename(impl_->beside, impl_->file, failed);
    if (!impl_->out || failed) impl_->fail();
    impl_->finished = true;
}

}  // namespace sortscope::cli
