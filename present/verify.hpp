// What is wrong in a file, as a table and as sentences.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "present/table.hpp"

namespace sortscope::present {

/// What was found, as db/check/verify.hpp has it.
struct FindingRow {
    std::string check, table;
    std::optional<std::int64_t> row, in_case;
    std::string sentence, remedy;
};

/// One row a finding.
Table finding_table(const std::vector<FindingRow>& findings);
/// "table launch, row 17, case 3: It took no time at all."
std::string finding_sentence(const FindingRow& finding);

}  // namespace sortscope::present
