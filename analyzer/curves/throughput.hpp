// Compares throughput curves with the device's measured bandwidth and with each other.
#pragma once

#include "analyzer/curves/curve.hpp"
#include "analyzer/timing/crossing.hpp"

namespace sortscope::analyzer {
/// Sets CurvePoint::interval_ns, except of merged points.
void add_intervals(std::vector<Curve>& curves, const CaseFile& file);

/// Sets CurvePoint::part_of_copy of curves of one device.
void add_limits(std::vector<Curve>& curves, std::span<const DeviceLimit> limits);

struct CurvePair : Crossings {
    const Curve* first = nullptr;
    const Curve* second = nullptr;
};

/// Only sizes with clear verdicts count, so that equal curves do not cross.
CurvePair crossings(const Curve& first, const Curve& second, double min_effect = default_min_effect);

/// Groups curves of one run that differ only in variant, parameters and block. Pairs a group's fastest curve,
/// by ranking(), with each other curve in order. Uses only whole sorts with two sizes or more.
std::vector<CurvePair> against_the_fastest(const std::vector<Curve>& curves,
                                           double min_effect = default_min_effect);
}
