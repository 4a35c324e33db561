// What a throughput curve is held against: intervals, the device's measured bandwidth, and other curves,
// which it may cross.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "analyzer/curves/curve.hpp"
#include "analyzer/timing/compare.hpp"

namespace sortscope::analyzer {

/// Sets CurvePoint::interval_ns of all points that are of one case of `file`.
void add_intervals(std::vector<Curve>& curves, const CaseFile& file);

/// The measured limit that passes over memory are held against, in bytes read and written a second; nothing
/// where it was not measured.
std::optional<double> copy_bandwidth(std::span<const DeviceLimit> limits);

/// Sets CurvePoint::part_of_copy of curves of one device.
void add_limits(std::vector<Curve>& curves, std::span<const DeviceLimit> limits);

/// Where one curve overtakes the other as the number of keys grows.
struct Crossing {
    bool first_wins = false;  ///< from here on the first curve is the faster
    double log2_n = 0;        ///< where the logarithms of the times, interpolated over log N, are equal
    /// The sizes on either side at which the verdict is clear: the crossing is between them.
    double clear_below = 0, clear_above = 0;
};

/// Two curves against each other.
struct CurvePair {
    const Curve* first = nullptr;
    const Curve* second = nullptr;
    std::size_t shared = 0;           ///< sizes that both have
    std::size_t clear = 0;            ///< of those, where one is faster by the rule of comparisons
    std::vector<Crossing> crossings;  ///< ascending
    std::optional<bool>
        first_wins_last;  ///< at the largest size with a clear verdict; nothing where there is none
};

/// Crossings count between sizes with clear verdicts alone, so that two curves that lie on each other do not
/// cross at all.
CurvePair crossings(const Curve& first, const Curve& second, double min_effect = 0.02);

/// For each set of curves that differ in variant, parameters and block alone: the one that is fastest at the
/// largest size that two of them share, against each of the others that has two sizes or more. Variants that
/// do not sort all keys have no part in it. In the order of the curves.
std::vector<CurvePair> against_the_fastest(const std::vector<Curve>& curves, double min_effect = 0.02);

}  // namespace sortscope::analyzer
