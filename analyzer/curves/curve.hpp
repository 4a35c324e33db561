// Rate and time over any numeric axis: the number of keys, the block size, a parameter.
#pragma once

#include "core/condition.hpp"
#include "core/records.hpp"
#include "core/statistics.hpp"

namespace sortscope::analyzer {

/// One point of a curve. rate_mkeys_per_s = 1e-6 * N / T with T the median (Bainville 2011).
struct CurvePoint {
    CaseId case_id{};
    RunId run_id{};
    double x = 0;  ///< value on the axis
    double median_ns = 0;
    std::optional<double> spread;  ///< interquartile range / median; nothing of a single trial
    /// Drawn about the median, in ns: half the interquartile range to either side, or medians_ns.
    double low_ns = 0, high_ns = 0;
    double keys = 0;        ///< Work::items
    double data_bytes = 0;  ///< of these
    double pass_bytes = 0;  ///< required bytes of the algorithm's passes; 0: unknown (opaque variants)
    double rate_mkeys_per_s = 0;
    std::size_t alternatives = 0;  ///< older cases of the condition, or those of other runs
    std::size_t cases = 1;         ///< more than 1 with Repeats::merged only
    /// Of the median, by analyzer::time_of(); set by add_intervals(). Never of merged points.
    std::optional<Interval> interval_ns;
    bool of_rounds = false;                ///< the interval is between rounds
    double effective_gb_per_s = 0;         ///< each key read and written once, over the median
    std::optional<double> bound_gb_per_s;  ///< pass_bytes / median
    std::optional<double> part_of_copy;    ///< that / measured copy bandwidth, 0..1; set by add_limits()
    /// The least and the greatest median of merged cases, in ns.
    std::optional<std::pair<double, double>> medians_ns;
};

/// Which of several cases of one condition a curve shows.
enum class Repeats {
    newest,    ///< cases come in order of collecting
    each_run,  ///< a curve for each run; within a run the newest
    merged     ///< one point: the median of the medians, with their spread. Its case is the newest
};
inline constexpr std::array all_repeats{Repeats::newest, Repeats::each_run, Repeats::merged};
/// "newest", "each-run", "merged". parse: throws Error(usage).
std::string_view name_of(Repeats repeats);
Repeats parse_repeats(std::string_view name);

/// Points of one condition with one axis left free, ascending in x, from cases that ended ok.
struct Curve {
    Condition condition;  ///< with the axis free
    Promise promise = Promise::sorted;
    RunId run_id{};  ///< with Repeats::each_run; else 0
    Provenance provenance = Provenance::measured;
    std::vector<CurvePoint> points;

    /// "bitonic-b2 u32 uniform, block 256, NVIDIA H200"
    std::string label() const;
};

/// Whether `record` has the curve's condition (and run).
bool covers(const Curve& curve, const CaseRecord& record);

/// Curves over a numeric axis, in order of their first case. Cases without time or without the axis are left
/// out, and over other axes than n curves of one point.
std::vector<Curve> curves_over(std::string_view axis, const std::vector<CaseRecord>& cases,
                               Repeats repeats = Repeats::newest);

/// 1e-6 N / T in Mkey/s from the median time, of verified cases only.
std::optional<double> rate_mkeys_per_s(const CaseRecord& record);

/// One curve's point in a ranking.
struct Ranked {
    const Curve* curve = nullptr;
    const CurvePoint* point = nullptr;
    double part_of_fastest = 0;  ///< rate over the fastest's, 0..1
};
/// Those of cases on `device`, by backend and device_key.
std::vector<Curve> of_device(const std::vector<Curve>& curves, const Device& device);

/// "minimum and maximum alone", "blocks that are sorted"; empty for sorts. Rankings omit such variants.
std::string_view less_than_sorted(Promise promise);

/// Curves of sorts of equal keys, input, cache state and time mode, from the fastest to the slowest at the
/// largest x that at least two of them share; else empty. Of several such groups, the largest, then the one
/// with the largest x.
std::vector<Ranked> ranking(const std::vector<Curve>& curves);

enum class CurveQuantity {
    rate,           ///< Mkey/s: 1e-6 N / T (Bainville 2011)
    time,           ///< ns
    time_a_key,     ///< ns: T / N
    bandwidth,      ///< GB/s: each key read and written once, over T
    pass_bandwidth  ///< GB/s: the bytes of the algorithm's own passes, over T
};

/// Keys that were sorted (or copied), and the time.
struct SortedKeys {
    double keys = 0;
    double ns = 0;
    double data_bytes = 0;             ///< of the keys
    std::optional<double> pass_bytes;  ///< required by the algorithm's passes
};
SortedKeys sorted_keys(const CurvePoint& point);

/// Empty without a time, or if the bytes of a pass are unknown.
std::optional<double> curve_value(const SortedKeys& sorted, CurveQuantity quantity);

/// A point's value with its interval, from CurvePoint::low_ns and high_ns; low <= value <= high.
struct CurveValue {
    double value = 0, low = 0, high = 0;
};
std::optional<CurveValue> curve_value(const CurvePoint& point, CurveQuantity quantity);

/// The point's keys in the least time of the algorithm's passes at `bytes_per_s`.
std::optional<SortedKeys> bound_of(const CurvePoint& point, double bytes_per_s);

/// `keys` keys of `key_bytes` each read and written once at `bytes_per_s`: no sort through memory is faster.
SortedKeys copy_of(double keys, double key_bytes, double bytes_per_s);

}  // namespace sortscope::analyzer
