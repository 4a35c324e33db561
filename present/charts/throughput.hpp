// Curves over the number of keys in any quantity, with bounds, copy bandwidth, published curves and other
// cases.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/curves/curve.hpp"
#include "core/metric/metric.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// Published times over the number of keys.
struct PublishedCurve {
    std::string name;     ///< "bitonic-b4, Bainville 2011, AMD HD6970"
    std::string variant;  ///< that it is of
    std::optional<KeyType> key;
    struct Point {
        std::uint64_t n = 0;
        double ns = 0;
    };
    std::vector<Point> points;  ///< ascending in n
};
/// A compared case and its curve.
struct OtherCurve {
    const CaseRecord* record = nullptr;
    analyzer::Curve curve;
    std::string name;  ///< "block 256": what tells it from the case shown
    bool of_drawn_file =
        false;  ///< its cases are numbered as those of the curves drawn: numbers are a file's own
};

struct CurveView {
    enum class X { keys, bytes };
    enum class Y {
        rate,  ///< Mkey/s
        time,
        time_a_key,      ///< ns
        bandwidth,       ///< GB/s: each key read and written once, over the time
        pass_bandwidth,  ///< GB/s: the bytes of the algorithm's own passes over the time
        metric           ///< `metric`, of the whole sort, by case
    };
    X x = X::keys;
    Y y = Y::rate;
    const Metric* metric = nullptr;
    std::map<CaseId, MetricValue> values;  ///< of Y::metric
    std::optional<double>
        copy_bytes_per_s;  ///< measured on the device of the case shown: what bounds are made of
    bool bounds =
        false;  ///< the algorithm's own passes at that bandwidth, of the case's curve (of all, where none is)
    bool copy = false;  ///< one pass of any sort at that bandwidth
    std::vector<PublishedCurve> published;
    std::vector<PublishedCurve> published_of_drawn;  ///< drawn where a curve of their variant is
    std::vector<OtherCurve> others;
};

/// curve_chart() in the quantity of `view`. Bounds and copy are dashed lines without marks, published curves
/// and other cases dashed with marks.
Chart throughput_chart(std::span<const analyzer::Curve> curves, const CaseRecord* selected,
                       const CurveView& view);

}  // namespace sortscope::present
