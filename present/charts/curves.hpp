// Curves over the number of keys or the block size.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/curves/curve.hpp"
#include "present/chart.hpp"

namespace sortscope::present {
enum class CurveKind { throughput, block_sweep };

/// Draws at most ten curves with the key type and input of `selected`, or of the first curve if null. If
/// there are more, it draws those with the same block, and of these the fastest. Positions are exponents of
/// two.
Chart curve_chart(std::span<const analyzer::Curve> curves, CurveKind kind, const CaseRecord* selected);

struct PublishedCurve {
    std::string name;  ///< "bitonic-b4, Bainville 2011, AMD HD6970"
    std::string variant;
    std::optional<KeyType> key;
    struct Point {
        uint64_t n = 0;
        double ns = 0;
    };
    std::vector<Point> points;  ///< ascending in n
};
/// Curve of a compared case.
struct OtherCurve {
    const CaseRecord* record = nullptr;
    analyzer::Curve curve;
    std::string name;            ///< its difference: "block 256"
    bool of_drawn_file = false;  ///< case numbers match
};

struct CurveView {
    enum class X { keys, bytes };
    enum class Y {
        rate,  ///< Mkey/s
        time,
        time_a_key,      ///< ns
        bandwidth,       ///< GB/s: each key read and written once
        pass_bandwidth,  ///< GB/s: the bytes of the algorithm's own passes
        metric           ///< of whole sorts
    };
    X x = X::keys;
    Y y = Y::rate;
    const Metric* metric = nullptr;
    std::map<CaseId, MetricValue> values = {};    ///< of Y::metric
    std::optional<double> copy_bytes_per_s = {};  ///< measured
    bool bounds = false;                          ///< the algorithm's passes at that bandwidth
    bool copy = false;                            ///< one pass at that bandwidth
    std::vector<PublishedCurve> published = {};
    std::vector<PublishedCurve> published_of_drawn = {};  ///< drawn with curves of their variant
    std::vector<OtherCurve> others = {};
};

/// All but the curves are dashed; bounds and copy have no marks.
Chart throughput_chart(std::span<const analyzer::Curve> curves, const CaseRecord* selected,
                       const CurveView& view);
}
