// Times over the runs of a file as a table.
#pragma once

#include <span>

#include "analyzer/timing/history.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// One row a series: first and last run's time, the changes, outliers. Its notes state the rule.
Table history_table(std::span<const analyzer::History> histories, double min_effect);

}  // namespace sortscope::present
