// Advice as tables and sentences, for terminal, window and CSV alike.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analyzer/advice/advice.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// Where the sort and its stages stand against the device's limits: a row each, with what is reached and its
/// part of the limit. Its notes state the limits and where they are from. Empty where no limit is known or no
/// counter was taken.
Table roofline_table(const analyzer::Advice& advice);

/// A finding's headline: "Excess sectors on loads in bitonic_a_step<u32>, stages 3 to 20".
std::string finding_title(const analyzer::AdviceFinding& finding);
/// What is gained: "saves 123 us, 24 % of the sort (modelled)"; of modelled cases "12 % of the sectors".
std::string finding_gain(const analyzer::AdviceFinding& finding);
/// "8.00 sectors a request, where 4.00 would do: sectors loaded 1,234,567, load requests 154,320, ... Lines:
/// bitonic_a.hpp:45 (100 %)."
std::string finding_figures(const analyzer::AdviceFinding& finding);
/// Its lines with their text, as many as are known: "bitonic_a.hpp:45  c.store(data, i, low);".
std::vector<std::string> finding_source(const analyzer::AdviceFinding& finding,
                                        std::span<const SourceText> sources);
/// Below findings: "* modelled: each gain is by itself ..."; of a modelled case, which has no gains but parts
/// of its traffic, "Each part is by itself ...".
std::string gains_sentence(const analyzer::Advice& advice);
/// "Remedy: ...".
std::string finding_remedy(const analyzer::AdviceFinding& finding);

/// One row a finding.
Table finding_table(const analyzer::Advice& advice);

/// The one sentence where nothing is wrong: what limits the sort. Beside findings that one thread works
/// alone, which none of them says; empty where it does not.
std::string limit_sentence(const analyzer::Advice& advice);

/// Why nothing is held against the device's limits: the case did not end well. Empty where it did.
std::string not_placed_sentence(CaseStatus status);

/// "3,860 GB/s", "1.05e12 warp instructions/s".
std::string roof_rate_text(analyzer::Roof roof, double per_s);

}  // namespace sortscope::present
