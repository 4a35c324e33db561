// Comma-separated values of a table, for spreadsheets and scripts (RFC 4180).
#pragma once

#include <string>
#include <vector>

#include "present/table.hpp"

namespace sortscope::present::csv {

/// The table with its columns' ids as header, one record a row of values, each ended by CR LF. Numbers stand
/// as they are, ungrouped and in their column's unit, times always in ns ("time_ns"); absent values are
/// empty. Totals, rules and bars are left out: whoever reads the file can add up. A column with a number that
/// is not measured is followed by one that says where each comes from
/// ("<id>_provenance"). Texts are UTF-8 always: characters that steer a terminal and broken bytes are escaped
/// (core/printable.hpp). Else they are as recorded, also where they begin with = + - or @: a spreadsheet that
/// takes those for formulas must be told that the columns are texts; data is not changed for it.
std::string write(const Table& table);

/// One record of `fields`, quoted where they must be and cleaned as those of a table, for results that are
/// too long to be held.
std::string record(const std::vector<std::string>& fields);

}  // namespace sortscope::present::csv
