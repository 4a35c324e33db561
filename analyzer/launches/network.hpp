// The comparators of a sorting network, from the launches of a recorded case.
#pragma once

#include "core/records.hpp"

namespace sortscope::analyzer {
struct Comparator {
    uint32_t low = 0, high = 0;  ///< places; the smaller key goes to `low`
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

/// Reads the launches' labels: "P=8 mirror", "k=8 j=4", "CMP 2", "SHUFFLE 8", "BUTTERFLY 4". Empty for an
/// unknown label, for a number of comparators that differs from the label's, or for n above 64.
std::optional<Network> network_of(uint64_t n, std::span<const LaunchRecord> launches);
}
