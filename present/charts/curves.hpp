// Curves over the number of keys or the block size, in any quantity, with bounds, copy bandwidth, published
// curves and other cases.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/curves/curve.hpp"
#include "core/metric/metric.hpp"
#include "core/records.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

enum class CurveKind { throughput, block_sweep };

/// Curves of the key type and input of `selected` (null: of the first curve). More than ten are thinned to
/// the same block, then to the fastest; the note says so. Positions are exponents of two.
Chart curve_chart(std::span<const analyzer::Curve> curves, CurveKind kind, const CaseRecord* selected);

/// Published times over the number of keys.
struct PublishedCurve {
    std::string name;  ///< "bitonic-b4, Bainville 2011, AMD HD6970"
    std::string variant;
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
    std::string name;            ///< its difference: "block 256"
    bool of_drawn_file = false;  ///< the same file: case numbers match
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
    std::map<CaseId, MetricValue> values = {};    ///< of Y::metric
    std::optional<double> copy_bytes_per_s = {};  ///< measured; bounds derive from it
    bool bounds = false;                          ///< draw the passes of the algorithm at that bandwidth
    bool copy = false;                            ///< draw one pass at that bandwidth
    std::vector<PublishedCurve> published = {};
    std::vector<PublishedCurve> published_of_drawn = {};  ///< drawn with curves of their variant
    std::vector<OtherCurve> others = {};
};

/// curve_chart() in the quantity of `view`. Bounds and copy are dashed lines without marks, published curves
/// and other cases dashed with marks.
Chart throughput_chart(std::span<const analyzer::Curve> curves, const CaseRecord* selected,
                       const CurveView& view);

}  // namespace sortscope::present
