// Taking runs and cases out of a file.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/records.hpp"

namespace sortscope::db {

/// What is to go: runs with all their cases, and cases.
struct RemovalRequest {
    std::vector<RunId> runs{};
    std::vector<CaseId> cases{};
};

/// What a request comes to.
struct Removal {
    std::vector<RunId> runs;       ///< that go as a whole
    std::vector<RunId> not_ended;  ///< of those and of the runs of the cases: they may be under way
    std::vector<CaseId> cases;     ///< all that go, those of the runs too
    std::uint64_t launches = 0;
    std::uint64_t file_bytes = 0;  ///< of the file now, its log included
};

/// Looks, and changes nothing. Throws Error(usage) where the file has no such run or case, else as a Reader.
Removal plan_removal(const std::filesystem::path& path, const RemovalRequest& request);

/// Takes them out with everything below them, in one transaction: all or nothing. Programs that read the file
/// meanwhile see it as it was until they ask again. Names that nothing uses any more stay, since a program
/// that writes may count on them. Throws as plan_removal(), Error(data) where the file cannot be written.
Removal remove(const std::filesystem::path& path, const RemovalRequest& request,
               std::chrono::milliseconds wait = std::chrono::seconds(10));

/// Gives the room of what was taken out back to the file system. Returns the bytes of the file before and
/// after. Throws Error(data), also where another program has the file open; the file is whole then, and as
/// large as it was.
struct Reclaimed {
    std::uint64_t before = 0, after = 0;
};
Reclaimed reclaim(const std::filesystem::path& path,
                  std::chrono::milliseconds wait = std::chrono::seconds(10));

}  // namespace sortscope::db
