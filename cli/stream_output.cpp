#include "cli/stream_output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include <fmt/core.h>

#include "cli/interruption.hpp"
#include "cli/output.hpp"
#include "core/error.hpp"
#include "db/sqlite/overwrite_guard.hpp"

namespace sortscope::cli {
namespace {

/// Where what is meant for `file` is written first, to be renamed once it is whole: beside it; itself where
/// it is a device, a pipe or a link
/// (/dev/stdout), which nothing may take the place of. Throws Error(usage) where profiles stand there
/// (db::spare_profiles).
std::string written_first(const std::string& file) {
    if (file.empty()) return {};
    db::spare_profiles(file);
    std::error_code failed;
    const auto status = std::filesystem::symlink_status(file, failed);
    const bool itself = std::filesystem::is_symlink(status) ||
                        (std::filesystem::exists(status) && std::filesystem::is_other(status));
    return itself ? file : fmt::format("{}.part-{}", file, ::getpid());
}

}  // namespace

struct StreamOutput::Impl {
    explicit Impl(const std::string& name)
        : file(name == "-" ? std::string() : name), beside(written_first(file)) {
        if (file.empty()) return;
        std::error_code failed;
        if (std::filesystem::is_directory(file, failed)) fail("it is a folder");
        out.open(beside, std::ios::binary | std::ios::trunc);
        if (!out) {
            const std::string why = std::strerror(errno);
            db::check_output_folder(file);
            fail(why);
        }
        if (beside != file) half_written.emplace(beside);
    }
    ~Impl() {
        if (file.empty() || finished || beside == file) return;
        std::error_code ignored;
        std::filesystem::remove(beside, ignored);
    }
    [[noreturn]] void fail(const std::string& why) const {
        throw Error(
            ErrorKind::environment,
            fmt::format(
                "'{}' could not be written: {}. Choose another place for it, or free some space there.", file,
                why));
    }
    void write(std::string_view bytes) {
        out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        if (!out) fail(std::strerror(errno));
    }

    std::string file, beside;
    std::ofstream out;
    std::optional<HalfWritten> half_written;
    bool finished = false;
};

StreamOutput::StreamOutput(const std::string& file) : impl_(std::make_unique<Impl>(file)) {}
StreamOutput::~StreamOutput() = default;

void StreamOutput::check(const std::string& file) {
    // A device, a pipe or a link must not be opened for nothing: who reads it would find an end.
    if (file.empty() || file == "-" || written_first(file) == file) return;
    const Impl tried(file);
}

Screen StreamOutput::screen() const { return Destination(impl_->file).screen(); }

void StreamOutput::print(std::string_view piece) {
    if (impl_->file.empty()) return cli::print(piece);
    if (is_printable(piece, LineEnds::kept)) return impl_->write(piece);
    impl_->write(printable(piece, LineEnds::kept));
}

void StreamOutput::write_bytes(std::string_view bytes) {
    if (!impl_->file.empty()) return impl_->write(bytes);
    if (::isatty(STDOUT_FILENO) == 1)
        throw Error(ErrorKind::usage,
                    "This format is not text, and standard output is a terminal. Name a file: -o FILE.");
    write_to_stdout(bytes);
}

void StreamOutput::finish() {
    if (impl_->file.empty()) return;
    impl_->out.close();
    std::error_code failed;
    if (impl_->out && impl_->beside != impl_->file)
        std::filesystem::rename(impl_->beside, impl_->file, failed);
    if (!impl_->out) impl_->fail(std::strerror(errno));
    if (failed) impl_->fail(failed.message());
    impl_->finished = true;
}

}  // namespace sortscope::cli
