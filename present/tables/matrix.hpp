// A metric by stage and substage, and counts by source line.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/launches/breakdown.hpp"
#include "analyzer/source/lines.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// One row a stage, one column a substage, one for the whole stage. With a `width`, spread over several
/// tables.
std::vector<Table> matrix_tables(const analyzer::StageMatrix& matrix,
                                 std::optional<int> width = std::nullopt);

std::string no_matrix_sentence(const Metric& metric);

/// One row a source line. `by_name`: file names without folders where they are distinct.
Table line_table(std::span<const analyzer::LineCounts> lines, bool by_name = false);

}  // namespace sortscope::present
