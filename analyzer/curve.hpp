// Throughput against the number of keys, and time against the block size.
#pragma once

#include <map>
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
/// once the latest case counts (highest id; among equal ids, such as 0, the last in the list). Only cases that ended ok
/// count: the time of an unverified or interrupted sort is no rate of sorting.
struct Curve {
    std::string variant;
    KeyType key{};
    Distribution distribution{};
    std::uint32_t entropy_bits = 0;  ///< only for Distribution::few
    std::uint32_t block = 0;   ///< 0 in a block sweep, and for sorts on the CPU, which have no blocks
    std::uint64_t n = 0;       ///< 0 in a throughput curve
    BackendKind backend{};
    std::string device;        ///< device name
    std::map<std::string, std::int64_t> params;  ///< the variant's own parameters
    std::string cache_state;   ///< "warm", "flushed" or unknown (empty)
    std::string file;          ///< only for Distribution::file
    Provenance provenance = Provenance::measured;
    std::vector<CurvePoint> points;
    std::string label() const; ///< "bitonic-b2 u32 uniform, block 256, NVIDIA H200"
};

/// Whether `record` was collected under the curve's conditions, be the point at its place of this case or of a later one.
bool covers(const Curve& curve, const CaseRecord& record);

/// Rate against N: one curve for each (variant, key, distribution, block, parameters, cache state,
/// device). Cases without time are left out. Curves come in order of their first case.
std::vector<Curve> throughput_curves(const std::vector<CaseRecord>& cases);

/// Time against block size: one curve for each (variant, key, distribution, N, parameters, cache state,
/// device) that has two blocks or more. Sorts on the CPU have none.
std::vector<Curve> block_sweeps(const std::vector<CaseRecord>& cases);

}  // namespace sortscope::analyzer
