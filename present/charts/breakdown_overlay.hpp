// Several cases in one chart: the case shown, then those compared.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "analyzer/launches/breakdown.hpp"
#include "present/chart.hpp"
#include "present/charts/transactions.hpp"

namespace sortscope::analyzer {
struct Advice;
}

namespace sortscope::present {

/// A case with its breakdown. All of one chart have one grouping.
struct OverlayCase {
    const CaseRecord* record = nullptr;
    std::shared_ptr<const analyzer::Breakdown> breakdown;
};

/// Bars side by side, one series a case. Rows are those of the first case, then those that only others have;
/// kernels match by name, others by stage and substage. Tooltips give the ratio to the first case.
Chart breakdown_overlay_chart(std::span<const OverlayCase> cases, const Metric& metric);

/// transaction_chart() of several cases: one bar a case in each row. Each provenance is a series of its own.
Chart transaction_overlay_chart(std::span<const OverlayCase> cases, Access access, bool old_rule = false);

}  // namespace sortscope::present
