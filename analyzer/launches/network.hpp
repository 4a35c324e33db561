// The comparators of a sorting network, from the launches of a recorded case.
#pragma once

#include "core/records.hpp"

namespace sortscope::analyzer {
struct Comparator {
    uint32_t low = 0, high = 0;  ///< places; the smaller key goes to `low` unless `descending`
    bool descending = false;     ///< the smaller key goes to `high`
};

/// One launch: comparators or a routing.
struct NetworkColumn {
    Stage stage;
    std::vector<Comparator> comparators;
    std::vector<uint32_t> source;  ///< the key at place i comes from source[i]
};

struct Network {
    uint64_t n = 0;
    std::vector<NetworkColumn> columns;
};

/// Reads the labels of launches: "P=8 mirror", "k=8 j=4", "CMP 2", "SHUFFLE 8", "BUTTERFLY 4". Empty if a
/// label is unknown, if a launch does not have the number of comparators that its label implies, or if n is
/// above 64 or not a power of two.
std::optional<Network> network_of(uint64_t n, std::span<const LaunchRecord> launches);
}
