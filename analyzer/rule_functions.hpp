// The functions behind advice's table of rules (advice_rules.cpp): each looks at the launches of one stage
// and kernel, and says nothing where its fault is not there. docs/advice.md has the formulas.
#pragma once

#include <optional>

#include "analyzer/advice_rules.hpp"

namespace sortscope::analyzer::rules {

/// Whether loads or stores move sectors that they need not, at all: the three rules below look at such
/// launches one by one.
bool moves_excess(const AdvisedLaunches& launches);
std::optional<RuleHit> excess_load_sectors(const AdvisedLaunches& launches);
std::optional<RuleHit> excess_store_sectors(const AdvisedLaunches& launches);
std::optional<RuleHit> misaligned(const AdvisedLaunches& launches);
std::optional<RuleHit> bank_conflicts(const AdvisedLaunches& launches);
std::optional<RuleHit> redundant_traffic(const AdvisedLaunches& launches);
std::optional<RuleHit> atomics(const AdvisedLaunches& launches);
std::optional<RuleHit> spills(const AdvisedLaunches& launches);

std::optional<RuleHit> divergence(const AdvisedLaunches& launches);
std::optional<RuleHit> few_blocks(const AdvisedLaunches& launches);
std::optional<RuleHit> registers(const AdvisedLaunches& launches);
std::optional<RuleHit> shared_memory(const AdvisedLaunches& launches);
std::optional<RuleHit> small_blocks(const AdvisedLaunches& launches);
std::optional<RuleHit> tail(const AdvisedLaunches& launches);
/// By samples of stalled warps where the case has them, else by the number of barriers.
std::optional<RuleHit> barriers(const AdvisedLaunches& launches);

}  // namespace sortscope::analyzer::rules
