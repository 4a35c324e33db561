// What is drawn of a throughput curve: its points in each quantity with their intervals, and what the points
// are held against.
#pragma once

#include <optional>

#include "analyzer/curve.hpp"

namespace sortscope::analyzer {

enum class CurveQuantity {
    rate,           ///< Mkey/s: 1e-6 N / T (Bainville 2011)
    time,           ///< ns
    time_a_key,     ///< ns: T / N
    bandwidth,      ///< GB/s: each key read and written once, over T
    pass_bandwidth  ///< GB/s: the bytes of the algorithm's own passes, over T
};

/// Keys that were sorted (or copied), and the time that it took, whoever took it.
struct SortedKeys {
    double keys = 0;
    double ns = 0;
    double data_bytes = 0;  ///< of the keys
    std::optional<double>
        pass_bytes;  ///< that the algorithm's own passes must move; nothing where they are unknown
};
SortedKeys sorted_keys(const CurvePoint& point);

/// Nothing where the quantity is not known, or no number: of no time.
std::optional<double> curve_value(const SortedKeys& sorted, CurveQuantity quantity);

/// A point's value with its interval: that of its time (CurvePoint::low_ns, high_ns), turned into the
/// quantity, so that low <= value <= high.
struct CurveValue {
    double value = 0, low = 0, high = 0;
};
std::optional<CurveValue> curve_value(const CurvePoint& point, CurveQuantity quantity);

/// The point's keys in the time that the algorithm's own passes take at `bytes_per_s`: no implementation of
/// it is faster. Nothing where their bytes are unknown.
std::optional<SortedKeys> bound_of(const CurvePoint& point, double bytes_per_s);

/// `keys` keys of `key_bytes` each read and written once at `bytes_per_s`: no sort through memory is faster.
SortedKeys copy_of(double keys, double key_bytes, double bytes_per_s);

}  // namespace sortscope::analyzer
