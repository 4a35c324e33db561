// Compares throughput curves with the device's measured bandwidth and with each other.
#pragma once

#include "analyzer/curves/curve.hpp"
#include "analyzer/timing/compare.hpp"

namespace sortscope::analyzer {
/// Sets CurvePoint::interval_ns, except of merged points.
void add_intervals(std::vector<Curve>& curves, const CaseFile& file);

/// Sets CurvePoint::part_of_copy of curves of one device.
void add_limits(std::vector<Curve>& curves, std::span<const DeviceLimit> limits);

/// Where one curve overtakes the other as the number of keys grows.
struct Crossing {
    bool first_wins = false;  ///< from here on the first curve is faster
    double log2_n = 0;        ///< where the logarithms of the times, interpolated over log N, are equal
    double clear_below = 0, clear_above = 0;  ///< nearest sizes with a clear verdict, as log2
};

struct CurvePair {
    const Curve* first = nullptr;
    const Curve* second = nullptr;
    size_t shared = 0;                    ///< sizes that both have
    size_t clear = 0;                     ///< shared sizes with a clear verdict
    std::vector<Crossing> crossings;      ///< ascending
    std::optional<bool> first_wins_last;  ///< at the largest size with a clear verdict
};

/// Only sizes with clear verdicts count, so that equal curves do not cross.
CurvePair crossings(const Curve& first, const Curve& second, double min_effect = 0.02);

/// Groups curves of one run that differ only in variant, parameters and block. Pairs a group's fastest by
/// ranking() with each other curve, in order. Only whole sorts with two sizes or more.
std::vector<CurvePair> against_the_fastest(const std::vector<Curve>& curves, double min_effect = 0.02);
}
