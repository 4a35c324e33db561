// Times of a case's trials as tables.
#pragma once

#include "core/records.hpp"
#include "present/table.hpp"

namespace sortscope::present {
/// A row a bin, with a bar. Empty without times.
Table trial_histogram_table(const CaseRecord& record);
/// A row for trials that follow each other, with a bar from the shortest to the longest time.
Table trial_order_table(const CaseRecord& record);
/// A row a trial, for CSV.
Table trial_table(const CaseRecord& record);
}
