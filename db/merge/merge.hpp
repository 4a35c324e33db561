// Files of several machines into one.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/records.hpp"

namespace sortscope::db {

/// How long a merge waits for others that write.
constexpr std::chrono::seconds default_merge_wait{10};

/// What became of a run of a file that was merged.
struct MergedRun {
    enum class Outcome {
        taken,      ///< it was not there
        continued,  ///< it was there, and has gone on since: what is new was taken
        known       ///< it was there, with all that the file has of it
    };
    std::size_t file = 0;  ///< which of the files
    std::string uuid;
    RunId from{};  ///< its number in that file
    RunId into{};  ///< and in the one that was merged into
    Outcome outcome{};
    std::uint64_t cases = 0;     ///< taken
    std::uint64_t renewed = 0;   ///< cases that were there, and got later rounds
    std::uint64_t launches = 0;  ///< taken
};

/// Takes all runs of `files` that `into` has not, each once by its UUID; of a run that `into` has, what is
/// new since: further cases, later rounds of cases, its end, its notes. Cases of a run are the same where
/// their conditions and the time they took the collector are; of imports, which took it none, where what they
/// hold is, too. A name and a note
/// are taken if there is none, and all tags. `into` is created if it is not there; the files are left as they
/// are. All of it is one transaction: if anything fails, `into` stays as it was. Records are read and written
/// as a Reader and a Writer do, with all their checks. Throws Error(usage) where a file is `into` itself,
/// Error(data) where one cannot be used, and where `stopped`, which is asked now and then, said so: `into` is
/// as it was then, and no other file is left.
std::vector<MergedRun> merge(const std::filesystem::path& into, std::span<const std::filesystem::path> files,
                             std::chrono::milliseconds wait = default_merge_wait,
                             const std::function<bool()>& stopped = {});

}  // namespace sortscope::db
