// A breakdown as a table and as charts: every metric of the catalogue that it has values of.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "analyzer/breakdown.hpp"
#include "present/chart.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// "By stage; shares are of the measured kernel time".
std::string breakdown_title(const analyzer::Breakdown& breakdown);

/// What a row is called in tooltips: "stage 3, substage 2 (mirror)"; a kernel's name.
std::string row_name(const analyzer::BreakdownRow& row, analyzer::Grouping grouping);

/// Rows in the breakdown's order, a rule, and the total. Where there are more than `most_rows` (0: any number), those of greatest
/// share, and one for all others ("12 more"). Columns: what names the row, launches, time in one unit, share ("share", its cells'
/// fraction is the share itself), a bar of the share over the greatest ("bar", for terminals), and every metric of the
/// catalogue that any row has a value of; their ids are the metrics'. The title is breakdown_title().
Table breakdown_table(const analyzer::Breakdown& breakdown, std::size_t most_rows = 0);

/// The metrics that a chart of the breakdown can show, in the order of the catalogue: its `charted` ones that any row has.
std::vector<const Metric*> chart_metrics(const analyzer::Breakdown& breakdown);

/// Bars of `metric`, one a row. Metrics that stack are split by kernel, in order of first launch; kernels beyond the eight
/// colours that can be told apart share the last series. Series names are whole: whoever draws shortens them. Where there is
/// nothing to draw, empty_text says why. Tooltips hold on to `breakdown`.
Chart breakdown_chart(std::shared_ptr<const analyzer::Breakdown> breakdown, const Metric& metric, const CaseRecord& record);

}  // namespace sortscope::present
