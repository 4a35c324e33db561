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
    const double position = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(position));
    const auto above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (position - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double median(std::span<const double> values) { return quantile(values, 0.5); }

double relative_spread(std::span<const double> values) {
    const double middle = median(values);
    return middle == 0 ? 0 : (quantile(values, 0.75) - quantile(values, 0.25)) / middle;
}

}  // namespace sortscope
