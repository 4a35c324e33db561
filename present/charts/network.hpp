// Sorting networks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "analyzer/launches/network.hpp"
#include "present/chart.hpp"

namespace sortscope::present {
/// A comparator.
struct NetworkLink {
    uint32_t low = 0, high = 0;       ///< wires
    uint32_t launch = 0;              ///< ascending from 0
    bool descending = false;          ///< the greater key goes to the smaller wire
    std::optional<double> heat = {};  ///< value of the launch on the colour axis
};

/// Overlapping comparators of a launch get separate columns. `heat`: axis of Point::heat.
Chart network_chart(uint32_t wires, std::span<const NetworkLink> links, const Axis& heat = {});

std::vector<NetworkLink> links_of(const analyzer::Network& network);

/// Numbers launches within their stage. Lines cross where keys change wires between launches.
Chart staged_network_chart(const analyzer::Network& network);

/// Network of a recorded sort of at most 64 keys, coloured by launch times.
Chart case_network_chart(uint64_t n, const std::vector<LaunchRecord>& launches);
}
