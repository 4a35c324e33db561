// Ratios of times, and times over runs.
#pragma once

#include <cstddef>
#include <string>

#include "analyzer/timing/compare.hpp"
#include "analyzer/timing/history.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// Ratio of times with its interval, a row for each condition, the slowest first; within the band lies what
/// is too small to matter. Of more than `most` pairs those of greatest effect are shown. Point::case_id is
/// the other side's case.
Chart comparison_chart(const analyzer::Comparison& comparison, const std::string& base,
                       const std::string& other, double min_effect, std::size_t most = 40);

/// Times over runs with intervals; a line where they changed.
Chart history_chart(const analyzer::History& history, double min_effect);

}  // namespace sortscope::present

namespace sortscope::analyzer {
struct ComparedPair;
}

namespace sortscope::present {

/// A row for each side: its time (per key where the sides sort different numbers of keys) with its interval,
/// a line at the base's, and a stripe of `min_effect` (0.02: 2 %) around that. The series is named by verdict
/// and ratio. Of a pair that has no ratio: empty, with a sentence.
Chart pair_chart(const analyzer::ComparedPair& pair, const std::string& base, const std::string& other,
                 double min_effect);

}  // namespace sortscope::present
