// Advice as tables and sentences.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analyzer/advice/advice.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// What the sort and each stage reach of the device's limits. Empty without limits or counters.
Table roofline_table(const analyzer::Advice& advice);

/// "Excess sectors on loads in bitonic_a_step<u32>, stages 3 to 20".
std::string finding_title(const analyzer::AdviceFinding& finding);
/// "saves 123 us, 24 % of the sort (modelled)"; for modelled cases "12 % of the sectors".
std::string finding_gain(const analyzer::AdviceFinding& finding);
/// "8 sectors a request, where 4 would do: sectors loaded 1,234,567, ... Lines: bitonic_a.hpp:45 (100 %)."
std::string finding_figures(const analyzer::AdviceFinding& finding);
/// "bitonic_a.hpp:45  c.store(data, i, low);".
std::vector<std::string> finding_source(const analyzer::AdviceFinding& finding,
                                        std::span<const SourceText> sources);
/// "* modelled: each gain is by itself ...": for below the findings.
std::string gains_sentence(const analyzer::Advice& advice);
std::string finding_remedy(const analyzer::AdviceFinding& finding);

Table finding_table(const analyzer::Advice& advice);

/// What limits the sort, if no finding says so; else empty.
std::string limit_sentence(const analyzer::Advice& advice);

/// Why a case that did not end well is not compared with limits; else empty.
std::string not_placed_sentence(CaseStatus status);

/// "3,860 GB/s", "1.05e12 warp instructions/s".
std::string roof_rate_text(analyzer::Roof roof, double per_s);

}  // namespace sortscope::present
