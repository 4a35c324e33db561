// Shares cases and files between ranks of one collection, and stages files on a node's own disk.
#pragma once

#include "cli/options/collect_options.hpp"
#include "core/records.hpp"

namespace sortscope::cli {
/// Cases of the file, for collector::drop_finished(); empty if the file is absent.
std::vector<CaseRecord> stored_cases(const std::string& path);

/// Cases that a rank need not collect: a rank's file has them. Without --split, omits other ranks' cases on
/// devices without a UUID: two of these devices look equal.
std::vector<CaseRecord> stored_cases_of_ranks(const CollectOptions& options, const std::string& own_file);

/// A file that a collection writes in another folder (--stage-dir) and then merges into its target.
class StagedFile {
 public:
    /// Delivers a file left in `folder` by a killed collection. Without a folder, path() is the target.
    StagedFile(const std::string& folder, std::string target);
    const std::string& path() const { return path_; }
    /// Merges the file into its target, and removes the file on success.
    void deliver() const;

 private:
    std::string target_, path_;
};

/// Merges the files of all ranks into `output` if all have finished: only the last rank does. Returns a
/// sentence.
std::string merge_ranks(const std::string& output, uint32_t ranks);
}
