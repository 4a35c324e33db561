#include "gui/models/file_stamp.hpp"

#include <sys/stat.h>

#include <QByteArray>
#include <QFile>

namespace sortscope::gui {
namespace {

std::int64_t modified_ns(const struct stat& status) {
    return std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}

/// FNV-1a of the header that every SQLite file begins with.
std::uint64_t header_digest(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return 0;
    std::uint64_t digest = 14695981039346656037ULL;
    for (const char byte : file.read(100))
        digest = (digest ^ static_cast<unsigned char>(byte)) * 1099511628211ULL;
    return digest;
}

}  // namespace

FileStamp stamp_of(const QString& path) {
    FileStamp stamp;
    struct stat status {};
    const auto name = QFile::encodeName(path);
    // Do not open a pipe: it would wait for a writer.
    if (::stat(name.constData(), &status) != 0) return stamp;
    stamp.exists = true;
    stamp.device = status.st_dev;
    stamp.inode = status.st_ino;
    stamp.size = status.st_size;
    stamp.modified_ns = modified_ns(status);
    if (S_ISREG(status.st_mode)) stamp.header = header_digest(path);
    if (::stat((name + "-wal").constData(), &status) == 0) {
        stamp.log_size = status.st_size;
        stamp.log_modified_ns = status.st_size > 0 ? modified_ns(status) : 0;
    }
    return stamp;
}

}  // namespace sortscope::gui
