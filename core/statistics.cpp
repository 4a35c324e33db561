#include "core/statistics.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"

namespace sortscope {
double quantile(std::span<const double> values, double q) {
    if (values.empty()) throw Error(ErrorKind::internal, "A quantile of no values was asked for.");
    if (!(q >= 0 && q <= 1)) throw Error(ErrorKind::internal, "A quantile must be between 0 and 1.");
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const double position = q * double(sorted.size() - 1);
    const auto below = size_t(std::floor(position));
    const auto above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (position - double(below)) * (sorted[above] - sorted[below]);
}

double median(std::span<const double> values) { return quantile(values, 0.5); }

double range_level(size_t count) { return count == 0 ? 0 : 1 - std::exp2(1 - double(count)); }

Interval median_interval(std::span<const double> values, double level) {
    if (values.empty()) throw Error(ErrorKind::internal, "An interval of no values was asked for.");
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    const auto count = sorted.size();
    size_t from_end = 0;  // l - 1
    double reached = range_level(count);
    // Sums P(B <= k) term by term, as logarithms, since 2^-n underflows.
    const auto n = double(count);
    double tail = std::exp2(-n);
    for (size_t next = 1; 2 * next + 1 < count; ++next) {
        const auto k = double(next);
        tail +=
            std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) - n * std::log(2.0));
        if (1 - 2 * tail < level) break;
        from_end = next;
        reached = 1 - 2 * tail;
    }
    return {sorted[from_end], sorted[count - 1 - from_end], reached};
}

double relative_spread(std::span<const double> values) {
    const double middle = median(values);
    return middle == 0 ? 0 : (quantile(values, 0.75) - quantile(values, 0.25)) / middle;
}
}
