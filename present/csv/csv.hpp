// Comma-separated values of a table (RFC 4180).
#pragma once

#include <string>
#include <vector>

#include "present/table.hpp"

namespace sortscope::present::csv {

/// Column ids as header, one record a row of values, without totals, rules and bars. Numbers are ungrouped,
/// times in ns ("time_ns"), absent values empty. A column with a number that is not measured is followed by
/// "<id>_provenance". Control characters are escaped; a leading = + - or @ is kept.
std::string write(const Table& table);

/// One record, for results too long to hold.
std::string record(const std::vector<std::string>& fields);

}  // namespace sortscope::present::csv
