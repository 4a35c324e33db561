// Merges files of several machines into one.
#pragma once

#include "db/read/reader.hpp"

namespace sortscope::db {
/// A run of a merged file.
struct MergedRun {
    enum class Outcome {
        taken,      ///< new
        continued,  ///< known, with new parts
        known
    };
    size_t file = 0;  ///< index
    std::string uuid;
    RunId from{}, into{};  ///< in that file and in the target
    Outcome outcome{};
    uint64_t cases = 0, launches = 0;        ///< copied
    uint64_t renewed = 0;                    ///< cases that got later rounds
    std::vector<std::string> left_out = {};  ///< sentences about damage
};

/// Treatment of cases that cannot be read or whose figures contradict each other.
enum class Damaged { refuse, skip };

/// Copies the runs of `files` whose UUIDs `into` lacks; copies all or nothing. A known run gets new cases,
/// rounds, limits and notes, and its end. Cases of a run are equal if condition and collect_ns are equal;
/// imports, which have no collect_ns, need equal contents. Copies all tags, and a name and note if `into` has
/// neither. Creates `into` if absent. Throws Error(usage) if a file is `into` itself. Throws Error(data) for
/// an unusable file, and once `stopped` returns true.
std::vector<MergedRun> merge(const std::filesystem::path& into, std::span<const std::filesystem::path> files,
                             const std::function<bool()>& stopped = {}, Damaged damaged = Damaged::refuse,
                             std::chrono::milliseconds wait = std::chrono::seconds(10));
}
