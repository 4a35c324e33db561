// `sortscope list`: the runs of a file and their cases.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/json.hpp"
#include "cli/terminal.hpp"
#include "core/records.hpp"

namespace sortscope::cli {

/// Runs with those `cases` (at Detail::summary) of the file's `all_cases` that were asked for, a table for each device.
/// Where they are fewer, runs without any of them are left out.
std::string render_list(const std::string& file, const std::vector<RunRecord>& runs,
                        const std::vector<CaseRecord>& cases, std::size_t all_cases, const Screen& screen);

Json list_json(const std::string& file, const std::vector<RunRecord>& runs, const std::vector<CaseRecord>& cases);

}  // namespace sortscope::cli
