// Comma-separated values of a table (RFC 4180).
#pragma once

#include "present/table.hpp"

namespace sortscope::present::csv {
/// Writes column ids, then rows of values, without bars. Numbers are ungrouped, times are in ns ("time_ns"),
/// and absent values are empty. A column "<id>_provenance" follows if numbers are not measured. Escapes
/// control characters, and puts an apostrophe before formulas (is_formula()).
std::string write(const Table& table);

/// One record, for results too long for memory.
std::string record(const std::vector<std::string>& fields);
}
