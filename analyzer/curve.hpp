// Throughput against the number of keys, and time against the block size.
#pragma once

#include <string>
#include <vector>

#include "core/records.hpp"

namespace sortscope::analyzer {

/// One point of a curve. rate_mkeys_per_s = 1e-6 * N / T with T the median (Bainville 2011).
struct CurvePoint {
    CaseId id{};
    RunId run{};
    double x = 0;  ///< number of keys, or block size
    double median_ns = 0;
    double spread = 0;  ///< interquartile range / median
    double rate_mkeys_per_s = 0;
};

/// Points of one variant under otherwise equal conditions, ascending in x. Where a condition was collected more than
/// once the latest case counts.
struct Curve {
    std::string variant;
    KeyType key{};
    Distribution distribution{};
    std::uint32_t block = 0;   ///< 0 in a block sweep
    std::uint64_t n = 0;       ///< 0 in a throughput curve
    BackendKind backend{};
    std::string device;        ///< device name
    Provenance provenance = Provenance::measured;
    std::vector<CurvePoint> points;
    std::string label() const; ///< "bitonic-b2 u32 uniform, block 256, NVIDIA H200"
};

/// Rate against N: one curve for each (variant, key, distribution, block, parameters, device). Cases without time are left out.
std::vector<Curve> throughput_curves(const std::vector<CaseRecord>& cases);

/// Time against block size: one curve for each (variant, key, distribution, N, parameters, device) that has two blocks or more.
std::vector<Curve> block_sweeps(const std::vector<CaseRecord>& cases);

}  // namespace sortscope::analyzer
