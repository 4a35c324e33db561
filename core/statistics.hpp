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

/// An interval that holds the true value with probability `level` (0..1).
struct Interval {
    double low = 0, high = 0;
    double level = 0;
    friend bool operator==(const Interval&, const Interval&) = default;
};

/// Interval of the median of what `values` (any order, not empty) are a sample of, whatever its distribution:
/// between two order statistics, the innermost pair that is as far from either end and has at least `level`.
/// With l-th smallest and l-th largest of n it has 1 - 2 P(B < l), B binomial of n and 1/2 (David and
/// Nagaraja 2003, Order Statistics, section 7.1). Where the values are too few for `level`, it is from the
/// least to the greatest, and `Interval::level` says what that reaches: 1 - 2^(1 - n); 0 of one value. Throws
/// Error(internal) on an empty sample.
Interval median_interval(std::span<const double> values, double level = 0.99);
/// The level that the least and the greatest of `count` values have as an interval of the median: 1 - 2^(1 -
/// count); 0 of none.
double range_level(std::size_t count);

/// Interquartile range over median: a spread that one outlier cannot move. 0 for a zero median.
double relative_spread(std::span<const double> values);

}  // namespace sortscope
