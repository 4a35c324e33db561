// The stage/substage table of a case.
#pragma once

#include "analyzer/breakdown.hpp"
#include "cli/table.hpp"

namespace sortscope::cli {

/// Rows, a rule and the total. `most_rows` above 0: the rows of least share beyond so many become one row at the end.
Table breakdown_table(const analyzer::Breakdown& breakdown, const CaseRecord& record, std::size_t most_rows = 0);

/// "Stages, shares of the measured time" or the like: the table's title.
std::string breakdown_title(const analyzer::Breakdown& breakdown);

}  // namespace sortscope::cli
