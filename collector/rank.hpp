// Ranks: processes that a cluster's launcher starts for one collection, each with a file of its own.
#pragma once

#include <filesystem>
#include <functional>

#include "collector/sweep.hpp"

namespace sortscope::collector {
struct Rank {
    uint32_t index = 0;  ///< from 0
    uint32_t size = 1;   ///< of all ranks
    friend bool operator==(const Rank&, const Rank&) = default;
};

/// "3/8" is the fourth of eight. Throws Error(usage).
Rank parse_rank(std::string_view text);

/// Reads what Open MPI, PMI (MPICH, Intel MPI), PMIx and Slurm's srun set; `variable` is as std::getenv.
/// Empty without a launcher. A single task of Slurm is no rank, for an interactive shell is one, too. Throws
/// Error(usage) if the variables leave rank or size open.
std::optional<Rank> launched_rank(const std::function<const char*(const char*)>& variable);

/// "sorts.db" -> "sorts.0003.db".
std::filesystem::path file_of_rank(const std::filesystem::path& file, const Rank& rank);

/// Existing files of all ranks, in order, of collections on any number of ranks.
std::vector<std::filesystem::path> files_of_ranks(const std::filesystem::path& file);

/// The share (0 to shares - 1) of each case: longest first, each to the share with the least so far. Depends
/// on the sweep and the number of shares alone, so that all ranks of any machines agree.
std::vector<uint32_t> deal(std::span<const PlannedCase> cases, uint32_t shares);
}
