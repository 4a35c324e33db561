// Comma-separated values of a table (RFC 4180).
#pragma once

#include <string>
#include <vector>

#include "present/table.hpp"

namespace sortscope::present::csv {
/// Column ids, then rows of values without bars. Numbers are ungrouped, times in ns ("time_ns"), absent
/// values empty. "<id>_provenance" follows a column with numbers not measured. Control characters are
/// escaped; texts that is_formula() get an apostrophe.
std::string write(const Table& table);

/// One record, for results too long to hold.
std::string record(const std::vector<std::string>& fields);
}
