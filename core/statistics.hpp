// Order statistics of small samples.
#pragma once

#include <span>
#include <vector>

namespace sortscope {
/// `q` in [0, 1]; `values` in any order, linear between order statistics (definition 7 of Hyndman and Fan
/// 1996). Throws Error(internal) for an empty sample or another `q`.
double quantile(std::span<const double> values, double q);

double median(std::span<const double> values);

/// Contains the true value with probability `level` (0..1).
struct Interval {
    double low = 0, high = 0;
    double level = 0;
    friend bool operator==(const Interval&, const Interval&) = default;
};

/// Distribution-free, of `values` in any order: from the l-th smallest to the l-th largest of n, with the
/// greatest l whose level 1 - 2 P(B < l), B binomial of n and 1/2, is at least `level` (David and Nagaraja
/// 2003, Order Statistics, section 7.1). Too few values give l = 1 and range_level(n). Throws
/// Error(internal) for an empty sample.
Interval median_interval(std::span<const double> values, double level = 0.99);
/// Level of the interval from least to greatest of `count` values: 1 - 2^(1 - count); 0 for none.
double range_level(size_t count);

/// Interquartile range / median; 0 for a zero median.
double relative_spread(std::span<const double> values);
}
