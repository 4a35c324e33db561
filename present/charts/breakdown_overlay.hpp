// Several cases in one chart: the first is the one shown, the others stand beside it.
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

/// A case with its breakdown; all of one chart are grouped alike.
struct OverlayCase {
    const CaseRecord* record = nullptr;
    std::shared_ptr<const analyzer::Breakdown> breakdown;
};

/// A metric's values as bars side by side, a series for each case, times in one unit. Rows are those of the
/// first case in its order, then those that only others have; kernels are met by their names, stages and
/// substages by their numbers. Tooltips give the ratio to the first case.
Chart breakdown_overlay_chart(std::span<const OverlayCase> cases, const Metric& metric);

/// transaction_chart() of several cases: for each row a bar of each case; positions of others have their
/// names behind the row's. Sizes of cases of several provenances are series of their own, each named and
/// marked by its own.
Chart transaction_overlay_chart(std::span<const OverlayCase> cases, Access access, bool old_rule = false);

}  // namespace sortscope::present
