// Times of a case's trials: their distribution and their sequence.
#pragma once

#include <span>
#include <vector>

#include "core/records.hpp"

namespace sortscope::analyzer {
struct TrialBin {
    double from_ns = 0, to_ns = 0;  ///< the last bin includes `to_ns`
    size_t trials = 0;
};
/// At most `most` bins of equal width: 2 * interquartile range / cube root of the number of times (Freedman
/// and Diaconis 1981). One bin if all times are equal; empty without times.
std::vector<TrialBin> trial_histogram(std::span<const double> times_ns, size_t most = 20);

/// Consecutive trials of one round.
struct TrialGroup {
    uint32_t round = 0, first = 0, last = 0;  ///< indices as stored
    double median_ns = 0, least_ns = 0, greatest_ns = 0;
};
/// Accepted trials of the case's time mode in order, in about `most` groups of equal size. No group spans
/// rounds.
std::vector<TrialGroup> trial_groups(const CaseRecord& record, size_t most = 24);

/// Times of the accepted trials of the case's time mode, in order.
std::vector<double> trial_times(const CaseRecord& record);
}
