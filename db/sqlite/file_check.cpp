#include "db/sqlite/file_check.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "db/sqlite/errors.hpp"

namespace sortscope::db {
namespace {
namespace fs = std::filesystem;
using namespace std::string_view_literals;
constexpr auto magic = "SQLite format 3\0"sv;  // https://www.sqlite.org/fileformat.html, section 1.3
constexpr size_t header_bytes = 100;

/// Reads the first 100 bytes, or all of a shorter file.
std::string read_header(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::string header(header_bytes, '\0');
    in.read(header.data(), std::streamsize(header.size()));
    header.resize(size_t(in.gcount()));
    return header;
}

uint64_t big_endian(std::string_view bytes) {
    uint64_t value = 0;
    for (const char byte : bytes) value = value << 8 | uint8_t(byte);
    return value;
}

uint64_t page_bytes(std::string_view header) {
    const auto field = big_endian(header.substr(16, 2));
    return field == 1 ? 65536 : field;
}

/// Throws Error(data) if the system gives no status of `path`; `remedy` ends the message.
fs::file_status status_of(const fs::path& path, const char* remedy) {
    std::error_code failed;
    const auto status = fs::status(path, failed);
    if (status.type() == fs::file_type::none)
        throw failure(ErrorKind::data, "'{}' cannot be looked at ({}). {}{}.", path.string(),
                      failed.message(),
                      failed == std::errc::too_many_symbolic_link_levels
                          ? "It is a link that leads back to itself: delete it"
                          : "Check the permissions of its folder",
                      remedy);
    return status;
}

void check_kind(const fs::path& path, const fs::file_status& status) {
    if (fs::is_directory(status))
        throw failure(ErrorKind::data, "'{}' is a folder. Name a SortScope file, such as '{}'.",
                      path.string(), (path / "sortscope.db").string());
    if (!fs::is_regular_file(status))
        throw failure(ErrorKind::data, "'{}' is not a regular file. Name a SortScope file.", path.string());
}

void check_contents(const fs::path& path) {
    const auto header = read_header(path);
    if (!header.starts_with(magic.substr(0, header.size())))
        throw failure(ErrorKind::data,
                      "'{}' is not a SQLite file, so SortScope did not write it. Name a file that 'sortscope "
                      "collect' wrote.",
                      path.string());
    // SQLite finds missing pages, but no cut within the last page.
    std::error_code failed;
    const auto size = fs::file_size(path, failed);
    if (failed || size == 0 || has_log(path)) return;
    const auto page = header.size() < header_bytes ? 0 : page_bytes(header);
    if (page == 0 || size % page != 0) throw Error(ErrorKind::data, describe_damage(path));
}

/// True for any SQLite database, and for an empty file with a log.
bool begins_as_database(const fs::path& path) {
    std::error_code failed;
    if (!fs::is_regular_file(path, failed)) return false;
    const auto header = read_header(path);
    return header.empty() ? has_log(path) : header.starts_with(magic);
}

/// Throws Error(usage) about `asked` if `file` has the name of a database's log, index or journal.
void refuse_log(const fs::path& file, const fs::path& asked) {
    const auto name = file.string();
    for (const auto ending : {"-wal"sv, "-shm"sv, "-journal"sv})
        if (const auto owner = name.substr(0, name.size() - std::min(ending.size(), name.size()));
            name.ends_with(ending) && begins_as_database(owner))
            throw failure(ErrorKind::usage,
                          "'{}' is where SQLite keeps the newest records of '{}'. Choose another name.",
                          asked.string(), owner);
}

void spare(const fs::path& file, const fs::path& asked) {
    if (begins_as_database(file))
        throw failure(ErrorKind::usage,
                      "'{}' is a file of profiles (or another SQLite database), which this output would "
                      "replace. Choose another name.",
                      asked.string());
    refuse_log(file, asked);
}
}  // namespace

void check_readable_file(const fs::path& path) {
    std::error_code failed;
    const auto status = status_of(path, "");
    if (status.type() == fs::file_type::not_found && fs::is_symlink(path, failed))
        throw failure(ErrorKind::data, "'{}' is a link to '{}', which is not there. Name a file that is.",
                      path.string(), fs::read_symlink(path, failed).string());
    if (status.type() == fs::file_type::not_found)
        throw failure(ErrorKind::data,
                      "There is no file '{}'. Check the name, or record one with 'sortscope collect'.",
                      path.string());
    check_kind(path, status);
    if (::access(path.c_str(), R_OK) != 0)
        throw failure(ErrorKind::data, "'{}' cannot be read ({}). Ask its owner for permission to read it.",
                      path.string(), std::strerror(errno));
    check_contents(path);
}

void check_output_folder(const fs::path& path, const char* why) {
    const auto folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const auto file = path.filename().string();
    std::error_code failed;
    const bool there = fs::is_directory(folder, failed);
    if (failed && failed != std::errc::no_such_file_or_directory && failed != std::errc::not_a_directory)
        throw failure(ErrorKind::environment,
                      "The folder '{}' cannot be looked at ({}). Name a file somewhere else than '{}'.",
                      folder.string(), failed.message(), file);
    if (!there)
        throw failure(ErrorKind::environment, "There is no folder '{}' to write '{}' in. Create it first.",
                      folder.string(), file);
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        throw failure(ErrorKind::environment,
                      "The folder '{}' cannot be written ({}){}. Make it writable, or name a file somewhere "
                      "else than '{}'.",
                      folder.string(), std::strerror(errno), why, file);
}

void spare_profiles(const fs::path& output) {
    spare(output, output);
    std::error_code failed;
    if (const auto target = fs::weakly_canonical(output, failed); !failed && target != output)
        spare(target, output);
}

void create_new_file(const fs::path& path) {
    ::unlink(path.c_str());
    const int made = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (made >= 0) ::close(made);
}

bool check_writable_target(const fs::path& path) {
    refuse_log(path, path);
    const auto status = status_of(path, ", or name a file somewhere else");
    const bool exists = status.type() != fs::file_type::not_found;
    if (exists) {
        check_kind(path, status);
        if (::access(path.c_str(), R_OK | W_OK) != 0)
            throw failure(ErrorKind::data,
                          "'{}' cannot be written ({}). Make it writable, or name a file somewhere else.",
                          path.string(), std::strerror(errno));
        check_contents(path);
    }
    check_output_folder(path, ", and a write-ahead log must be written beside the file");
    return exists;
}

std::string describe_damage(const fs::path& path) {
    const auto file = path.string();
    std::error_code failed;
    const auto size = fs::file_size(path, failed);
    const auto header = read_header(path);
    if (!failed && header.size() < header_bytes)
        return fmt::format(
            "'{}' is truncated: only {} bytes of it are left. Take it from a copy, or record it again.", file,
            size);
    const auto expected =
        failed ? 0 : page_bytes(header) * big_endian(std::string_view(header).substr(28, 4));
    return fmt::format(
        "'{0}' is {1}. Take it from a copy, or save what is left with: sqlite3 '{0}' .recover", file,
        size < expected ? fmt::format("truncated: it has {} of its {} bytes", size, expected) : "damaged");
}

bool has_log(const fs::path& path) {
    std::error_code failed;
    const auto size = fs::file_size(path.string() + "-wal", failed);
    return !failed && size > 0;
}
}
