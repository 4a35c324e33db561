// Deleting runs and cases.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/records.hpp"

namespace sortscope::db {

/// Runs, with all their cases, and cases to delete.
struct RemovalRequest {
    std::vector<RunId> runs{};
    std::vector<CaseId> cases{};
};

struct Removal {
    std::vector<RunId> runs;       ///< deleted as a whole
    std::vector<RunId> not_ended;  ///< of those and of the runs of the cases: they may be under way
    std::vector<CaseId> cases;     ///< all, those of the runs too
    std::uint64_t launches = 0;
    std::uint64_t file_bytes = 0;  ///< now, with the log
};

/// Changes nothing. Throws Error(usage) if the file has no such run or case, else as a Reader.
Removal plan_removal(const std::filesystem::path& path, const RemovalRequest& request);

/// Deletes in one transaction. Programs that read the file meanwhile see it as it was until their next call.
/// Unused names stay, since a program that writes may count on them. Throws as plan_removal(), Error(data) if
/// the file cannot be written.
Removal remove(const std::filesystem::path& path, const RemovalRequest& request,
               std::chrono::milliseconds wait = std::chrono::seconds(10));

/// Bytes of the file.
struct Reclaimed {
    std::uint64_t before = 0, after = 0;
};
/// Returns the room of deleted rows to the file system. Throws Error(data), also if another program has the
/// file open; the file is unchanged then.
Reclaimed reclaim(const std::filesystem::path& path,
                  std::chrono::milliseconds wait = std::chrono::seconds(10));

}  // namespace sortscope::db
