// Advice as tables and sentences.
#pragma once

#include "analyzer/advice/advice.hpp"
#include "present/table.hpp"

namespace sortscope::present {
/// Rates of stages and sort as parts of device limits. Empty without limits or counters.
Table roofline_table(const analyzer::Advice& advice);

/// "Excess sectors on loads in bitonic_a_step<u32>, stages 3 to 20".
std::string finding_title(const analyzer::AdviceFinding& finding);
std::string finding_name(const analyzer::AdviceFinding& finding);
struct StageRange {
    std::string text;  ///< "stages 3 to 8"
    int first = 0;
};
/// Ranges of the stages that the fault slows down; empty for a fault of the whole sort.
std::vector<StageRange> finding_stages(const analyzer::AdviceFinding& finding);
/// Share that removing the fault saves, 0..1: of the sort's time, or of a modelled case's sectors.
double finding_share(const analyzer::AdviceFinding& finding);
/// "123 us* less, 24 %* of the sort"; for modelled cases "12 %* of the sectors".
std::string finding_gain(const analyzer::AdviceFinding& finding);
/// "8 sectors a request, where 4 would do: ... Lines: bitonic_a.hpp:45 (100 %)."
std::string finding_figures(const analyzer::AdviceFinding& finding);
/// "8 sectors a request, where 4 would do: ...", without the lines.
std::string finding_evidence(const analyzer::AdviceFinding& finding);
/// "bitonic_a.hpp:45  c.store(data, i, low);".
std::vector<std::string> finding_source(const analyzer::AdviceFinding& finding,
                                        std::span<const SourceText> sources);
std::string gains_sentence(const analyzer::Advice& advice);
/// Names the remedy, the source line, and a case of the file that already applies the remedy.
std::string finding_remedy(const analyzer::AdviceFinding& finding);

std::vector<std::string> advice_explanations();

Table finding_table(const analyzer::Advice& advice);

/// Names the sort's limit if there is no finding.
std::string limit_sentence(const analyzer::Advice& advice);

/// "Stage 20 is the longest (73.15 us, 10 % of the kernels' time): redundant traffic, ...". Empty without
/// times.
std::string longest_stage_sentence(const analyzer::Advice& advice);

/// Explains why a case has no placements; empty for status ok.
std::string not_placed_sentence(CaseStatus status);

/// "1.05e12 warp instructions/s".
std::string roof_rate_text(analyzer::Roof roof, double per_s);
}
