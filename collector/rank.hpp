// Ranks: processes that a cluster's launcher starts for one collection. Each rank writes its own file.
#pragma once

#include <filesystem>

#include "collector/sweep.hpp"

namespace sortscope::collector {
struct Rank {
    uint32_t index = 0;  ///< from 0
    uint32_t size = 1;   ///< number of ranks
    friend bool operator==(const Rank&, const Rank&) = default;
};

/// Parses "3/8", the fourth of eight ranks. Throws Error(usage).
Rank parse_rank(std::string_view text);

/// Reads variables of Open MPI, PMI (MPICH, Intel MPI), PMIx or Slurm's srun; `variable` acts like
/// std::getenv. Empty without a launcher, and for a single Slurm task: an interactive shell is one, too.
/// Throws Error(usage) if the variables contradict each other or lack the number of ranks.
std::optional<Rank> launched_rank(const std::function<const char*(const char*)>& variable);

/// "sorts.db" -> "sorts.0003.db".
std::filesystem::path file_of_rank(const std::filesystem::path& file, const Rank& rank);

/// Existing files of all ranks, in order, for any number of ranks.
std::vector<std::filesystem::path> files_of_ranks(const std::filesystem::path& file);

/// Share (0 to shares - 1) of each case. Deals the longest case first, each to the share with the least work.
/// The result is equal on all machines.
std::vector<uint32_t> deal(std::span<const PlannedCase> cases, uint32_t shares);
}
