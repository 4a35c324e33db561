// What a file holds, in a few facts, and which commands look further into it.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/records.hpp"
#include "present/facts.hpp"

namespace sortscope::present {

/// Runs, cases, devices, variants, sizes, key types, inputs, block sizes and what was not ok. The title is
/// `file`.
Facts overview_facts(const std::string& file, std::span<const RunRecord> runs,
                     const std::vector<CaseRecord>& cases);

/// Questions that the file can answer, and the command for each; the file's name is quoted for a shell. Those
/// of a file without cases say how to collect some.
std::vector<std::pair<std::string, std::string>> next_questions(const std::string& file,
                                                                std::span<const RunRecord> runs,
                                                                const std::vector<CaseRecord>& cases);

}  // namespace sortscope::present
