// Occupancy, waves and tail of a launch, and the gaps between launches.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/metric/occupancy.hpp"
#include "core/metric/sums.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {

struct WaveOccupancy {
    Occupancy occupancy;   ///< theoretical
    double waves = 0;      ///< blocks / resident blocks of the whole device
    double idle_tail = 0;  ///< idle part of the device in the last wave, 0..1
    /// Resident warps / warp slots.
    double part() const { return static_cast<double>(occupancy.warps) / occupancy.warp_slots; }
};

/// Nothing if occupancy or number of SMs is unknown, or if no block fits.
std::optional<WaveOccupancy> wave_occupancy(const Device& device, const LaunchRecord& launch);

/// The stored span of the case, or else the span of `launches` if these are all. Nothing if a launch has no
/// times.
std::optional<LaunchSpan> span_of(const CaseRecord& details, std::span<const LaunchRecord> launches);

/// Idle time before each launch. If launches start in order of their index, the sum is LaunchSpan::gaps_ns().
class GapFinder {
 public:
    /// Add launches by index. Nothing from the first launch without times on. Throws SumTooGreat.
    std::optional<std::int64_t> add(std::optional<std::int64_t> start_ns,
                                    std::optional<std::int64_t> duration_ns);
    /// Skips launches that all have times, which ended at `end_ns`.
    void pass(std::int64_t end_ns) { busy_to_ = busy_to_ && *busy_to_ > end_ns ? *busy_to_ : end_ns; }

 private:
    std::optional<std::int64_t> busy_to_;
    bool complete_ = true;
};

}  // namespace sortscope::analyzer
