// Merges files of several machines into one.
#pragma once

#include "db/read/reader.hpp"

namespace sortscope::db {
/// A run of one of the merged files.
struct MergedRun {
    enum class Outcome {
        taken,      ///< new in the target
        continued,  ///< in the target, now with more parts
        known
    };
    size_t file = 0;  ///< in `files`
    std::string uuid;
    RunId from{}, into{};  ///< in that file, in the target
    Outcome outcome{};
    uint64_t cases = 0, launches = 0;        ///< copied
    uint64_t renewed = 0;                    ///< cases that got later rounds
    std::vector<std::string> left_out = {};  ///< sentences about damage
};

/// Treatment of unreadable cases, and of cases with contradictory figures.
enum class Damaged { refuse, skip };

/// Copies runs whose UUID `into` lacks. Runs that it has get new cases, rounds, limits, notes and an end. In
/// a run, condition and collect_ns identify a case. Imports have no collect_ns, so their contents identify
/// them. Copies all tags, but a name and note only if `into` has neither. Copies all or nothing. Creates
/// `into` if absent. Throws Error(usage) if a file is `into` itself, Error(data) for an unusable file and
/// once `stopped` returns true.
std::vector<MergedRun> merge(const std::filesystem::path& into, std::span<const std::filesystem::path> files,
                             const std::function<bool()>& stopped = {}, Damaged damaged = Damaged::refuse,
                             std::chrono::milliseconds wait = std::chrono::seconds(10));
}
