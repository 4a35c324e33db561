// Detects whether a file changed since it was read.
#pragma once

#include <cstdint>

#include <QString>

namespace sortscope::gui {

/// Identity, size, change counter and times of a SQLite file and its write-ahead log. A file that is not
/// there has a stamp, too.
struct FileStamp {
    bool exists = false;
    std::uint64_t device = 0, inode = 0;
    std::int64_t size = 0, modified_ns = 0;
    std::uint64_t header = 0;  ///< digest of the first 100 bytes, with SQLite's change counter
    std::int64_t log_size = 0, log_modified_ns = 0;

    /// Whether the main file is the same, ignoring its log.
    bool same_file(const FileStamp& other) const {
        return exists == other.exists && device == other.device && inode == other.inode &&
               size == other.size && header == other.header;
    }
    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

FileStamp stamp_of(const QString& path);

}  // namespace sortscope::gui
