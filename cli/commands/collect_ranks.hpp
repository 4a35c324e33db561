// Sharing between ranks of one collection: cases, files of all ranks, files on a node's own disk.
#pragma once

#include "cli/options/collect_options.hpp"
#include "core/records.hpp"

namespace sortscope::cli {
/// Cases of the file, for collector::drop_finished(); empty if the file is absent.
std::vector<CaseRecord> known_cases(const std::string& path);

/// Cases that a rank need not collect: its own, and those of all ranks on any GPU that serves. Without
/// --split each rank measures its own devices; those without a UUID cannot be distinguished.
std::vector<CaseRecord> known_cases_of_ranks(const CollectOptions& options, const std::string& own_file);

/// A file that a collection writes in another folder (--stage-dir) and then merges into its target.
class StagedFile {
 public:
    /// Moves what a killed collection left in `folder`. Without a folder, path() is the target.
    StagedFile(const std::string& folder, std::string target);
    const std::string& path() const { return path_; }
    /// Merges the file into its target and removes it. If that fails, the file stays.
    void deliver() const;

 private:
    std::string target_, path_;
};

/// Merges the files of all ranks into `output` if each rank has one, and no rank is collecting or was killed:
/// the last to finish merges. Returns a sentence on what happened.
std::string merge_ranks(const std::string& output, uint32_t ranks);
}
