// The comparators of a sorting network, as the launches of a recorded case put them.
#pragma once

#include "core/records.hpp"

namespace sortscope::analyzer::reproduce {

/// One compare-exchange between two places: the smaller key goes to `low`, or where it is descending to
/// `high`.
struct Comparator {
    std::uint32_t low = 0, high = 0;
    bool descending = false;
    friend bool operator==(const Comparator&, const Comparator&) = default;
};

/// One launch: comparators or a routing. The key at place i comes from source[i].
struct NetworkColumn {
    Stage stage;
    std::vector<Comparator> comparators;
    std::vector<std::uint32_t> source;
};

struct Network {
    std::uint64_t n = 0;
    std::vector<NetworkColumn> columns;
    /// What the network makes of `keys` (n of them).
    std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> keys) const;
};

/// From the names of the launches' steps: "P=8 mirror", "k=8 j=4", "CMP 2", "SHUFFLE 8", "BUTTERFLY 4".
/// Nothing where a launch has another name, or another number of comparators than its name says, or where n
/// is above 64: not to be drawn.
std::optional<Network> network_of(std::uint64_t n, std::span<const LaunchRecord> launches);

}  // namespace sortscope::analyzer::reproduce
