#include "db/sqlite/temp_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "core/error.hpp"

namespace sortscope::db {
namespace {

namespace fs = std::filesystem;

void clear(const fs::path& path) {
    std::error_code ignored;
    for (const char* end : {"", "-wal", "-shm", "-journal"}) fs::remove(path.string() + end, ignored);
}

[[noreturn]] void refuse(const fs::path& into, const std::error_code& why) {
    throw Error(ErrorKind::data,
                fmt::format("'{}' could not be made ({}). Do it again.", into.string(), why.message()));
}

}  // namespace

TempFile::TempFile(const fs::path& beside, const std::string& what)
    : path_(beside.string() + fmt::format(".{}-{}", what, ::getpid())) {
    clear(path_);
}

TempFile::~TempFile() { clear(path_); }

void TempFile::become(const fs::path& into) const {
    std::error_code failed;
    fs::create_hard_link(path_, into, failed);  // never takes the place of a file
    if (!failed) return;
    if (failed == std::errc::file_exists) refuse(into, failed);
    // A file system without links: the name is claimed first, so that what is replaced is nobody else's.
    const int claimed = ::open(into.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (claimed < 0) refuse(into, {errno, std::generic_category()});
    ::close(claimed);
    fs::rename(path_, into, failed);
    if (!failed) return;
    std::error_code ignored;
    fs::remove(into, ignored);
    refuse(into, failed);
}

}  // namespace sortscope::db
