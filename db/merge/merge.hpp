// Merges files of several machines into one.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "db/read/reader.hpp"

namespace sortscope::db {
constexpr std::chrono::seconds default_merge_wait{10};

/// A run of a merged file.
struct MergedRun {
    enum class Outcome {
        taken,      ///< new
        continued,  ///< known, with new parts
        known
    };
    size_t file = 0;  ///< index of the file
    std::string uuid;
    RunId from{}, into{};  ///< ids of the run in that file and in the target
    Outcome outcome{};
    uint64_t cases = 0, launches = 0;        ///< copied
    uint64_t renewed = 0;                    ///< cases that got later rounds
    std::vector<std::string> left_out = {};  ///< sentences about damage that was left out
};

/// Treatment of cases that cannot be read or whose figures contradict each other.
enum class Damaged { refuse, skip };

/// Copies the runs of `files` that `into` lacks, by UUID. A known run gets new cases and rounds, limits and
/// notes, and its end. Cases of a run are equal if condition and collect_ns are equal. Imports have no
/// collect_ns, and need equal contents. Copies all tags, and a name and note if `into` has neither. Creates
/// `into` if absent. On failure `into` is unchanged, and no temporary file is left. Throws Error(usage) if a
/// file is `into` itself. Throws Error(data) for an unusable file, or once `stopped` returns true.
std::vector<MergedRun> merge(const std::filesystem::path& into, std::span<const std::filesystem::path> files,
                             std::chrono::milliseconds wait = default_merge_wait,
                             const std::function<bool()>& stopped = {}, Damaged damaged = Damaged::refuse);
}
