// A metric by stage and substage.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/launches/breakdown.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// One row a stage, one column a substage, one for the whole stage. With a `width`, spread over several
/// tables.
std::vector<Table> matrix_tables(const analyzer::StageMatrix& matrix,
                                 std::optional<int> width = std::nullopt);

std::string no_matrix_sentence(const Metric& metric);

}  // namespace sortscope::present
