// Curves over the number of keys or the block size.
#pragma once

#include "analyzer/curves/curve.hpp"
#include "present/chart.hpp"

namespace sortscope::present {
enum class CurveKind { throughput, block_sweep };

/// Draws at most ten curves with the key type and input of `selected` (null: of the first curve).
/// Prefers the block of `selected`, then the fastest curves. Positions are exponents of two.
Chart curve_chart(std::span<const analyzer::Curve> curves, CurveKind kind, const CaseRecord* selected);

/// Indices of curves with the key type and input of `selected` (null: of the first curve).
std::vector<size_t> curves_like(std::span<const analyzer::Curve> curves, const CaseRecord* selected);

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
    std::string name;            ///< difference from the drawn case: "block 256"
    bool of_drawn_file = false;  ///< from the drawn file, so case numbers match
};

struct CurveView {
    enum class X { keys, bytes };
    enum class Y {
        rate,  ///< Mkey/s
        time,
        time_a_key,      ///< ns
        bandwidth,       ///< GB/s: each key read and written once
        pass_bandwidth,  ///< GB/s: the bytes of the algorithm's own passes
        metric           ///< CurveView::metric of whole sorts
    };
    X x = X::keys;
    Y y = Y::rate;
    const Metric* metric = nullptr;
    std::map<CaseId, MetricValue> values = {};    ///< for Y::metric
    std::optional<double> copy_bytes_per_s = {};  ///< measured copy bandwidth
    bool bounds = false;                          ///< draw the algorithm's passes at copy bandwidth
    bool copy = false;                            ///< draw one pass at copy bandwidth
    std::vector<PublishedCurve> published = {};
    std::vector<PublishedCurve> published_of_drawn = {};  ///< drawn if their variant has a curve
    std::vector<OtherCurve> others = {};
    std::vector<Condition> compared = {};  ///< for line_colours()
};

/// Dashes all lines but measured `curves`. Bounds and copy have no marks.
Chart throughput_chart(std::span<const analyzer::Curve> curves, const CaseRecord* selected,
                       const CurveView& view);

/// Groups curves by key type, input and (in block sweeps) size. The largest group is first.
std::vector<std::vector<analyzer::Curve>> curves_by_input(const std::vector<analyzer::Curve>& curves);

struct CurveChoice {
    std::vector<analyzer::Curve> curves;
    /// "Of 96 curves, 33 are u32 uniform. --key, --input and --n choose others: f32 uniform (31), ...".
    /// Empty if no curve is left out.
    std::string note;
};
/// The largest group of curves_by_input().
CurveChoice most_common_curves(const std::vector<analyzer::Curve>& curves);
}
