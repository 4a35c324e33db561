// `sortscope list`: the runs of a file and their cases.
#pragma once

#include <string>
#include <vector>

#include "cli/json.hpp"
#include "cli/terminal.hpp"
#include "core/records.hpp"

namespace sortscope::cli {

/// Runs with their cases (at Detail::summary), a table for each device. Runs without a case among `cases` are left
/// out where `filtered`.
std::string render_list(const std::string& file, const std::vector<RunRecord>& runs,
                        const std::vector<CaseRecord>& cases, bool filtered, const Screen& screen);

Json list_json(const std::string& file, const std::vector<RunRecord>& runs, const std::vector<CaseRecord>& cases);

}  // namespace sortscope::cli
