#include "cli/stream_output.hpp"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>

#include <fmt/core.h>

#include "cli/interruption.hpp"
#include "cli/output.hpp"
#include "core/error.hpp"

namespace sortscope::cli {
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

/// Where what is meant for `file` is written first, to be renamed once it is whole: beside it; itself where it is a device, a pipe or a link
/// (/dev/stdout), which nothing may take the place of. Throws Error(usage) where an SQLite database stands there.
std::string written_first(const std::string& file) {
    if (file.empty()) return {};
    spare_profiles(file);
    std::error_code failed;
    const auto status = std::filesystem::symlink_status(file, failed);
    const bool itself = std::filesystem::is_symlink(status) || (std::filesystem::exists(status) && std::filesystem::is_other(status));
    return itself ? file : fmt::format("{}.part-{}", file, ::getpid());
}

}  // namespace

struct StreamOutput::Impl {
    explicit Impl(const std::string& name) : file(name == "-" ? std::string() : name), beside(written_first(file)) {
        if (file.empty()) return;
        std::error_code failed;
        if (std::filesystem::is_directory(file, failed)) fail("it is a folder");
        out.open(beside, std::ios::binary | std::ios::trunc);
        if (!out) fail();
        if (beside != file) half_written.emplace(beside);
    }
    ~Impl() {
        if (file.empty() || finished || beside == file) return;
        std::error_code ignored;
        std::filesystem::remove(beside, ignored);
    }
    [[noreturn]] void fail(const std::string& why = {}) const {
        throw Error(ErrorKind::environment, fmt::format("'{}' could not be written{}. Choose a folder that exists, may be written to and has room.", file, why.empty() ? "" : ": " + why));
    }
    void write(std::string_view bytes) {
        out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        if (!out) fail();
    }

    std::string file, beside;
    std::ofstream out;
    std::optional<HalfWritten> half_written;
    bool finished = false;
};

StreamOutput::StreamOutput(const std::string& file) : impl_(std::make_unique<Impl>(file)) {}
StreamOutput::~StreamOutput() = default;

Screen StreamOutput::screen() const { return Destination(impl_->file).screen(); }

void StreamOutput::print(std::string_view piece) {
    if (impl_->file.empty()) return cli::print(piece);
    if (is_printable(piece, LineEnds::kept)) return impl_->write(piece);
    impl_->write(printable(piece, LineEnds::kept));
}

void StreamOutput::write_bytes(std::string_view bytes) {
    if (!impl_->file.empty()) return impl_->write(bytes);
    if (::isatty(STDOUT_FILENO) == 1) throw Error(ErrorKind::usage, "This format is not text, and standard output is a terminal. Name a file: -o FILE.");
    write_to_stdout(bytes);
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
