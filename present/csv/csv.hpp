// Comma-separated values of a table, for spreadsheets and scripts (RFC 4180).
#pragma once

#include <string>

#include "present/table.hpp"

namespace sortscope::present::csv {

/// The table with its columns' ids as header, one record a row of values, each ended by CR LF. Numbers stand as they are, ungrouped
/// and in their column's unit, times always in ns ("time_ns"); absent values are empty. Totals, rules and bars are left out: whoever
/// reads the file can add up. A column with a number that is not measured is followed by one that says where each comes from
/// ("<id>_provenance").
std::string write(const Table& table);

}  // namespace sortscope::present::csv
