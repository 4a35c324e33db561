// The options that choose cases, shared by the commands that read many.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "db/reader.hpp"

namespace sortscope::cli {

/// As typed; empty does not restrict.
struct CaseOptions {
    std::string run, variants, key, distribution, sizes, blocks, backend, device, status;

    bool restricts() const;  ///< whether any of them was given
};

/// Adds --run, --variant, --key, --dist, --size, --block, --backend, --device and --status to `command`.
void add_case_options(Command& command, CaseOptions& options);

/// What the options say. Throws Error(usage) for a value that is none of its kind.
class CaseChoice {
 public:
    explicit CaseChoice(const CaseOptions& options);
    /// What the store can filter by itself.
    const db::CaseFilter& filter() const { return filter_; }
    /// The rest: lists of sizes and blocks, part of a device's name.
    bool takes(const CaseRecord& record) const;

 private:
    db::CaseFilter filter_;
    std::vector<std::uint64_t> sizes_, blocks_;
    std::string device_;
};

/// The chosen cases of a file, in order of collecting.
std::vector<CaseRecord> chosen_cases(const db::Reader& reader, const CaseOptions& options);

}  // namespace sortscope::cli
