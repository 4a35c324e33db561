// Transactions by their size.
#pragma once

#include <span>

#include "analyzer/launches/breakdown.hpp"
#include "present/chart.hpp"
#include "present/charts/breakdown.hpp"

namespace sortscope::present {

enum class Access { loads, stores };

/// Transactions of 32, 64, 96 and 128 bytes, stacked, by row of the breakdown: a bar for each case, and a
/// series for each size and provenance. `old_rule`: by the half-warp rule of compute capability 1.3, which
/// has no 96 bytes.
Chart transaction_chart(std::span<const OverlayCase> cases, Access access, bool old_rule = false);
Chart transaction_chart(const analyzer::Breakdown& breakdown, Access access, bool old_rule = false);

}  // namespace sortscope::present
