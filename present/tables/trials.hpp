// Times of a case's trials as tables.
#pragma once

#include "core/records.hpp"
#include "present/table.hpp"

namespace sortscope::present {
/// One row for each bin, with a bar. Empty without times.
Table trial_histogram_table(const CaseRecord& record);
/// One row for each group of successive trials, with a bar from the shortest to the longest time.
Table trial_order_table(const CaseRecord& record);
/// One row for each trial, for CSV.
Table trial_table(const CaseRecord& record);
}
