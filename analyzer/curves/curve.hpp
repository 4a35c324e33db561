// Rate and time over a numeric axis: the number of keys, the block size, a parameter.
#pragma once

#include "core/condition.hpp"
#include "core/records.hpp"
#include "core/statistics.hpp"

namespace sortscope::analyzer {
struct CurvePoint {
    CaseId case_id{};
    RunId run_id{};
    double x = 0;
    double median_ns = 0;             ///< 0 without times
    std::optional<double> spread;     ///< interquartile range / median; nothing of a single trial
    double low_ns = 0, high_ns = 0;   ///< median -+ half the interquartile range, or medians_ns
    double keys = 0, data_bytes = 0;  ///< Work
    double pass_bytes = 0;        ///< required bytes of the algorithm's passes; 0: unknown (opaque variants)
    double rate_mkeys_per_s = 0;  ///< 1e-6 N / T, T the median (Bainville 2011)
    size_t alternatives = 0;      ///< older cases of the condition, or those of other runs
    size_t cases = 1;             ///< more than 1 with Repeats::merged only
    std::optional<Interval> interval_ns;   ///< of the median, set by add_intervals(); never of merged points
    bool of_rounds = false;                ///< the interval is between rounds
    double effective_gb_per_s = 0;         ///< each key read and written once, over the median
    std::optional<double> bound_gb_per_s;  ///< pass_bytes / median
    std::optional<double> part_of_copy;    ///< that / measured copy bandwidth, 0..1; set by add_limits()
    std::optional<std::pair<double, double>> medians_ns;  ///< least and greatest of merged cases
};

/// Which of several cases of one condition a curve shows.
enum class Repeats {
    newest,
    each_run,  ///< a curve for each run; within a run the newest
    merged     ///< the median of the medians, with their spread and the newest case
};
inline constexpr std::array all_repeats{Repeats::newest, Repeats::each_run, Repeats::merged};
std::string_view name_of(Repeats repeats);     ///< "newest", "each-run", "merged"
Repeats parse_repeats(std::string_view name);  ///< throws Error(usage)

/// Points of one condition with one axis left free, ascending in x, from cases that ended ok.
struct Curve {
    Condition condition;  ///< with the axis free
    Promise promise = Promise::sorted;
    RunId run_id{};  ///< with Repeats::each_run; else 0
    Provenance provenance = Provenance::measured;
    std::vector<CurvePoint> points;

    std::string label() const;  ///< "bitonic-b2 u32 uniform, block 256, NVIDIA H200"
};

bool covers(const Curve& curve, const CaseRecord& record);

/// In order of their first case, without cases that lack a time or the axis. Curves over other axes than n
/// have two points or more. `cases` are in order of collecting.
std::vector<Curve> curves_over(std::string_view axis, const std::vector<CaseRecord>& cases,
                               Repeats repeats = Repeats::newest);

/// Curves of the cases that ended ok without a time: their points have counters alone.
std::vector<Curve> untimed_curves_over(std::string_view axis, const std::vector<CaseRecord>& cases);

/// 1e-6 N / T in Mkey/s from the median time, of verified cases only.
std::optional<double> rate_mkeys_per_s(const CaseRecord& record);

std::vector<Curve> of_device(const std::vector<Curve>& curves, const Device& device);

/// "minimum and maximum alone", "blocks that are sorted"; empty for sorts. Rankings omit such variants.
std::string_view less_than_sorted(Promise promise);

struct Ranked {
    const Curve* curve = nullptr;
    const CurvePoint* point = nullptr;
    double part_of_fastest = 0;  ///< rate / the fastest's, 0..1
};
/// Curves of sorts of equal keys, input, cache state and time mode, the fastest first, at the largest x that
/// two of them share; else empty. Of several such groups, the largest, then that with the largest x.
std::vector<Ranked> ranking(const std::vector<Curve>& curves);

enum class CurveQuantity {
    rate,           ///< Mkey/s: 1e-6 N / T (Bainville 2011)
    time,           ///< ns
    time_a_key,     ///< ns: T / N
    bandwidth,      ///< GB/s: each key read and written once, over T
    pass_bandwidth  ///< GB/s: the required bytes of the algorithm's passes, over T
};

struct SortedKeys {
    double keys = 0, ns = 0, data_bytes = 0;
    std::optional<double> pass_bytes;  ///< required by the algorithm's passes
};
SortedKeys sorted_keys(const CurvePoint& point);

/// Nothing without a time, or if the bytes of the passes are unknown.
std::optional<double> curve_value(const SortedKeys& sorted, CurveQuantity quantity);

struct CurveValue {
    double value = 0, low = 0, high = 0;  ///< by CurvePoint::low_ns and high_ns
};
std::optional<CurveValue> curve_value(const CurvePoint& point, CurveQuantity quantity);

/// In the least time of the algorithm's passes at `bytes_per_s`.
std::optional<SortedKeys> bound_of(const CurvePoint& point, double bytes_per_s);

/// Each key read and written once at `bytes_per_s`: no sort through memory is faster.
SortedKeys copy_of(double keys, double key_bytes, double bytes_per_s);
}
