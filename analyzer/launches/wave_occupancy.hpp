// How a launch fills its device: theoretical occupancy, waves and the tail.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/metric/occupancy.hpp"
#include "core/metric/sums.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {

struct LaunchFill {
    Occupancy occupancy;   ///< theoretical
    double waves = 0;      ///< blocks of the launch over what the whole device holds at once
    double idle_tail = 0;  ///< part of the device that has nothing to do in the last wave, 0..1
    /// Of the warp slots of a multiprocessor, 0..1.
    double part() const { return static_cast<double>(occupancy.warps) / occupancy.warp_slots; }
};

/// Nothing where the occupancy or the number of SMs is unknown, or where no block fits.
std::optional<LaunchFill> launch_fill(const Device& device, const LaunchRecord& launch);

/// What all launches of a case have in common on the clock: as it was stored with the case, else of
/// `launches`, where these are all. Nothing where a launch has no times.
std::optional<LaunchSpan> span_of(const CaseRecord& details, std::span<const LaunchRecord> launches);

/// Takes launches in order of their index and tells how long nothing ran in front of each. Over all launches
/// that is LaunchSpan::gaps_ns() where they start in that order.
class GapFinder {
 public:
    /// Nothing of a launch without a start or duration, and of those behind it. Throws Error(data) where a
    /// sum passes 64 bits.
    std::optional<std::int64_t> add(std::optional<std::int64_t> start_ns,
                                    std::optional<std::int64_t> duration_ns);
    /// In the place of launches that are not gone through, all of them with times: the last of them ended at
    /// `end_ns`.
    void pass(std::int64_t end_ns) { busy_to_ = busy_to_ && *busy_to_ > end_ns ? *busy_to_ : end_ns; }

 private:
    std::optional<std::int64_t> busy_to_;
    bool complete_ = true;
};

}  // namespace sortscope::analyzer
