#include "analyzer/curve_value.hpp"

#include <algorithm>
#include <cmath>

namespace sortscope::analyzer {

SortedKeys sorted_keys(const CurvePoint& point) {
    return {point.keys, point.median_ns, point.data_bytes,
            point.pass_bytes > 0 ? std::optional(point.pass_bytes) : std::nullopt};
}

std::optional<double> curve_value(const SortedKeys& sorted, CurveQuantity quantity) {
    std::optional<double> value;
    switch (quantity) {
        case CurveQuantity::rate:
            value = 1e3 * sorted.keys / sorted.ns;
            break;
        case CurveQuantity::time:
            value = sorted.ns;
            break;
        case CurveQuantity::time_a_key:
            value = sorted.ns / sorted.keys;
            break;
        case CurveQuantity::bandwidth:
            value = 2 * sorted.data_bytes / sorted.ns;
            break;  // bytes a nanosecond
        case CurveQuantity::pass_bandwidth:
            if (sorted.pass_bytes) value = *sorted.pass_bytes / sorted.ns;
            break;
    }
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<CurveValue> curve_value(const CurvePoint& point, CurveQuantity quantity) {
    auto sorted = sorted_keys(point);
    const auto value = curve_value(sorted, quantity);
    if (!value) return std::nullopt;
    const auto at = [&](double ns) {
        sorted.ns = ns;
        return curve_value(sorted, quantity).value_or(*value);
    };
    const double one = at(point.low_ns), other = at(point.high_ns);  // a rate falls as the time grows
    return CurveValue{*value, std::min(one, other), std::max(one, other)};
}

std::optional<SortedKeys> bound_of(const CurvePoint& point, double bytes_per_s) {
    auto sorted = sorted_keys(point);
    if (!sorted.pass_bytes) return std::nullopt;
    sorted.ns = *sorted.pass_bytes / bytes_per_s * 1e9;
    return sorted;
}

SortedKeys copy_of(double keys, double key_bytes, double bytes_per_s) {
    const double moved = 2 * keys * key_bytes;
    return {keys, moved / bytes_per_s * 1e9, keys * key_bytes, moved};
}

}  // namespace sortscope::analyzer
