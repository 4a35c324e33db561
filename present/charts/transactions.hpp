// Transactions by their size.
#pragma once

#include <set>
#include <string>

#include "analyzer/launches/breakdown.hpp"
#include "core/vocabulary.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

enum class Access { loads, stores };

/// Transactions of 32, 64, 96 and 128 bytes, stacked, by row of the breakdown. `old_rule`: by the half-warp
/// rule of compute capability 1.3, which has no 96 bytes.
Chart transaction_chart(const analyzer::Breakdown& breakdown, Access access, bool old_rule = false);

/// Provenances of its values.
std::set<Provenance> transaction_sources(const analyzer::Breakdown& breakdown, Access access,
                                         bool old_rule = false);

/// "transactions of loads (counted)".
std::string transactions_title(Access access, const std::set<Provenance>& sources);

}  // namespace sortscope::present
