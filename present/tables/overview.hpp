// What a file holds, and which commands look further.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/records.hpp"
#include "present/facts.hpp"

namespace sortscope::present {

Facts overview_facts(const std::string& file, std::span<const RunRecord> runs,
                     const std::vector<CaseRecord>& cases);

/// Questions with the command for each; file names are quoted for a shell.
std::vector<std::pair<std::string, std::string>> next_questions(const std::string& file,
                                                                std::span<const RunRecord> runs,
                                                                const std::vector<CaseRecord>& cases);

}  // namespace sortscope::present
