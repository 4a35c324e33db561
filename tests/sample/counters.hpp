// Counters of a launch, written as text.
#pragma once

#include <sstream>

#include "core/metric/metric.hpp"

namespace sortscope::sample {
/// "gld_bytes 256 gld_sectors 8" gives two counters.
inline std::vector<CounterValue> counters_of(const std::string& text,
                                             Provenance provenance = Provenance::measured,
                                             PassNumber pass = 1) {
    std::vector<CounterValue> counters;
    std::istringstream words(text);
    int64_t value = 0;
    for (std::string id; words >> id >> value;)
        counters.push_back({metric(id).counter, provenance, value, pass});
    return counters;
}
}
