// Times: trials, ratios, over runs.
#pragma once

#include <cstddef>
#include <string>

#include "analyzer/timing/compare.hpp"
#include "analyzer/timing/history.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// One row a condition: ratio with interval, the slowest first, and a band of `min_effect`. Shows the `most`
/// pairs of greatest effect. Point::case_id is the other side's case.
Chart comparison_chart(const analyzer::Comparison& comparison, const std::string& base,
                       const std::string& other, double min_effect, std::size_t most = 40);

/// Times over runs with intervals; marks where they changed.
Chart history_chart(const analyzer::History& history, double min_effect);

/// One row a side: its time with interval, a line at the base's time and a band of `min_effect`. Empty
/// without a ratio.
Chart pair_chart(const analyzer::ComparedPair& pair, const std::string& base, const std::string& other,
                 double min_effect);

/// Trials in each case's time mode, with rejected ones as a series of their own and a line for the median. A
/// case alone has its rounds as bands; several have a colour each.
Chart trials_chart(std::span<const CaseRecord* const> cases);

}  // namespace sortscope::present
