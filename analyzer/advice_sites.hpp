// The source lines that have a part in a finding of advice.
#pragma once

#include <vector>

#include "analyzer/advice_rules.hpp"

namespace sortscope::analyzer {

/// Stall samples of one kernel, whatever it is called: activity records and samples know a kernel by its
/// symbol.
bool is_sample_of(const StallRecord& stall, const LaunchRecord& shape);

/// The lines that have most of `fault`, at most three: by the counts of the first of `launches`, those of the
/// most trusted provenance; where there are none, by samples of stalled warps.
std::vector<AdviceSite> sites_of(Fault fault, const AdvisedLaunches& launches, const AdviceInput& input);

}  // namespace sortscope::analyzer
