// A sorting network with its comparators.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "present/chart.hpp"

namespace sortscope::present {

/// A comparator, as one launch runs it.
struct NetworkLink {
    std::uint32_t low = 0, high = 0;  ///< wires; the smaller key goes to `low` unless descending
    std::uint32_t launch = 0;         ///< ascending from 0
    bool descending = false;          ///< the greater key goes to the smaller wire
    std::optional<double> heat = {};  ///< a value of its launch, for its colour
};

/// Comparators of one launch that would overlap are shifted; every second launch has a band. `heat`: axis of
/// Point::heat.
Chart network_chart(std::uint32_t wires, std::span<const NetworkLink> links, const Axis& heat = {});

}  // namespace sortscope::present
