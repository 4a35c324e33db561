// The comparison of one pair as a chart: its two times beside each other.
#pragma once

#include <string>

#include "present/chart.hpp"

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
