// A metric by stage and substage, and counts by source line, as tables.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/launches/breakdown.hpp"
#include "analyzer/source/lines.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// A row for each stage, a column for each substage, and one for the stage as a whole. Where a `width` is
/// given, the substages are spread over as many tables as it takes to show them all; else there is one. Times
/// are in one unit. None where nothing has a value.
std::vector<Table> matrix_tables(const analyzer::StageMatrix& matrix,
                                 std::optional<int> width = std::nullopt);

/// Why a matrix is empty.
std::string no_matrix_sentence(const Metric& metric);

/// One row a source line. `by_name`: files are called by their names without folders, where no two have one
/// name.
Table line_table(std::span<const analyzer::LineCounts> lines, bool by_name = false);

}  // namespace sortscope::present
