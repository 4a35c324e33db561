// A sorting network with its comparators.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "present/chart.hpp"

namespace sortscope::present {

/// A comparator of a sorting network, as one launch does it.
struct NetworkLink {
    std::uint32_t low = 0, high = 0;  ///< wires; the smaller key goes to `low` unless descending
    std::uint32_t launch = 0;         ///< ascending from 0
    bool descending = false;          ///< the greater key goes to the smaller wire
    std::optional<double> heat = {};  ///< a value of its launch, for its colour
};

/// A network of `wires` wires. Comparators of one launch stand side by side where they would cover each
/// other; a band behind every second launch. `heat`: the axis that Point::heat is on, where links have one.
Chart network_chart(std::uint32_t wires, std::span<const NetworkLink> links, const Axis& heat = {});

}  // namespace sortscope::present
