// The catalogue of metrics as a table, and one of its rows in words.
#pragma once

#include "core/metric/metric.hpp"
#include "present/facts.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// One row a metric, in the order of the catalogue: id, title, unit, how it adds up, provenances, pass.
Table metrics_table();

/// Everything the catalogue says of one: title "gld_sectors: Sectors loaded".
Facts metric_facts(const Metric& metric);

}  // namespace sortscope::present
