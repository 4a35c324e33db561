// Sorting networks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "present/chart.hpp"

namespace sortscope::present {
/// A comparator.
struct NetworkLink {
    uint32_t low = 0, high = 0;       ///< wires
    uint32_t launch = 0;              ///< ascending from 0
    bool descending = false;          ///< the greater key goes to the smaller wire
    std::optional<double> heat = {};  ///< of its launch
};

/// Overlapping comparators of a launch get columns of their own. `heat`: axis of Point::heat.
Chart network_chart(uint32_t wires, std::span<const NetworkLink> links, const Axis& heat = {});
}
