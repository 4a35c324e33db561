// Order statistics of small samples.
#pragma once

#include <span>
#include <vector>

namespace sortscope {

/// Quantile `q` in [0, 1] of `values` (any order, not empty), linearly interpolated between order statistics
/// (definition 7 of Hyndman and Fan 1996). Throws Error(internal) on an empty sample
/// and on a `q` outside [0, 1].
double quantile(std::span<const double> values, double q);

/// The middle value; quantile 0.5.
double median(std::span<const double> values);

/// Interquartile range over median: a spread that one outlier cannot move. 0 for a zero median.
double relative_spread(std::span<const double> values);

}  // namespace sortscope
