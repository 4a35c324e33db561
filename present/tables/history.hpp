// Times over the runs of a file as a table.
#pragma once

#include <span>

#include "analyzer/timing/history.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// One row a series: time of the first and last run, changes, outliers.
Table history_table(std::span<const analyzer::History> histories, double min_effect);

}  // namespace sortscope::present
