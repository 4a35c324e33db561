// Rate and time over a numeric axis: the number of keys, the block size, a parameter.
#pragma once

#include "analyzer/timing/speedup.hpp"

namespace sortscope::analyzer {
struct CurvePoint {
    CaseId case_id{};
    RunId run_id{};
    double x = 0;
    double median_ns = 0;                     ///< 0 without a time
    std::optional<double> spread;             ///< interquartile range / median; empty for a single trial
    double low_ns = 0, high_ns = 0;           ///< median -+ interquartile range / 2; if merged, medians_ns
    double keys = 0, data_bytes = 0;          ///< from CaseRecord::work
    double required_bytes = 0;                ///< 0: unknown (opaque variants)
    double rate_mkeys_per_s = 0;              ///< 1e-6 N / T with median T (Bainville 2011)
    size_t alternatives = 0;                  ///< older cases of the condition, not shown
    size_t cases = 1;                         ///< number of cases merged into this point
    std::optional<Interval> interval_ns;      ///< set by add_intervals(); empty for merged points
    bool of_rounds = false;                   ///< the interval is between rounds
    double effective_gb_per_s = 0;            ///< (bytes to read and write each key once) / median
    std::optional<double> required_gb_per_s;  ///< required_bytes / median
    std::optional<double> part_of_copy;       ///< required_gb_per_s / copy bandwidth; set by add_limits()
    std::optional<std::pair<double, double>> medians_ns;  ///< least and greatest median of merged cases
};

enum class Repeats {
    newest,
    each_run,  ///< one curve for each run, with the run's newest cases
    merged     ///< one point from all cases: median and spread of case medians, newest id
};
inline constexpr std::array all_repeats{Repeats::newest, Repeats::each_run, Repeats::merged};
std::string_view name_of(Repeats repeats);     ///< "newest", "each-run", "merged"
Repeats parse_repeats(std::string_view name);  ///< throws Error(usage)

/// Points of one condition with one axis free, ascending in x, from cases that ended ok.
struct Curve {
    Condition condition;  ///< with the axis free
    Promise promise = Promise::sorted;
    RunId run_id{};  ///< with Repeats::each_run; else 0
    Provenance provenance = Provenance::measured;
    std::vector<CurvePoint> points;

    std::string label() const;  ///< "bitonic-b2 u32 uniform, block 256, NVIDIA H200"
};

bool covers(const Curve& curve, const CaseRecord& record);

/// Curves of the timed cases that have the axis, in order of first case. `cases` must be in order of
/// collecting. Omits curves of one point, except over n.
std::vector<Curve> curves_over(std::string_view axis, const std::vector<CaseRecord>& cases,
                               Repeats repeats = Repeats::newest);

/// Curves of cases that ended ok with launches but without a time. Their points have no rate.
std::vector<Curve> untimed_curves_over(std::string_view axis, const std::vector<CaseRecord>& cases);

/// 1e-6 N / T with the median time T; empty without a time, or if the case did not end ok.
std::optional<double> rate_mkeys_per_s(const CaseRecord& record);

std::vector<Curve> of_device(const std::vector<Curve>& curves, const Device& device);

/// Describes the result of a variant that promises less than sorted keys: "minimum and maximum alone". Empty
/// for sorts.
std::string_view less_than_sorted(Promise promise);

struct Ranked {
    const Curve* curve = nullptr;
    const CurvePoint* point = nullptr;
    double part_of_fastest = 0;  ///< rate / fastest rate, 0..1
};
/// Groups sorts whose conditions differ only in variant, parameters, block and n. Ranks one group by rate,
/// the fastest first, at the largest x that two of its curves share. Chooses the group with most sorts at its
/// x, then with the largest x.
std::vector<Ranked> ranking(const std::vector<Curve>& curves);

enum class CurveQuantity {
    rate,           ///< Mkey/s: 1e-6 N / T (Bainville 2011)
    time,           ///< ns
    time_a_key,     ///< ns: T / N
    bandwidth,      ///< GB/s: (bytes to read and write each key once) / T
    pass_bandwidth  ///< GB/s: required bytes / T
};

struct SortedKeys {
    double keys = 0, ns = 0, data_bytes = 0;
    std::optional<double> required_bytes;
};
SortedKeys sorted_keys(const CurvePoint& point);

std::optional<double> curve_value(const SortedKeys& sorted, CurveQuantity quantity);

struct CurveValue {
    double value = 0, low = 0, high = 0;
};
std::optional<CurveValue> curve_value(const CurvePoint& point, CurveQuantity quantity);

/// Least time to move the required bytes; empty if the required bytes are unknown.
std::optional<SortedKeys> bound_of(const CurvePoint& point, double bytes_per_s);

/// Time to read and write each key once: no sort in memory is faster.
SortedKeys copy_of(double keys, double key_bytes, double bytes_per_s);

/// Sets interval_ns and of_rounds, except for merged points.
void add_intervals(std::vector<Curve>& curves, const CaseFile& file);

/// Sets part_of_copy. All curves must be of the device with these `limits`.
void add_limits(std::vector<Curve>& curves, std::span<const DeviceLimit> limits);

struct CurvePair : Crossings {
    const Curve* first = nullptr;
    const Curve* second = nullptr;
};

CurvePair crossings(const Curve& first, const Curve& second);

/// Pairs the fastest curve of each group with each other curve of the group. A group is as in ranking(), but
/// of one run. Skips curves with a single size.
std::vector<CurvePair> against_the_fastest(const std::vector<Curve>& curves);
}
