// Times: trials, ratios, over runs.
#pragma once

#include <cstddef>
#include <string>

#include "analyzer/timing/history.hpp"
#include "present/chart.hpp"
#include "present/tables/compare.hpp"

namespace sortscope::present {
/// One row a condition, of the `most` with the greatest effect. Point::case_id is the other side's.
Chart comparison_chart(const analyzer::Comparison& comparison, const std::string& base,
                       const std::string& other, double min_effect, size_t most = 40);

/// Ratios of sectors, of pairs without times.
Chart sectors_comparison_chart(std::span<const PairDifference> pairs, const std::string& base,
                               const std::string& other);

/// Marks show changes.
Chart history_chart(const analyzer::History& history, double min_effect);

/// Both times of a pair. Empty without a ratio.
Chart pair_chart(const analyzer::ComparedPair& pair, const std::string& base, const std::string& other,
                 double min_effect);

/// Rejected trials apart. A case alone has bands of rounds.
Chart trials_chart(std::span<const CaseRecord* const> cases);
}
