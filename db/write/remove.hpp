// Deleting runs and cases.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/records.hpp"

namespace sortscope::db {
/// Runs, with all their cases, and further cases to delete.
struct RemovalRequest {
    std::vector<RunId> runs{};
    std::vector<CaseId> cases{};
};

struct Removal {
    std::vector<RunId> runs;
    std::vector<RunId> not_ended;  ///< runs without an end, also those of the cases: they may be going on
    std::vector<CaseId> cases;     ///< cases to delete, also those of the runs
    std::vector<CaseId> damaged;   ///< damaged ones of these cases
    uint64_t launches = 0;
    uint64_t file_bytes = 0;  ///< before, with the log
};

/// Lists what remove() would delete, and changes nothing. Throws Error(usage) for an unknown run or case,
/// else as Reader.
Removal plan_removal(const std::filesystem::path& path, const RemovalRequest& request);

/// Deletes in one transaction. Other readers see the change at their next call. Unused names stay, as another
/// writer may rely on them. Throws as plan_removal(), Error(data) if the file cannot be written.
Removal remove(const std::filesystem::path& path, const RemovalRequest& request,
               std::chrono::milliseconds wait = std::chrono::seconds(10));

struct Reclaimed {
    uint64_t before = 0, after = 0;  ///< bytes of the file
};
/// Returns the space of deleted rows to the file system. Throws Error(data) and changes nothing if another
/// program has the file open.
Reclaimed reclaim(const std::filesystem::path& path,
                  std::chrono::milliseconds wait = std::chrono::seconds(10));
}
