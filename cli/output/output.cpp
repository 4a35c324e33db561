#include "cli/output/output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <regex>

#include <unistd.h>

#include "db/sqlite/file_check.hpp"

namespace sortscope::cli {
void write_to_stdout(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() && std::fflush(stdout) == 0)
        return;
    const int reason = errno;
    if (reason == EPIPE) throw BrokenPipe{};
    throw Error(ErrorKind::environment,
                reason == EBADF ? "Standard output is closed. Open it, or write to a file: -o FILE."
                                : fmt::format("Cannot write the output: {}. Free some space or choose "
                                              "another place, and run the command again.",
                                              std::strerror(reason)));
}

void print(std::string_view text, const std::string& file) {
    StreamOutput out(file);
    out.print(text);
    out.finish();
}

void print_json(const std::function<void(present::json::Writer&)>& write, const std::string& file,
                size_t depth) {
    StreamOutput out(file);
    out.print_json(write, depth);
    out.finish();
}

void say_after(const std::string& done, const std::function<void()>& say) {
    try {
        say();
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::environment) throw;
        std::string why = error.what();
        // Drop the remedy: it would repeat the change.
        if (const auto end = why.find(". "); end != std::string::npos) why.resize(end + 1);
        throw Error(ErrorKind::environment, why + " " + done);
    }
}

void say_before_verdict(const std::function<void()>& say) {
    try {
        say();
    } catch (const BrokenPipe&) {
        return;  // the caller sets the exit code
    }
}

std::string wrap_command(const std::string& command, const Screen& screen, int indent) {
    if (!screen.width || indent + present::text::display_width(command) <= *screen.width) return command;
    static const std::regex word(R"((?:\\.|'[^']*'|[^ '])+)");
    std::string text;
    int column = indent;
    for (std::sregex_iterator at(command.begin(), command.end(), word), end; at != end; ++at) {
        const int width = present::text::display_width(at->str()), mark = std::next(at) == end ? 0 : 2;
        if (text.empty()) {
            text = at->str();
        } else if (column + 1 + width + mark > *screen.width) {
            column = indent + 4;
            text += " \\\n" + std::string(size_t(column), ' ') + at->str();
        } else {
            ++column;
            text += ' ' + at->str();
        }
        column += width;
    }
    return text;
}

std::string error_text(std::string_view text, std::optional<int> width) {
    // Further lines are indented. Other line ends are part of names, and become blanks.
    constexpr std::string_view further = "\n  ";
    std::string out;
    for (size_t from = 0; from <= text.size();) {
        const auto end = std::min(text.find(further, from), text.size());
        const auto line = (from == 0 ? "sortscope: " : "  ") + printable(text.substr(from, end - from));
        const auto indent = std::min(line.find_first_not_of(' '), line.size());
        out += line.substr(0, indent) +
               wrap(line.substr(indent), Screen{width, true}, int(indent) + 2, int(indent)) + '\n';
        from = end + further.size();
    }
    return out;
}

void print_error(std::string_view text, std::string_view hint) {
    auto lines = error_text(text, ::isatty(STDERR_FILENO) == 1 ? stdout_screen().width : std::nullopt);
    if (!hint.empty()) (lines += hint) += '\n';
    std::fwrite(lines.data(), 1, lines.size(), stderr);
}

namespace {
constexpr size_t buffer_bytes = 1 << 16;

/// The file to write first: a temporary file, or `file` itself if it is a device, pipe or link. Throws
/// Error(usage) if `file` holds profiles.
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

StreamOutput::StreamOutput(const std::string& file)
    : file_(file == "-" ? std::string() : file), temporary_(written_first(file_)) {
    if (file_.empty()) return;
    std::error_code failed;
    if (std::filesystem::is_directory(file_, failed)) refuse("it is a folder");
    if (temporary_ != file_) db::create_new_file(temporary_);
    out_.open(temporary_, std::ios::binary | std::ios::trunc);
    if (!out_) {
        const std::string why = std::strerror(errno);
        db::check_output_folder(file_);
        refuse(why);
    }
    if (temporary_ != file_) set_half_written(temporary_.c_str());
}

StreamOutput::~StreamOutput() {
    if (file_.empty() || temporary_ == file_) return;
    set_half_written(nullptr);
    std::error_code ignored;
    if (!finished_) std::filesystem::remove(temporary_, ignored);
}

void StreamOutput::refuse(const std::string& why) const {
    fail(ErrorKind::environment, "Cannot write '{}': {}. Choose another place, or free some space.", file_,
         why);
}

void StreamOutput::check(const std::string& file) {
    // Do not open a pipe: its reader would see the end.
    if (file.empty() || file == "-" || written_first(file) == file) return;
    const StreamOutput tried(file);
}

Screen StreamOutput::screen_of(const std::string& file) {
    return file.empty() || file == "-" ? stdout_screen() : Screen{std::nullopt, stdout_screen().utf8};
}

void StreamOutput::write(std::string_view bytes) {
    if (file_.empty()) return write_to_stdout(bytes);
    out_.write(bytes.data(), std::streamsize(bytes.size()));
    if (!out_) refuse(std::strerror(errno));
}

void StreamOutput::print(std::string_view piece) {
    // Texts outside tables are not escaped yet.
    buffer_ += printable(piece, LineEnds::kept);
    if (buffer_.size() >= buffer_bytes) write(std::exchange(buffer_, {}));
}

void StreamOutput::print_json(const std::function<void(present::json::Writer&)>& write, size_t depth) {
    present::json::Writer json([&](std::string_view piece) { print(piece); }, depth);
    write(json);
    json.finish();
}

void StreamOutput::write_bytes(std::string_view bytes) {
    if (file_.empty() && ::isatty(STDOUT_FILENO) == 1)
        wrong_request("This format is not text, and standard output is a terminal. Name a file: -o FILE.");
    write(bytes);
}

void StreamOutput::finish() {
    write(std::exchange(buffer_, {}));
    if (file_.empty()) return;
    out_.close();
    std::error_code failed;
    if (out_ && temporary_ != file_) std::filesystem::rename(temporary_, file_, failed);
    if (!out_) refuse(std::strerror(errno));
    if (failed) refuse(failed.message());
    finished_ = true;
}
}
