// Deletes runs and cases.
#pragma once

#include <chrono>
#include <filesystem>

#include "core/records.hpp"

namespace sortscope::db {
/// Runs to delete with all their cases, and further cases to delete.
struct RemovalRequest {
    std::vector<RunId> runs{};
    std::vector<CaseId> cases{};
};

struct Removal {
    std::vector<RunId> runs;
    std::vector<RunId> not_ended;  ///< affected runs that may still be recording
    std::vector<CaseId> cases;     ///< including cases of `runs`
    std::vector<CaseId> damaged;   ///< among `cases`
    uint64_t launches = 0;
    uint64_t file_bytes = 0;  ///< before the deletion, with the log
};

/// Lists what remove() would delete. Throws Error(usage) for an unknown run or case, else as Reader.
Removal plan_removal(const std::filesystem::path& path, const RemovalRequest& request);

/// Deletes runs and cases in one transaction. Unused names stay, because another writer may use them. Throws
/// as plan_removal(), and Error(data) if the file cannot be written.
Removal remove(const std::filesystem::path& path, const RemovalRequest& request,
               std::chrono::milliseconds wait = std::chrono::seconds(10));

struct Reclaimed {
    uint64_t before = 0, after = 0;  ///< bytes of the file
};
/// Shrinks the file by its deleted rows. Throws Error(data) if another program is writing.
Reclaimed reclaim(const std::filesystem::path& path);
}
