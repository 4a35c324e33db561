// Charts of trials, comparisons and histories.
#pragma once

#include "present/chart.hpp"
#include "present/tables/compare.hpp"

namespace sortscope::present {
/// Draws the `most` conditions with the greatest effect, in rows. Point::case_id is a case of `other`.
Chart comparison_chart(const analyzer::Comparison& comparison, const std::string& base,
                       const std::string& other, double min_effect, size_t most = 40);

/// Ratios of sectors, for pairs without times.
Chart sectors_comparison_chart(std::span<const PairDifference> pairs, const std::string& base,
                               const std::string& other);

/// Marks changes of the time.
Chart history_chart(const analyzer::History& history, double min_effect);

/// Draws the pair's two times. Empty without a ratio.
Chart pair_chart(const analyzer::ComparedPair& pair, const std::string& base, const std::string& other,
                 double min_effect);

/// Rejected trials get a separate series. A single case has bands of rounds.
Chart trials_chart(std::span<const CaseRecord* const> cases);
}
