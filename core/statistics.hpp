// Order statistics of small samples.
#pragma once

#include <span>
#include <vector>

namespace sortscope {
/// Interpolates between order statistics (definition 7 of Hyndman and Fan 1996). `values` may be unordered.
/// Throws Error(internal) if `values` is empty or `q` is outside [0, 1].
double quantile(std::span<const double> values, double q);

double median(std::span<const double> values);

/// Contains the true value with probability `level` (0..1).
struct Interval {
    double low = 0, high = 0;
    double level = 0;
    friend bool operator==(const Interval&, const Interval&) = default;
};

/// Distribution-free interval of the median, from the l-th smallest to the l-th largest of n values. l is the
/// greatest with 1 - 2 P(B < l) >= `level`, B binomial(n, 1/2) (David and Nagaraja 2003, Order Statistics,
/// section 7.1). Too few values give l = 1 and range_level(n). `values` may be unordered. Throws
/// Error(internal) if empty.
Interval median_interval(std::span<const double> values, double level = 0.99);
/// Level of the interval from the least to the greatest of `count` values: 1 - 2^(1 - count); 0 for none.
double range_level(size_t count);

/// Interquartile range / median; 0 for a zero median.
double relative_spread(std::span<const double> values);
}
