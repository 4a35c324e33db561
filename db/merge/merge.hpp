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
    RunId from{}, into{};  ///< numbers of the run in that file and in the target
    Outcome outcome{};
    uint64_t cases = 0, launches = 0;        ///< taken
    uint64_t renewed = 0;                    ///< cases that got later rounds
    std::vector<std::string> left_out = {};  ///< sentences on damage of the file
};

/// Treatment of cases that merge() cannot read.
enum class Damaged { refuse, skip };

/// Copies the runs of `files` that `into` lacks, by UUID; of a known run, its new cases, later rounds, end
/// and notes. Cases of a run are equal if their condition and collecting time are; imports, which have no
/// such time, need equal contents. Takes all tags, and a name and note if `into` has none. Creates `into` if
/// absent. On failure `into` stays as it was, and no other file is left. Throws Error(usage) if a file is
/// `into` itself, Error(data) if one cannot be used or once `stopped` returns true.
std::vector<MergedRun> merge(const std::filesystem::path& into, std::span<const std::filesystem::path> files,
                             std::chrono::milliseconds wait = default_merge_wait,
                             const std::function<bool()>& stopped = {}, Damaged damaged = Damaged::refuse);
}
