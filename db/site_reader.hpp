// Rows of launch_site.
#pragma once

#include <cstdint>
#include <vector>

#include "core/records.hpp"
#include "db/statement.hpp"

namespace sortscope::db {

/// Reads a row of the layout's query after the launch's index: the number of the site, and all of `counts`
/// but it.
void read_site(RowReader& row, std::int64_t& site, SiteCounts& counts);

/// By file, line, column, kind, function and provenance.
void order_by_source(std::vector<SiteCounts>& sites);

}  // namespace sortscope::db
