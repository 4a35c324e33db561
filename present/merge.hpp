// What a merge took, as a table and a sentence.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/records.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// A run of a file, and what became of it.
struct MergedRow {
    std::string file;
    RunId from{}, into{};
    std::string uuid;
    std::string outcome;  ///< "taken", "continued", "known"
    std::uint64_t cases = 0, renewed = 0, launches = 0;
};

/// One row a run.
Table merge_table(const std::vector<MergedRow>& rows);
/// "all.db: 2 runs taken with 12 cases, 1 run went on (3 cases taken, 2 got later rounds), 1 run was there
/// already."
std::string merge_sentence(const std::string& into, const std::vector<MergedRow>& rows);

}  // namespace sortscope::present
