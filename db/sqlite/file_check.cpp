#include "db/sqlite/file_check.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string_view>

#include "core/error.hpp"

namespace sortscope::db {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;
constexpr auto magic = "SQLite format 3\0"sv;  // https://www.sqlite.org/fileformat.html, section 1.3

Error data_error(const std::string& message) { return {ErrorKind::data, message}; }

/// First bytes of the file, as many as there are of the 100 that a SQLite header has.
std::string read_header(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::string header(100, '\0');
    in.read(header.data(), static_cast<std::streamsize>(header.size()));
    header.resize(static_cast<std::size_t>(in.gcount()));
    return header;
}

std::uint32_t big_endian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (const char byte : bytes) value = value << 8 | static_cast<unsigned char>(byte);
    return value;
}

void check_kind(const fs::path& path, const fs::file_status& status) {
    if (fs::is_directory(status))
        throw data_error(fmt::format("'{}' is a folder. Name a SortScope file, such as '{}'.", path.string(),
                                     (path / "sortscope.db").string()));
    if (!fs::is_regular_file(status))
        throw data_error(fmt::format("'{}' is not a regular file. Name a SortScope file.", path.string()));
}

/// Page size that a complete header names, else 0.
std::uint64_t page_bytes(std::string_view header) {
    if (header.size() < 100) return 0;
    const auto field = big_endian(header.substr(16, 2));
    return field == 1 ? 65536 : field;
}

/// SQLite itself finds missing pages, but not the missing end of the last one.
void check_whole_pages(const fs::path& path, std::string_view header) {
    std::error_code failed;
    const auto size = fs::file_size(path, failed);
    const auto page = page_bytes(header);
    if (!failed && size > 0 && (page == 0 || size % page != 0) && !has_log(path))
        throw data_error(describe_damage(path));
}

void check_contents(const fs::path& path) {
    const auto header = read_header(path);
    const auto size = std::min(header.size(), magic.size());
    if (header.compare(0, size, magic.substr(0, size)) != 0)
        throw data_error(
            fmt::format("'{}' is not a SQLite file, so SortScope did not write it. Name a file that "
                        "'sortscope collect' wrote.",
                        path.string()));
    check_whole_pages(path, header);
}

/// What helps where a file cannot be looked at.
const char* remedy_of(std::error_code failed) {
    return failed == std::errc::too_many_symbolic_link_levels
               ? "It is a link that leads back to itself: delete it"
               : "Check the permissions of its folder";
}

/// Whether `path` is a database, SortScope's or another's: a file that begins as one, or an empty one
/// with something in its log.
bool begins_as_database(const fs::path& path) {
    std::error_code failed;
    if (!fs::is_regular_file(path, failed)) return false;
    const auto header = read_header(path);
    return header.empty() ? has_log(path) : std::string_view(header).starts_with(magic);
}

/// The database with the write-ahead log, index or journal `path`; empty if absent.
fs::path database_of_log(const fs::path& path) {
    const auto name = path.string();
    for (const auto ending : {"-wal"sv, "-shm"sv, "-journal"sv}) {
        if (!name.ends_with(ending)) continue;
        const fs::path owner = name.substr(0, name.size() - ending.size());
        if (begins_as_database(owner)) return owner;
    }
    return {};
}

void spare(const fs::path& file, const fs::path& asked) {
    if (begins_as_database(file))
        throw Error(ErrorKind::usage,
                    fmt::format("'{}' is a file of profiles (or another SQLite database), which this output "
                                "would take the place of. Choose another name.",
                                asked.string()));
    if (const auto owner = database_of_log(file); !owner.empty())
        throw Error(ErrorKind::usage,
                    fmt::format("'{}' is where SQLite keeps what was recorded last in '{}', which this "
                                "output would take the place of. Choose another name.",
                                asked.string(), owner.string()));
}

}  // namespace

void check_readable_file(const fs::path& path) {
    std::error_code failed;
    const auto status = fs::status(path, failed);
    if (std::error_code none; status.type() == fs::file_type::not_found && fs::is_symlink(path, none))
        throw data_error(fmt::format("'{}' is a link to '{}', which is not there. Name a file that is.",
                                     path.string(), fs::read_symlink(path, none).string()));
    if (status.type() == fs::file_type::not_found)
        throw data_error(fmt::format(
            "There is no file '{}'. Check the name, or record one with 'sortscope collect'.", path.string()));
    if (status.type() == fs::file_type::none)
        throw data_error(fmt::format("'{}' cannot be looked at ({}). {}.", path.string(), failed.message(),
                                     remedy_of(failed)));
    check_kind(path, status);
    if (::access(path.c_str(), R_OK) != 0)
        throw data_error(fmt::format("'{}' cannot be read ({}). Ask its owner for permission to read it.",
                                     path.string(), std::strerror(errno)));
    if (fs::file_size(path, failed) == 0 && !has_log(path))
        throw data_error(
            fmt::format("'{}' is empty: nothing was recorded in it yet. Record into it with 'sortscope "
                        "collect', or name another file.",
                        path.string()));
    check_contents(path);
}

void check_output_folder(const fs::path& path, const char* why) {
    const auto folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    std::error_code failed;
    const bool there = fs::is_directory(folder, failed);
    if (failed && failed != std::errc::no_such_file_or_directory && failed != std::errc::not_a_directory)
        throw Error(
            ErrorKind::environment,
            fmt::format("The folder '{}' cannot be looked at ({}). Name a file somewhere else than '{}'.",
                        folder.string(), failed.message(), path.filename().string()));
    if (!there)
        throw Error(ErrorKind::environment,
                    fmt::format("There is no folder '{}' to write '{}' in. Create it first.", folder.string(),
                                path.filename().string()));
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        throw Error(ErrorKind::environment,
                    fmt::format("The folder '{}' cannot be written ({}){}. Make it writable, or name a file "
                                "somewhere else than '{}'.",
                                folder.string(), std::strerror(errno), why, path.filename().string()));
}

void spare_profiles(const fs::path& output) {
    spare(output, output);
    std::error_code failed;
    if (const auto target = fs::weakly_canonical(output, failed); !failed && target != output)
        spare(target, output);
}

bool check_writable_target(const fs::path& path) {
    std::error_code failed;
    if (const auto owner = database_of_log(path); !owner.empty())
        throw Error(
            ErrorKind::usage,
            fmt::format("'{}' is where SQLite keeps what was recorded last in '{}'. Choose another name.",
                        path.string(), owner.string()));
    const auto status = fs::status(path, failed);
    if (status.type() == fs::file_type::none)
        throw data_error(fmt::format("'{}' cannot be looked at ({}). {}, or name a file somewhere else.",
                                     path.string(), failed.message(), remedy_of(failed)));
    if (status.type() != fs::file_type::not_found) {
        check_kind(path, status);
        if (::access(path.c_str(), R_OK | W_OK) != 0)
            throw data_error(
                fmt::format("'{}' cannot be written ({}). Make it writable, or name a file somewhere else.",
                            path.string(), std::strerror(errno)));
        check_contents(path);
    }
    check_output_folder(path, ", and a write-ahead log must be written beside the file");
    return status.type() != fs::file_type::not_found;
}

std::string describe_damage(const fs::path& path) {
    std::error_code failed;
    const auto size = fs::file_size(path, failed);
    const auto header = read_header(path);
    if (!failed && header.size() < 100)
        return fmt::format(
            "'{}' is truncated: only {} bytes of it are left. Take it from a copy, or record it again.",
            path.string(), size);
    if (!failed) {
        const std::uint64_t expected =
            page_bytes(header) * big_endian(std::string_view(header).substr(28, 4));
        if (size < expected)
            return fmt::format(
                "'{}' is truncated: it has {} of its {} bytes. Take it from a copy, or save what is left "
                "with: sqlite3 '{}' .recover",
                path.string(), size, expected, path.string());
    }
    return fmt::format(
        "'{}' is damaged. Take it from a copy, or save what is left with: sqlite3 '{}' .recover",
        path.string(), path.string());
}

bool has_log(const fs::path& path) {
    std::error_code failed;
    auto log = path;
    log += "-wal";
    const auto size = fs::file_size(log, failed);
    return !failed && size > 0;
}

}  // namespace sortscope::db
