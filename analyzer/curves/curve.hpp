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
    std::optional<double> spread;     ///< interquartile range / median; empty for a single trial
    double low_ns = 0, high_ns = 0;   ///< median -+ half the interquartile range, or medians_ns
    double keys = 0, data_bytes = 0;  ///< Work
    double pass_bytes = 0;        ///< required bytes of the algorithm's passes; 0: unknown (opaque variants)
    double rate_mkeys_per_s = 0;  ///< 1e-6 N / T with median T (Bainville 2011)
    size_t alternatives = 0;      ///< hidden cases of the condition: older, or of other runs
    size_t cases = 1;             ///< more than 1 with Repeats::merged only
    std::optional<Interval> interval_ns;   ///< median interval by add_intervals(); empty for merged points
    bool of_rounds = false;                ///< the interval is between rounds
    double effective_gb_per_s = 0;         ///< bytes to read and write each key once / median
    std::optional<double> bound_gb_per_s;  ///< pass_bytes / median
    std::optional<double> part_of_copy;    ///< bound_gb_per_s / copy bandwidth, 0..1; by add_limits()
    std::optional<std::pair<double, double>> medians_ns;  ///< least and greatest median of merged cases
};

/// Cases that a curve shows if a condition has several.
enum class Repeats {
    newest,
    each_run,  ///< one curve for each run, with the run's newest cases
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

/// Curves in order of first case. Skips cases without a time or without the axis. Curves over axes other than
/// n have two points or more. `cases` must be in order of collecting.
std::vector<Curve> curves_over(std::string_view axis, const std::vector<CaseRecord>& cases,
                               Repeats repeats = Repeats::newest);

/// Curves of cases that ended ok without a time; their points have counters only.
std::vector<Curve> untimed_curves_over(std::string_view axis, const std::vector<CaseRecord>& cases);

/// 1e-6 N / T in Mkey/s from the median time, of verified cases only.
std::optional<double> rate_mkeys_per_s(const CaseRecord& record);

std::vector<Curve> of_device(const std::vector<Curve>& curves, const Device& device);

/// "minimum and maximum alone", "blocks that are sorted"; empty for sorts. Rankings omit such variants.
std::string_view less_than_sorted(Promise promise);

struct Ranked {
    const Curve* curve = nullptr;
    const CurvePoint* point = nullptr;
    double part_of_fastest = 0;  ///< rate / fastest rate, 0..1
};
/// Ranks sorts with equal keys, input, cache state and time mode, the fastest first. Compares at the largest
/// x that two curves share; empty if absent. Of several groups, takes the largest, then the group with the
/// largest x.
std::vector<Ranked> ranking(const std::vector<Curve>& curves);

enum class CurveQuantity {
    rate,           ///< Mkey/s: 1e-6 N / T (Bainville 2011)
    time,           ///< ns
    time_a_key,     ///< ns: T / N
    bandwidth,      ///< GB/s: bytes to read and write each key once / T
    pass_bandwidth  ///< GB/s: required bytes of the algorithm's passes / T
};

struct SortedKeys {
    double keys = 0, ns = 0, data_bytes = 0;
    std::optional<double> pass_bytes;  ///< required by the algorithm's passes
};
SortedKeys sorted_keys(const CurvePoint& point);

/// Empty without a time, or if pass_bandwidth lacks pass_bytes.
std::optional<double> curve_value(const SortedKeys& sorted, CurveQuantity quantity);

struct CurveValue {
    double value = 0, low = 0, high = 0;  ///< range from CurvePoint::low_ns and high_ns
};
std::optional<CurveValue> curve_value(const CurvePoint& point, CurveQuantity quantity);

/// Least time of the algorithm's passes at `bytes_per_s`; empty without pass_bytes.
std::optional<SortedKeys> bound_of(const CurvePoint& point, double bytes_per_s);

/// Time to read and write each key once at `bytes_per_s`. No sort in memory is faster.
SortedKeys copy_of(double keys, double key_bytes, double bytes_per_s);
}
