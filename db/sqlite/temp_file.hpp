// A database that becomes part of another, or another's file, once it is whole.
#pragma once

#include <filesystem>
#include <string>

namespace sortscope::db {

/// A name beside `beside` that nobody else takes ("all.db.merge-4711"); what is there at the beginning and at
/// the end is removed, with its logs.
class TempFile {
 public:
    TempFile(const std::filesystem::path& beside, const std::string& what);
    ~TempFile();
    TempFile(const TempFile&) = delete;
    TempFile& operator=(const TempFile&) = delete;
    const std::filesystem::path& path() const { return path_; }

    /// Gives the file the name `into`, which nobody may have taken meanwhile. Throws Error(data) where that
    /// is so, or cannot be done.
    void become(const std::filesystem::path& into) const;

 private:
    std::filesystem::path path_;
};

}  // namespace sortscope::db
